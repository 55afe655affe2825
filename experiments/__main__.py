"""`python -m experiments` is the command `overnight`."""

import sys

from .commands.cli import main

sys.exit(main())
