"""Questions: what each asks for, and how its totals become an answer."""
