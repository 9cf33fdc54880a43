"""What is computed from a profile; pure functions, no Textual."""
