"""Call trees, from edges and from whole stacks, top-down and bottom-up."""
