"""`python -m experiments` is the command `overnight`."""

import sys

from .cli import main

sys.exit(main())
