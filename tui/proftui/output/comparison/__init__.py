"""A comparison as text, JSON, CSV and Markdown."""
