"""proftui on Textual: application, driver, keyboard, painter; alone knows Textual's private names."""
