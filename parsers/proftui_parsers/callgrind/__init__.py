"""Files of callgrind, and of all that write as it does."""
