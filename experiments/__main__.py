"""`python -m experiments` is the command `overnight`."""

import sys

from experiments.commands.cli import main

sys.exit(main())
