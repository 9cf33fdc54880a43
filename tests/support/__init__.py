"""Helpers of the tests: profiles, terminals, programs with known stacks."""
