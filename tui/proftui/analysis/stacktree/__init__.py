"""Call trees of whole stacks, in which every time is exact of what the file holds."""
