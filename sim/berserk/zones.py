"""Cards enter play, stand in cells, and leave. Rules 16, 18, 19, 20 and 23."""

from __future__ import annotations

from ..cards.piles import remove
from ..core.bitsets import lowest
from ..core.kernel import kernel
from ..core.pile import put
from .board import on_battlefield
from .state import EXTRA, NO_CARD, NOWHERE, SIDE, Zone
from .stats import everybody, forget_lasting, is_flying, owner, recount
from .tables import Stat, Type


@kernel
def clear_card(s, card):
    """A card that is nowhere and nothing."""
    it = s.card[card]
    it.type, it.zone, it.controller, it.cell, it.host = -1, Zone.NONE, owner(card), NOWHERE, NO_CARD
    it.once, it.lasting, it.incarnated, it.killer, it.by_enemy, it.by_ranged, it.traits = 0, 0, 0, NO_CARD, 0, 0, 0
    clear_marks(s, card)


@kernel
def clear_marks(s, card):
    """Everything that is lost when a card leaves play."""
    it = s.card[card]
    it.struck, it.held_by, it.directions, it.wounds, it.extra, it.tokens, it.poison = 0, 0, 0, 0, 0, 0, 0
    it.closed, it.hidden, it.promised, it.moved, it.cells, it.acted, it.strikes = 0, 0, 0, 0, 0, 0, 0
    it.attacks, it.attacked, it.defended, it.armour_used, it.skip_open, it.netted = 0, 0, 0, 0, 0, 0
    it.prepared, it.cursed, it.hunted, it.dying, it.wounded, it.healed = 0, 0, 0, 0, 0, 0
    it.hurt, it.stirred = 0, 0
    for place in range(it.uses.size):
        it.uses[place] = 0


@kernel
def new_card(s, t, seat, card_type):
    """An unused card number of a seat for a card of a type; NO_CARD if all are in use."""
    for card in range(seat * SIDE, (seat + 1) * SIDE):
        if s.card[card].type < 0:
            clear_card(s, card)
            s.card[card].type = card_type
            return card
    return NO_CARD


@kernel
def enter(s, t, card, cell):
    """Puts a card into play, on a cell or in the extra zone."""
    it = s.card[card]
    if it.zone == Zone.GRAVEYARD:
        remove(s.graveyard[owner(card)], card)
    it.zone, it.cell, it.host, it.dying, it.killer = Zone.PLAY, cell, NO_CARD, 0, NO_CARD
    occupy(s, card, cell)
    recount(s, t)


@kernel
def vacate(s, card):
    """A card no longer takes up its cell; another that shares it does. Rule 9."""
    cell = int(s.card[card].cell)
    if not on_battlefield(cell) or s.at[cell] != card:
        return
    s.at[cell] = NO_CARD
    s.taken &= ~(1 << cell)
    left = everybody(s) if s.shared == 1 else 0
    while left != 0:
        other = lowest(left)
        left &= left - 1
        if other != card and s.card[other].cell == cell and s.card[other].host < 0:
            s.at[cell] = other
            s.taken |= 1 << cell


@kernel
def occupy(s, card, cell):
    """A card takes up a cell, unless another does; in the extra zone it is looked after. Rules 9 and 18."""
    if not on_battlefield(cell):
        s.tended |= 1 << int(card)
    elif s.at[cell] < 0:
        s.at[cell] = card
        s.taken |= 1 << int(cell)
    else:
        s.shared = 1


@kernel
def put_on(s, t, card, cell):
    """A card comes to stand on a cell, with what is on it; not a move, so that it holds whom it held."""
    vacate(s, card)
    s.card[card].cell, s.card[card].held_by = cell, 0
    occupy(s, card, cell)
    carry(s, card)


@kernel
def carry(s, card):
    """What a creature bears goes where it goes, with the equipment of its symbiont. Notes whether traits may come and
    go with that. Rule 9.
    """
    if s.n_lasting > 0 or ((s.shifting | s.formers) >> card) & 1 == 1:
        s.moved = 1
    left = int(s.tended) & everybody(s)  # all that are borne are among them
    while left != 0:
        other = lowest(left)
        left &= left - 1
        host = int(s.card[other].host)
        if host >= 0 and (host == card or s.card[host].host == card):
            s.card[other].cell, s.moved = s.card[card].cell, 1


@kernel
def unpin(s, source):
    """A card that moves or leaves holds nobody any more; others may hold them still."""
    left = everybody(s) if s.held == 1 else 0
    s.held = 0
    while left != 0:
        card = lowest(left)
        left &= left - 1
        it = s.card[card]
        it.held_by &= ~(1 << source)
        if it.held_by != 0:
            s.held = 1


@kernel
def swap(s, t, one, other):
    """Two cards exchange their cells. Rule 24."""
    first, second = int(s.card[one].cell), int(s.card[other].cell)
    s.card[one].cell, s.card[other].cell = second, first
    s.at[second], s.at[first] = one, other
    carry(s, one)
    carry(s, other)


@kernel
def attach(s, t, card, host):
    """A symbiont, with its equipment, or a piece of equipment comes to a creature. Rules 19 and 20."""
    vacate(s, card)
    s.card[card].host, s.card[card].cell = host, s.card[host].cell
    s.tended |= 1 << int(card)
    carry(s, card)


@kernel
def fly(s, t, card):
    """A card goes to the extra zone; not a move. Rule 18."""
    vacate(s, card)
    s.card[card].cell, s.card[card].held_by = EXTRA, 0
    s.tended |= 1 << int(card)
    carry(s, card)
    unpin(s, card)


@kernel
def reveal(s, t, card):
    """A hidden card is turned up; one that flies, and terrain, go to the extra zone. Rules 7 and 23."""
    it = s.card[card]
    if it.hidden == 0:
        return
    it.hidden, s.moved = 0, 1
    if is_flying(s, t, card) or t.card[it.type].type == Type.TERRAIN:
        fly(s, t, card)


@kernel
def bury(s, t, card):
    """A card leaves play for its owner's graveyard, where all that it had stays known until its death is told, and in
    whose squad it was until it does something there. Rules 1 and 16.
    """
    it = s.card[card]
    vacate(s, card)
    unpin(s, card)
    it.zone, it.host, it.hidden = Zone.GRAVEYARD, NO_CARD, 0
    put(s, s.graveyard[owner(card)], card)
    recount(s, t)


@kernel
def forget(s, card):
    """A card that has left play loses all that it had there; its last cell stays known."""
    forget_lasting(s, card)
    clear_marks(s, card)


@kernel
def start_cell(s, t, card, cell):
    """Where a card goes that comes to a cell: the extra zone if it flies. Rule 18."""
    return EXTRA if t.card[s.card[card].type].stat[Stat.FLYING] > 0 else cell
