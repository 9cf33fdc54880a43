"""The first screen, drawn before Textual is imported; standard library only."""
