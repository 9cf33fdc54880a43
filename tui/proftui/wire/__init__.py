"""What goes to the terminal and how: cells, pens, differences, and the terminal itself."""
