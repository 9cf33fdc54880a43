"""The views as text, JSON, CSV, Markdown and SVG."""
