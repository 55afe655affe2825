"""Plain facts about cards: whose they are, where, what they are now."""

from __future__ import annotations

from ..core.kernel import kernel
from .state import NO_BODY, SEATS, SHIFTED, SLOTS, Constant, Flag, Passing, Type, Zone


@kernel
def owner(card):
    """The seat whose card it is."""
    return card // SLOTS


@kernel
def next_moment(s):
    """The number of a moment that comes after all those before."""
    s.moments += 1
    return s.moments


@kernel
def note_shift(s):
    """Gold, wounds, places or what is tapped has changed: nothing that a card is by itself, but constants of cards in
    play may look at it, and so do the state rules. Rules 7.1, 7.5.
    """
    if s.stale != 1:
        s.stale = SHIFTED


@kernel
def hero_of(seat):
    """The number of a seat's hero."""
    return seat * SLOTS


@kernel
def body(s, card):
    """The record of a card that is in play."""
    return s.body[s.card[card].body]


@kernel
def in_play(s, card):
    """Whether there is such a card, and it is in play."""
    return card >= 0 and s.card[card].zone == Zone.PLAY


@kernel
def may_be_played(s, card):
    """Whether a card lies where it can be played from: not in play, nor being played already (rule 5.4)."""
    return s.card[card].zone != Zone.PLAY and s.card[card].zone != Zone.RESOLVING


@kernel
def may_come_into_play(t, card_type):
    """Whether a card comes into play at all: creatures and support cards do, a spell goes to the graveyard, a hero is
    there from the start (rule 5.4).
    """
    kind = t.card[card_type].type
    return kind != Type.HERO and kind != Type.SPELL


@kernel
def has(s, card, flag):
    """Whether a card has a flag."""
    return s.card[card].bits & flag != 0


@kernel
def mark(s, card, flag):
    """Sets a flag of a card."""
    s.card[card].bits |= flag


@kernel
def unmark(s, card, flag):
    """Clears flags of a card."""
    s.card[card].bits &= ~flag


@kernel
def type_of(s, t, card):
    """The Type of a card."""
    return int(t.card[s.card[card].type].type)


@kernel
def is_character(s, t, card):
    """Whether a card is a hero or a creature."""
    kind = type_of(s, t, card)
    return kind == Type.HERO or kind == Type.CREATURE


@kernel
def has_text(s, card):
    """Whether what is printed on a card counts. rule: keyword Loses abilities."""
    return s.card[card].bits & (Flag.LOST | Flag.SILENCED) == 0


@kernel
def is_under_egg(s, t, card):
    """Whether an Egg has captured a card."""
    it = s.card[card]
    return it.zone == Zone.CAPTURED and (t.card[s.card[it.captor].type].constants >> Constant.HATCHES) & 1 == 1


@kernel
def keyword(s, card, word):
    """Whether a card in play has a keyword now."""
    return (s.body[s.card[card].body].keywords >> word) & 1 == 1


@kernel
def meditation_value(s, t, card, k):
    """The value of the k-th copy of Meditation of a card in play: the highest printed one and what it has gained are
    one keyword, of which the higher counts. rule: keywords, the general rule.
    """
    value = int(t.card[s.card[card].type].meditation[k]) if has_text(s, card) else 0
    return max(value, int(s.body[s.card[card].body].meditation)) if k == 0 else value


@kernel
def life_left(s, card):
    """Current life of a character. Rule 8."""
    it = s.body[s.card[card].body]
    return int(it.life) - int(it.wounds)


@kernel
def in_play_count(s, seat):
    """How many cards a seat has in play, its hero among them."""
    return 1 + int(s.line[seat].n) + int(s.support[seat].n)


@kernel
def in_play_at(s, seat, k):
    """The k-th card of a seat in play: the hero, creatures, support cards."""
    if k == 0:
        return seat * SLOTS
    if k <= s.line[seat].n:
        return int(s.line[seat].card[k - 1])
    return int(s.support[seat].card[k - 1 - s.line[seat].n])


@kernel
def side_of(s, card):
    """The seat on whose side a card is: of one in play its controller's, of one being played that of who plays it, else
    its owner's.
    """
    return int(s.card[card].controller)


@kernel
def hand_over(s, card, seat):
    """A card that is not in play is a player's: what texts say of "your" and "the opponent's" cards they say of those
    that he plays, whoever owns them. Returns whose it was. Rule 5.4.
    """
    side = side_of(s, card)
    s.card[card].controller = seat
    return side


@kernel
def dealer(s, card):
    """The seat whose card does something, or is done something to: of one that has left play that of who controlled it
    last.

    Rule 7.4.
    """
    return side_of(s, card) ^ int(has(s, card, Flag.LENT))


@kernel
def forget_former(s, card):
    """A card that is played, or does something where it lies, is none that was in play before. Rule 2."""
    unmark(s, card, Flag.LENT)
    s.card[card].body = NO_BODY


@kernel
def use_keyword(s, seat):
    """A keyword of a card of a seat does something: it is counted."""
    s.keywords_used[seat] += 1


@kernel
def spell_gold(s, seat):
    """Untapped gold of a seat that pays for spells alone."""
    return int(s.passing_gold[seat, Passing.SPELLS]) - int(s.tapped_passing[seat, Passing.SPELLS])


@kernel
def untapped_gold(s, seat):
    """Untapped gold of a seat that pays for anything. Rule 5.1."""
    return int(s.gold[seat]) - int(s.tapped_gold[seat]) - spell_gold(s, seat)


@kernel
def captured_by(s, captor):
    """How many cards are under a card."""
    n = 0
    for card in range(SEATS * SLOTS):
        if s.card[card].zone == Zone.CAPTURED and s.card[card].captor == captor:
            n += 1
    return n
