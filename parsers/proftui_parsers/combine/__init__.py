"""Several files as one: runs added, line times joined to calls, functions matched."""
