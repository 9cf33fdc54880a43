"""Call trees from edges, top-down and bottom-up (README)."""
