"""A folder a view: its rows as plain lines, and widget.py, which alone imports Textual."""
