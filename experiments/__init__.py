"""What is asked of the games: plans, runs, their statistics and reports."""
