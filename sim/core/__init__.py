"""What every game shares: compiled kernels, random streams, piles, the contract of a game, the turn loop."""
