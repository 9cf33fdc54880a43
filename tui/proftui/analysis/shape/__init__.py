"""A profile in another shape: functions hidden, grouped or seen from one of them (README)."""
