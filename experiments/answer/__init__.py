"""Answers: what came out of a run, as tables, words, pictures and a report."""
