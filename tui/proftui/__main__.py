"""``python -m proftui``."""

import sys

from proftui.cli.main import main

sys.exit(main())
