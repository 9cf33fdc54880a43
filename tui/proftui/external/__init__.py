"""Other programs: the editor, SnakeViz, the clipboard."""
