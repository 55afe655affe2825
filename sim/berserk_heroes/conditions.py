"""When a row of a program happens, an ability triggers or a constant holds; what amounts are multiplied with."""

from __future__ import annotations

from ..cards.chosen import last_chosen
from ..core.faults import ERROR_UNWRITTEN
from ..core.kernel import kernel
from .basics import body, has, hero_of, in_play, life_left, meditation_value, side_of
from .filters import at_least, cost_of_card, costs_of_chosen, count_matching, is_attacking, passes
from .state import CARDS, Constant, Flag, Source, Zone
from .tables import PRINTED_COPIES, Condition, Count
from .texts import is_called, share_name

NOTES = 4
"""The highest number that a card can note. In `noted` each that it has noted, from 1 on, is a bit: what it once gained
it has beside what it gains later. Rule 7.8.
"""
THIRSTED, KILLED = 1 << NOTES, 4 << NOTES
"""Above these: what each character stands for that was chosen for its Thirst, and that this killed a creature."""


@kernel
def multiplier(s, t, frame, row):
    """What the amount of a row is multiplied with."""
    if row.count == Count.NONE:
        return 1
    return count_of(s, t, frame, int(row.count), int(row.count_argument), int(row.count_filter))


@kernel
def count_of(s, t, frame, kind, n, index):
    """What a Count is now. n, index: its argument and its filter."""
    you, this = int(frame.you), int(frame.source)
    if kind == Count.MATCHING:
        return count_matching(s, t, index, you, this, frame)
    if kind == Count.X:
        return int(frame.x)
    if kind == Count.DID:
        return int(frame.did)
    if kind == Count.DID_ABOVE:
        return max(0, int(frame.did) - n)
    if kind == Count.EXCESS:
        return int(frame.excess)
    if kind == Count.CHOSEN:
        return int(frame.n)
    if kind == Count.COST_OF_CHOSEN:
        return costs_of_chosen(s, t, frame)
    if kind == Count.COST_OF_EVENT:
        return event_cost(s, t, int(frame.event))
    if kind in (Count.Y, Count.REGENERATION_OF_EVENT):
        return int(frame.y)
    if kind in (Count.STRIKE_OF_LAST, Count.COST_OF_LAST, Count.LIFE_OF_LAST):
        return of_last(s, t, frame, kind)
    return multiplier_of_players(s, t, kind, you, this, n)


@kernel
def event_cost(s, t, card):
    """The cost of the card that an event is about; X as it was paid. Rule 5.3."""
    if card < 0:
        return 0
    ct = t.card[s.card[card].type]
    return int(s.card[card].spent) if ct.cost_x == 1 else int(ct.cost)


@kernel
def of_last(s, t, frame, kind):
    """A figure of the card chosen last; 0 if there is none."""
    last = last_chosen(frame)
    if last < 0:
        return 0
    if kind == Count.COST_OF_LAST:
        return cost_of_card(s, t, last)
    if kind == Count.STRIKE_OF_LAST:
        return int(body(s, last).strike)
    if kind == Count.LIFE_OF_LAST:
        return life_left(s, last)
    s.error = ERROR_UNWRITTEN
    return 0


@kernel
def multiplier_of_players(s, t, kind, you, this, n):
    """The multipliers that are figures of a player or of this card."""
    if kind == Count.HAND:
        return int(s.hand[you].n)
    if kind == Count.HAND_ABOVE:
        return max(0, int(s.hand[you].n) - n)
    if kind == Count.GOLD:
        return int(s.gold[you])
    if kind == Count.GOLD_OF_OPPONENT:
        return int(s.gold[1 - you])
    if kind == Count.UNTAPPED_GOLD:
        return int(s.gold[you]) - int(s.tapped_gold[you])
    if kind == Count.DISCARDED:
        return int(s.discarded[you])
    if kind == Count.MEDITATION:
        return meditation_sum(s, t, you)
    if kind == Count.CAPTURED:
        return captured_cards(s)
    if kind == Count.RIPENING:
        return int(body(s, this).counters)
    if kind == Count.NAMESAKES_PLAYED:
        return namesakes_played(s, this) if s.active == you else 0
    if kind == Count.THIRST_TARGETS:
        return (int(s.card[this].noted) & (KILLED - 1)) // THIRSTED
    if kind == Count.LAST_WOUNDS:
        return int(s.last_wounds[you])
    s.error = ERROR_UNWRITTEN
    return 0


@kernel
def namesakes_played(s, card):
    """How many cards called like a card the active player has played this turn."""
    n = 0
    for i in range(s.n_played):
        n += is_called(s, card, int(s.played[i]))
    return n


@kernel
def captured_cards(s):
    """How many cards lie under characters, of either player (rules 7.6)."""
    n = 0
    for card in range(CARDS):
        n += s.card[card].zone == Zone.CAPTURED
    return n


@kernel
def meditation_sum(s, t, you):
    """The Meditation values of a seat's creatures."""
    total = 0
    for i in range(s.line[you].n):
        for k in range(PRINTED_COPIES):
            total += meditation_value(s, t, int(s.line[you].card[i]), k)
    return total


@kernel
def holds(s, t, frame, row):
    """Whether the condition of a row, an ability or a constant holds."""
    if row.condition == Condition.NONE:
        return True
    kind, n, index = int(row.condition), int(row.condition_argument), int(row.condition_filter)
    return condition_holds(s, t, frame, kind, n, index) != (row.otherwise != 0)


@kernel
def condition_holds(s, t, frame, kind, n, index):
    """Whether a Condition holds, not turned round. n, index: its argument and its filter."""
    you, this = int(frame.you), int(frame.source)
    if kind == Condition.DID:
        return frame.did >= max(1, n)
    if kind == Condition.CHOSEN:
        return frame.n >= max(1, n)
    if kind in (Condition.AT_LEAST, Condition.ANY):
        return at_least(s, t, index, n if kind == Condition.AT_LEAST else 1, you, this, frame)
    if kind in (Condition.LAST_IS, Condition.EVENT_IS, Condition.BY_IS, Condition.THIS_IS):
        card = this
        if kind == Condition.LAST_IS:
            card = last_chosen(frame)
        elif kind == Condition.EVENT_IS:
            card = int(frame.event)
        elif kind == Condition.BY_IS:
            card = int(frame.by)
        return card >= 0 and passes(s, t, index, card, you, this, frame)
    if kind == Condition.THIS_LIES:
        return s.card[this].zone == n
    if kind == Condition.EVENT_LIES:
        return frame.event >= 0 and s.card[frame.event].zone == n
    if kind == Condition.X_AT_LEAST:
        return frame.x >= n
    if kind == Condition.SPENT_NOTHING:
        return frame.x == 0
    if kind == Condition.BY_STRIKE:
        return frame.how == Source.STRIKE
    if kind == Condition.NOT_BY_STRIKE:
        return frame.how != Source.STRIKE
    if kind == Condition.PAID:
        return frame.y >= 1
    if kind == Condition.HERO_WOUNDED:
        return frame.how != 0
    if kind == Condition.GRAVEYARD_ABOVE_COST:
        player = side_of(s, int(frame.event)) if frame.event >= 0 else 1 - you
        return s.graveyard[player].n > event_cost(s, t, int(frame.event))
    return condition_of_players(s, t, kind, n, you, this)


@kernel
def condition_of_players(s, t, kind, n, you, this):
    """The conditions about the players and this card."""
    opponent = 1 - you
    if kind == Condition.GOLD:
        return s.gold[you] >= n
    if kind == Condition.UNTAPPED_GOLD:
        return s.gold[you] - s.tapped_gold[you] >= n
    if kind == Condition.LESS_GOLD:
        return s.gold[you] < s.gold[opponent]
    if kind == Condition.OPPONENT_NO_UNTAPPED_GOLD:
        return s.gold[opponent] == s.tapped_gold[opponent]
    if kind == Condition.HAND:
        return s.hand[you].n >= n
    if kind == Condition.OPPONENT_HAND:
        return s.hand[opponent].n >= n
    if kind == Condition.MORE_HAND:
        return s.hand[you].n > s.hand[opponent].n
    if kind == Condition.FEWER_HAND:
        return s.hand[you].n < s.hand[opponent].n
    if kind == Condition.DISCARDED:
        return s.discarded[you] >= max(1, n)
    if kind == Condition.DISCARDED_IS:
        return s.discarded[you] == n
    if kind == Condition.PLAYED_CLASS:
        return played_class(s, t, you, n)
    if kind == Condition.YOUR_TURN:
        return s.active == you
    if kind == Condition.FIRST_DRAWN:
        return s.drawn[you] == 1
    if kind == Condition.OPPONENT_HERO_TAPPED:
        return has(s, hero_of(opponent), Flag.TAPPED)
    return condition_of_cards(s, t, kind, n, you, this)


@kernel
def condition_of_cards(s, t, kind, n, you, this):
    """The rarer conditions."""
    if kind == Condition.HERO_BELOW_THIS:
        return in_play(s, this) and life_left(s, hero_of(you)) < life_left(s, this)
    if kind == Condition.THIRST_KILLED:
        return s.card[this].noted & KILLED != 0
    if kind == Condition.NOTED:
        return has_noted(s, this, n)
    if kind == Condition.GRAVEYARD_NAMES:
        return graveyard_names(s, you) >= n
    if kind == Condition.TOP_LOWEST:
        return has_lowest_top(s, t, you)
    if kind == Condition.HAND_TWINS:
        return has_twins(s, you)
    if kind == Condition.EXTRA_LIFE:
        return extra_life_of(s, you) >= n
    if kind == Condition.ATTACKING:
        return is_attacking(s, this)
    s.error = ERROR_UNWRITTEN
    return False


@kernel
def has_noted(s, card, n):
    """Whether a card has noted a number; 0: whether it has noted none. Rule 7.8."""
    notes = int(s.card[card].noted) & (THIRSTED - 1)
    if n <= 0:
        return notes == 0
    return n <= NOTES and (notes >> (n - 1)) & 1 == 1


@kernel
def extra_life_of(s, you):
    """Extra life of all characters of a seat, but for a hidden hero's."""
    hero = hero_of(you)
    n = 0 if has(s, hero, Flag.HIDDEN) else max(0, int(body(s, hero).extra))
    for i in range(s.line[you].n):
        n += max(0, int(s.body[s.card[s.line[you].card[i]].body].extra))
    return n


@kernel
def played_class(s, t, you, bit):
    """Whether a seat has played a card of a class this turn."""
    if s.active != you:
        return False
    for i in range(s.n_played):
        ct = t.card[s.played[i]]
        if (ct.classes >> bit) & 1 == 1 or (ct.constants >> Constant.ALL_CLASSES) & 1 == 1:
            return True
    return False


@kernel
def graveyard_names(s, you):
    """How many different names are in a graveyard."""
    n, pile = 0, s.graveyard[you]
    for i in range(pile.n):
        new = 1
        for j in range(i):
            if s.card[pile.card[j]].type == s.card[pile.card[i]].type:
                new = 0
        n += new
    return n


@kernel
def has_lowest_top(s, t, you):
    """Whether the top card of your deck costs less than that of your opponent; one without a card has none."""
    if s.deck[you].n == 0:
        return False
    if s.deck[1 - you].n == 0:
        return True
    own, others = s.deck[you].card[s.deck[you].n - 1], s.deck[1 - you].card[s.deck[1 - you].n - 1]
    return t.card[s.card[own].type].cost < t.card[s.card[others].type].cost


@kernel
def has_twins(s, you):
    """Whether two support cards of a seat are called alike."""
    row = s.support[you]
    for i in range(row.n):
        for j in range(i):
            if share_name(s, int(row.card[i]), int(row.card[j])):
                return True
    return False
