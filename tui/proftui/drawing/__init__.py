"""The vocabulary of all rows: safe text, lines, figures, columns, colours."""
