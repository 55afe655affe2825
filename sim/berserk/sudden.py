"""Windows in which both players may act suddenly. Rules 26 and 28."""

from __future__ import annotations

from ..cards.decisions import ask
from ..core.bitsets import lowest
from ..core.kernel import kernel
from .state import SEATS, Decision
from .tables import Window
from .use import can_act, list_uses, open_to_attack


@kernel
def list_sudden(s, t, actions, n, seat, kind):
    """Offers the sudden actions of a seat in a window. Rule 28."""
    aims = open_to_attack(s, t, seat)
    left = int(s.team[seat])
    while left != 0:
        card = lowest(left)
        left &= left - 1
        if (t.card[s.card[card].type].windows >> kind) & 1 == 1 and can_act(s, card):
            n = list_uses(s, t, actions, n, card, kind, aims)
    return n


@kernel
def has_sudden(s, t, seat, kind):
    """Whether a seat may act suddenly in a window. Rule 28."""
    return (s.sudden[seat] >> kind) & 1 == 1 and list_sudden(s, t, s.scratch[:], 0, seat, kind) > 0


@kernel
def ask_sudden(s, seat, kind):
    """A seat is asked whether it acts suddenly."""
    s.window = kind
    ask(s, seat, Decision.SUDDEN)


@kernel
def window(s, t, frame, kind):
    """Both players in turn may act suddenly, the active one first, until both pass. Returns whether they have.
    Rules 26 and 28.
    """
    if ((s.sudden[0] | s.sudden[1]) >> kind) & 1 == 0:
        return True
    while frame.passes < SEATS:
        seat = int(frame.window_seat)
        if has_sudden(s, t, seat, kind):
            ask_sudden(s, seat, kind)
            return False
        frame.passes += 1
        frame.window_seat = 1 - seat
    frame.passes, frame.window_seat = 0, s.active
    return True


@kernel
def answer_window(s, t, frame):
    """The inactive player may answer a declaration with what needs no other occasion. Returns whether he has passed.
    Rule 28.
    """
    if frame.passes == 0 and has_sudden(s, t, 1 - s.active, Window.ANY):
        ask_sudden(s, 1 - s.active, Window.ANY)
        return False
    frame.passes = 0
    return True
