"""What views share on Textual: whole lines, lists of rows, sheets, the prompt, the palette of commands."""
