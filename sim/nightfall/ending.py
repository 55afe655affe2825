"""The end of the game (rules 10)."""

from __future__ import annotations

from ..cards.header import close
from ..core.kernel import kernel
from .seats import total_wounds
from .state import SEATS, Cause, TieBreak


@kernel
def ends_here(s, t):
    """Whether the game ends with the phase that is over, since the last counted wound was taken in it (rules 10.2)."""
    if s.ending == 1:
        end_game(s, t, Cause.WOUNDS)
    return s.ending == 1


@kernel
def spread(s, t, seat):
    """What tells players with as few wounds apart, less is better: the types of their wounds (rules 10.4)."""
    one, two, three = int(s.wounds[seat, 0]), int(s.wounds[seat, 1]), int(s.wounds[seat, 2])
    if t.tie_break == TieBreak.EVEN_SPREAD:
        most, least = max(one, max(two, three)), min(one, min(two, three))
        return (most * 100 + (one + two + three - most - least)) * 100 + least
    return (one * 100 + two) * 100 + three if t.tie_break == TieBreak.FIXED_ORDER else 0


@kernel
def rank(s, t, seat):
    """What the winner has least of: wounds first, then what breaks ties (rules 10.3, 10.4)."""
    return total_wounds(s, seat) * 1_000_000 + spread(s, t, seat)


@kernel
def end_game(s, t, cause):
    """The game is over: the fewest wounds win, and those that remain tied share the win (rules 10.3 to 10.5)."""
    close(s, cause, cause == Cause.ROUND_LIMIT)
    best, fewest, winners = rank(s, t, 0), total_wounds(s, 0), 0
    for seat in range(s.players):
        best, fewest = min(best, rank(s, t, seat)), min(fewest, total_wounds(s, seat))
    s.tied = 0
    for seat in range(s.players):
        winners += rank(s, t, seat) == best
        s.tied += total_wounds(s, seat) == fewest
    for seat in range(SEATS):
        s.score[seat] = 1.0 / winners if seat < s.players and rank(s, t, seat) == best else 0.0
