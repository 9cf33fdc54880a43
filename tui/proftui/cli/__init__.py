"""The command line: options, the parser of arguments, main."""
