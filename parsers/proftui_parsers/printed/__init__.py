"""The format ``printed``: what profilers print for people, alone or with other lines around it."""
