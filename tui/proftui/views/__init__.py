"""What is drawn: one file a view."""
