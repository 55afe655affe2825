"""Plans: what is asked, checked as a whole and ready to play."""
