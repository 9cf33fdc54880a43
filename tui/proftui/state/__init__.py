"""What the user looks at, without drawing: session, history, call trees, files that are read again."""
