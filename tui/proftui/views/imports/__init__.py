"""The view of imports: modules by who imported them, own and cumulative time."""
