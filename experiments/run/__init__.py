"""Runs: a plan is played, and its games are kept."""
