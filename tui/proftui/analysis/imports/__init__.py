"""What imports took: figures of the modules, and who imported whom by statements and times."""
