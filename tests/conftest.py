"""Settings of all tests."""

from __future__ import annotations

import os

from hypothesis import settings

# A busy machine is no fault; and what CI runs is the same each time, new examples are for people's machines.
settings.register_profile("patient", deadline=None)
settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady" if os.environ.get("CI") else "patient")
