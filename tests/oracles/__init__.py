"""Chapters of rules read a second time, in plain Python, to judge situations drawn at random.

Each file reads a chapter of one game's rules, without a look at how the engine does it, and has an `ORACLE`.
"""
