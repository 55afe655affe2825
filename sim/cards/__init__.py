"""What games with cards share of their rules: compiled, and below every game."""
