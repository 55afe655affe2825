"""Damage, healing and the mark of destruction. What is destroyed leaves play later: see destruction.py."""

from __future__ import annotations

from ..cards.entries import drop
from ..core.kernel import kernel
from .amber import add_to_pool, amber_catchers, grown, put_on, wait
from .battleline import in_play, neighbors, other, set_status
from .modifiers import armor, carries, keyword, works_on
from .state import BY_ROW, NO_CARD, Constant, Lasting, Mark, Status

NO_ARMOR = 1
"""Flag of damage that armor does not absorb."""


@kernel
def is_unhurt(s, card):
    """Whether a creature in play cannot be dealt damage this turn. Rule 10."""
    here = s.card[card]
    return here.marks & Mark.UNHURT != 0 or (int(s.now[Lasting.UNHURT]) >> int(here.controller)) & 1 == 1


@kernel
def destroy(s, t, card):
    """Tags a card in play as destroyed; returns whether it was not tagged before. Rule 11.1."""
    if not in_play(s, card) or s.card[card].status != Status.NONE:
        return False
    set_status(s, card, Status.TAGGED)
    s.unsettled = 1
    return True


@kernel
def destroy_by_row(s, t, card):
    """As destroy, by the row under way of the program on top of the stack, which counts the card once it has left play.

    What joins a batch under way leaves play after the program has ended: nobody counts it.

    Rules 11.1 and 19.
    """
    tagged = destroy(s, t, card)
    if tagged and s.batch == 0:
        s.card[card].killer = BY_ROW
    return tagged


@kernel
def land(s, t, card, n, dealer):
    """Places n damage on a creature, past its armor; returns how much.

    dealer: the creature that fights, BY_ROW, or NO_CARD if a death is nobody's doing.

    Rule 10.
    """
    here = s.card[card]
    if is_unhurt(s, card):
        return 0
    here.damage = grown(here.damage, n)
    s.unsettled = 1
    if dealer != NO_CARD and here.status == Status.NONE:
        here.killer = dealer
        if dealer >= 0 and keyword(s, t, dealer, Constant.POISON):
            destroy(s, t, card)
    return n


@kernel
def absorb(s, t, card, n):
    """The armor that a creature has left takes up to n damage; returns what is left of the damage. Rule 10."""
    here = s.card[card]
    absorbed = max(0, min(n, armor(s, t, card) - int(here.armor_used)))
    here.armor_used += absorbed
    return n - absorbed


@kernel
def catches(s, t, catcher, card):
    """Whether a creature (or NO_CARD) takes the damage that is dealt to another. Rule 10."""
    if catcher == NO_CARD:
        return False
    facts = t.card[s.card[catcher].type]
    for row in range(facts.constant[0], facts.constant[1]):
        if t.constant[row].kind == Constant.CATCHES_DAMAGE:
            return works_on(s, t, row, catcher, card)
    return False


@kernel
def deal(s, t, card, n, flags, dealer):
    """Deals n damage to a creature: armor first, the rest to it or to the neighbor that takes it instead. Rule 10."""
    if n <= 0 or not in_play(s, card) or is_unhurt(s, card):
        return 0
    rest = n if flags & NO_ARMOR else absorb(s, t, card, n)
    if rest == 0:
        return 0
    if s.constant[Constant.CATCHES_DAMAGE] > 0:
        by_creature = max(dealer, NO_CARD)
        left, right = neighbors(s, card)
        by_left, by_right = catches(s, t, left, card), catches(s, t, right, card)
        if by_left and by_right:
            wait(s, rest, card, by_creature)
            return 0
        if by_left or by_right:
            land(s, t, left if by_left else right, rest, by_creature)
            return 0
    return land(s, t, card, rest, dealer)


@kernel
def damage(s, t, card, n, flags):
    """Deals n damage of an ability to a creature, flags: 0 or NO_ARMOR; returns how much was placed on it. Rule 10."""
    return deal(s, t, card, n, flags, BY_ROW if s.batch == 0 else NO_CARD)


@kernel
def strike(s, t, striker, card, n):
    """A creature deals n fight damage to another: poison works, a death is its doing. Returns what was placed.

    Rule 10.
    """
    return deal(s, t, card, n, 0, striker)


@kernel
def heal(s, t, card, n):
    """Removes up to n damage from a creature; returns how much. Rule 10."""
    healed = max(0, min(n, int(s.card[card].damage)))
    s.card[card].damage -= healed
    return healed


# --- damage and amber that several creatures could take -------------------------------------------------------------


@kernel
def redirect_options(s, t, out):
    """Fills `out` with the creatures that could take the damage or amber that has waited longest; returns how many.

    Rules 10 and 14.
    """
    entry = s.waiting[0]
    if entry.card != NO_CARD:
        out[0], out[1] = neighbors(s, int(entry.card))
        return 2
    line = s.line[other(int(entry.dealer))]
    n = 0
    for i in range(line.n):
        if carries(s, t, int(line.card[i]), Constant.CATCHES_AMBER) > 0:
            out[n] = line.card[i]
            n += 1
    return n


@kernel
def wait_no_longer(s):
    """Takes what has waited longest off the list; returns its amount, its dealer and whether it is damage."""
    entry = s.waiting[0]
    amount, dealer, is_damage = int(entry.amount), int(entry.dealer), entry.card != NO_CARD
    s.n_waiting = drop(s.waiting, int(s.n_waiting), 0)
    s.unsettled = 1
    return amount, dealer, is_damage


@kernel
def add_again(s, t):
    """Adds the amber that has waited longest to its pool as if for the first time, if of the creatures that could catch
    it at most one is still in play: the others left with the one that held it. Returns whether. Rule 14.
    """
    if s.waiting[0].card != NO_CARD or amber_catchers(s, t, int(s.waiting[0].dealer))[1] > 1:
        return False
    amount, seat, _ = wait_no_longer(s)
    add_to_pool(s, t, seat, amount)
    return True


@kernel
def redirect(s, t, card):
    """A creature takes the damage or amber that has waited longest. Rules 10 and 14."""
    amount, dealer, is_damage = wait_no_longer(s)
    if is_damage:
        land(s, t, card, amount, dealer)
    else:
        put_on(s, card, amount)
