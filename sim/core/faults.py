"""Faults inside a game: such a game is stopped, counted and reported with its number; the run goes on."""

ERROR_PILE_FULL, ERROR_FRAMES_FULL, ERROR_ACTIONS_FULL, ERROR_AGENT, ERROR_ENDLESS = 1, 2, 3, 4, 5
ERRORS = {
    ERROR_PILE_FULL: "a pile was full",
    ERROR_FRAMES_FULL: "too many effects were pending",
    ERROR_ACTIONS_FULL: "there were more legal actions than the list holds",
    ERROR_AGENT: "the agent returned an index outside the list of legal actions",
    ERROR_ENDLESS: "the game did not end within the allowed number of decisions",
}
