"""The draft of private archives (rules 2.5 to 2.7).

Packet p lies at the places 4p .. 4p + 3. In step k a player picks from the packet that began k places before him. The
choices of a step are made at the same time: whoever is asked later does not know them.
"""

from __future__ import annotations

from ..cards.decisions import ask
from ..cards.seats import clockwise
from ..core.kernel import kernel
from .state import (
    COMMONS_MAX,
    DRAFT_STEPS,
    NO_CARD,
    NOBODY,
    PACKET,
    PRIVATE,
    Decision,
    Phase,
)
from .zones import draw


@kernel
def packet_of(s, seat, step):
    """The packet from which a seat picks in a step (rules 2.5)."""
    return (seat - step + s.players * DRAFT_STEPS) % s.players


@kernel
def draft_step(s):
    """The step of the draft under way: the one in which not all have picked yet (rules 2.5)."""
    picked = 0
    for i in range(PACKET * s.players):
        picked += s.drafted[i] < DRAFT_STEPS
    return picked // s.players


@kernel
def has_picked(s, seat, step):
    """Whether a seat has picked its card of a step."""
    start = PACKET * packet_of(s, seat, step)
    for i in range(start, start + PACKET):
        if s.drafted[i] == step:
            return True
    return False


@kernel
def next_pick(s, t):
    """Asks the next player for a card of his packet; after the last step the archives are revealed and play begins
    (rules 2.5).
    """
    step = draft_step(s)
    if step < DRAFT_STEPS:
        for k in range(s.players):
            seat = clockwise(s, s.first, k)
            if not has_picked(s, seat, step):
                ask(s, seat, Decision.DRAFT)
                return
    open_archives(s, t)


@kernel
def pick(s, seat, card):
    """A player picks a card of the packet that he holds (rules 2.5)."""
    step = draft_step(s)
    start = PACKET * packet_of(s, seat, step)
    for i in range(start, start + PACKET):
        if s.draft[i] == card:
            s.drafted[i] = step


@kernel
def is_private(t, step):
    """Whether the card picked in a step becomes a private archive: the first two, or the last two where the first is
    removed (rules 2.5, 2.6).
    """
    return 0 < step < DRAFT_STEPS if t.removes_first == 1 else step < PRIVATE


@kernel
def is_common(t, step):
    """Whether the card picked in a step, or left of a packet, goes to the commons (rules 2.5, 2.6)."""
    return step == (DRAFT_STEPS if t.removes_first == 1 else DRAFT_STEPS - 1)


@kernel
def add_archive(s, t, card, owner):
    """An archive, face up, with all copies of a card (rules 2.8)."""
    archive = s.archive[s.n_archives]
    archive.card, archive.left, archive.owner = card, t.card[card].copies, owner
    s.n_archives += 1


@kernel
def is_given(t, card):
    """Whether the table gives a card to a seat or to the commons."""
    for i in range(t.commons.size):
        if t.commons[i] == card:
            return True
    for seat in range(t.archives.shape[0]):
        for i in range(PRIVATE):
            if t.archives[seat, i] == card:
                return True
    return False


@kernel
def add_archives(s, t):
    """The private archives of each seat, then the commons, filled from the cards that were not dealt (rules 2.5)."""
    if t.draft == 0:
        deal_archives(s, t)
        return
    for seat in range(s.players):
        for step in range(DRAFT_STEPS):
            if is_private(t, step):
                start = PACKET * packet_of(s, seat, step)
                for i in range(start, start + PACKET):
                    if s.drafted[i] == step:
                        add_archive(s, t, s.draft[i], seat)
    for i in range(PACKET * s.players):
        if is_common(t, s.drafted[i]):
            add_archive(s, t, s.draft[i], NOBODY)
    at = PACKET * s.players
    while s.n_archives < COMMONS_MAX + PRIVATE * s.players:
        add_archive(s, t, s.draft[at], NOBODY)
        at += 1
    s.n_draft = 0


@kernel
def open_archives(s, t):
    """All archives are revealed, hands are drawn, and the first turn begins (rules 2.5, 2.8)."""
    add_archives(s, t)
    for seat in range(s.players):
        draw(s, t, seat, t.hand)
    s.phase = Phase.TURN


@kernel
def next_dealt(s, t, at):
    """The first place from `at` on of a draft card that the table gives to nobody."""
    while is_given(t, s.draft[at]):
        at += 1
    return at


@kernel
def deal_archives(s, t):
    """Without a draft: the archives that the table gives, the others dealt (rules 2.7)."""
    at = -1
    for seat in range(s.players):
        for i in range(PRIVATE):
            card = t.archives[seat, i]
            if card == NO_CARD:
                at = next_dealt(s, t, at + 1)
                card = s.draft[at]
            add_archive(s, t, card, seat)
    for i in range(COMMONS_MAX):
        card = t.commons[i]
        if card == NO_CARD:
            at = next_dealt(s, t, at + 1)
            card = s.draft[at]
        add_archive(s, t, card, NOBODY)
    s.n_draft = 0
