"""How programs that learn meet a game: what a seat may see as numbers, and an environment that other tools know."""
