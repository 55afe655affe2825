"""By what games of a run are sorted, and what results are exported as: their names, which load nothing that sorts or
writes, for a shell completes them.
"""

ORDERS = {
    "typical": "a typical game",
    "shortest": "the shortest",
    "longest": "the longest",
    "closest": "the closest",
    "upset": "the greatest upset",
}
"""What games can be sorted by, and what the first one in that order is."""
FILES, TEXTS = ("csv", "parquet"), ("markdown", "line")
"""What results are exported as: a folder of files, or a text."""
