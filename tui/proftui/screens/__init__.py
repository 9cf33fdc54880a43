"""Full screens on Textual: the file picker, the window while a file is read, the explorer."""
