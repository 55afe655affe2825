"""Commands: what a user types, and what is told him while it runs."""
