"""What times of a comparison are shown in."""

SECONDS, PERCENT, NORMALISED = "seconds", "percent", "normalised"
SCALES = (SECONDS, PERCENT, NORMALISED)
"""In the order in which ``%`` walks through them."""
