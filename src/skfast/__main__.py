"""``python -m skfast`` is ``skfast``."""

import sys

from skfast.cli import main

sys.exit(main())
