"""The same views as text, JSON, CSV and Markdown."""
