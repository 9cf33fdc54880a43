"""The main screen, composed of parts that own their state."""
