"""Pages to look at, to ask and to play on: one more face of what the commands do, in a browser."""
