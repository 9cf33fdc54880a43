"""The rows around the views as plain lines, and what stands in them: sentences, keys, help."""
