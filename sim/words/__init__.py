"""How a game speaks, for people: no result depends on it."""
