"""Faults inside a game: such a game is stopped, counted and reported with its number; the run goes on."""

from .errors import quoted

ERROR_PILE_FULL, ERROR_FRAMES_FULL, ERROR_ACTIONS_FULL, ERROR_AGENT, ERROR_ENDLESS = 1, 2, 3, 4, 5
ERROR_STATE, ERROR_ACTIONS, ERROR_PARAMS, ERROR_TABLES = 6, 7, 8, 9
ERROR_UNWRITTEN = 10
ERRORS = {
    ERROR_PILE_FULL: "a pile was full",
    ERROR_FRAMES_FULL: "too many effects were pending or lasting",
    ERROR_ACTIONS_FULL: "there were more legal actions than the list holds",
    ERROR_ENDLESS: "the game did not end within the allowed number of decisions",
    ERROR_UNWRITTEN: "the rules have no branch for a code that came up: an operation, a condition, a decision",
}
AGENT_ERRORS = {
    ERROR_AGENT: "returned an index outside the list of legal actions",
    ERROR_STATE: "changed the state of the game, of which it may change nothing but its own random stream",
    ERROR_ACTIONS: "changed the list of legal actions",
    ERROR_PARAMS: "changed the parameters that it reads",
    ERROR_TABLES: "changed the tables of the game",
}
"""Faults of the agent that was asked; each goes on from its name."""


def fault_text(error: int, agent: str = "an agent") -> str:
    """A fault in words. agent: who was asked."""
    if error in AGENT_ERRORS:
        return f"agent {quoted(agent)} {AGENT_ERRORS[error]}"
    return ERRORS.get(error, f"fault {error}")
