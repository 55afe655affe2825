"""The main phase (rules 4.1)."""

from __future__ import annotations

from ..cards.known import take_from_hand
from ..cards.piles import move_card
from ..core.frames import top
from ..core.kernel import kernel
from ..core.pile import put
from .conditions import verdict
from .frames import push_program
from .resources import gain_mastery
from .state import Faction, Step, Verdict
from .zones import take_from_row


@kernel
def play_from_hand(s, t, seat, index):
    """A champion enters play ready, an ally goes to the play zone; then the card's play effects happen (rules 4.1)."""
    card = take_from_hand(s, seat, index)
    if t.card[card].champion == 1:
        put(s, s.champions[seat], card)
        s.factions_deployed |= 1 << t.card[card].faction
        push_program(s, card, t.card[card].play)
    else:
        play_ally(s, t, card)


@kernel
def play_ally(s, t, card):
    """An ally joins those played this turn and its effects happen: twice if General Decurion copies Homodeus allies
    (rules 4.1, 6).
    """
    put(s, s.play, card)
    push_program(s, card, t.card[card].play)
    if s.copies_homodeus == 1 and t.card[card].faction == Faction.HOMODEUS:
        push_program(s, card, t.card[card].play)


@kernel
def exhaust(s, t, seat, card):
    """Exhausts a ready champion: its ability happens, after the proof that some abilities ask for (rules 4.1)."""
    move_card(s, card, s.champions[seat], s.exhausted)
    c = t.card[card]
    push_program(s, card, c.exhaust)
    condition, argument = c.exhaust_needs
    if condition != 0 and verdict(s, t, seat, card, condition, argument) == Verdict.PROVABLE:
        frame = top(s)
        frame.step, frame.condition = Step.PAYING, condition


@kernel
def fast_play(s, t, seat, card):
    """A mercenary of the row is paid for and played at once; at the end of the turn it goes under the center deck
    (rules 4.1).
    """
    s.gems -= t.card[card].cost
    s.fast_plays[seat] += 1
    take_from_row(s, t, card)
    put(s, s.fast_played, card)
    play_ally(s, t, card)


@kernel
def focus(s, t, seat):
    """Once a turn: pay for one mastery (rules 4.1)."""
    s.gems -= t.focus_cost
    s.focused = 1
    s.focuses[seat] += 1
    gain_mastery(s, t, seat, 1)
