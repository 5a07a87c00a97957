"""``python -m skfast`` is ``skfast``."""

import sys

from skfast.cli import main

if __name__ == "__main__":  # workers of mpi4py run this file under another name
    sys.exit(main())
