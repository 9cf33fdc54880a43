"""``python -m proftui``."""

import sys

from proftui.cli import main

sys.exit(main())
