"""Cells to the fewest bytes, and the terminal itself; no Textual."""
