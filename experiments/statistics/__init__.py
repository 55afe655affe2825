"""Statistics: intervals, confidence sequences, crossings and ratings, of numbers alone."""
