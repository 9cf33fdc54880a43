"""The run on one page, as figures: what is hot, the way to it, who wrote it, and what is odd."""
