"""What imports took: figures of the modules, and who imported whom where that can be proved."""
