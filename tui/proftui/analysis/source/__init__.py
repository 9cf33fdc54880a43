"""Source text: where it may be, what it says, which line calls what."""
