"""Whole stacks: the recording that files of samples and of calls in time become, and their readers."""
