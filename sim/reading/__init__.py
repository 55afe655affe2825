"""What only reads: text files, card files and their fields, the notation, decks, tables, names; nothing compiled."""
