"""What the constant abilities of cards in play make of powers, keywords, costs and houses.

An ability on an upgrade without a filter works on its host, any other without a filter on the card itself.
"""

from __future__ import annotations

from ..cards.filters import has_asked
from ..core.bitsets import lowest
from ..core.faults import ERROR_UNWRITTEN
from ..core.kernel import kernel
from .battleline import in_play, is_flank, neighbors, next_source, owner, seat_of
from .state import DECK_SIZE, HOUSES, KEYS_TO_WIN, NO_CARD, NO_HOUSE, SEATS, Constant, House, Lasting, Mark, Type
from .tables import Count, Keyword, Property, Side

KEY_COST = 6
HAND_SIZE = 6


PLACES = (
    Property.OTHER
    | Property.FLANK
    | Property.NOT_FLANK
    | Property.NEIGHBOR
    | Property.THIS
    | Property.HOST
    | Property.YOUR_TURN
)


MARS_BIT = 1 << House.MARS


# --- plain filters: nothing that depends on powers or keywords ------------------------------------------------------


@kernel
def house_now(s, card):
    """The house as which a card counts, marks of the turn apart: its own, or the one that it has while another player
    than its owner controls it. Rules 1 and 21.
    """
    here = s.card[card]
    return int(here.house if here.taken_house == NO_HOUSE or here.controller == owner(card) else here.taken_house)


@kernel
def houses_of(s, t, card):
    """Bits of the houses that a card belongs to, wherever it is. Rule 1."""
    here = s.card[card]
    if here.marks & Mark.MARS:
        return MARS_BIT
    return 1 << house_now(s, card)


@kernel
def matches_plain(s, t, index, card, you, this):
    """Whether filter `index` lets a card pass, all that it asks about powers, keywords, zones and choices left out.

    `you` is the seat and `this` the card of the ability that asks.
    """
    return matches_of(s, t, index, card, seat_of(s, card), you, this)


@kernel
def matches_of(s, t, index, card, seat, you, this):
    """matches_plain for a card that counts as seat's: the one to whom an event happens need not control its card."""
    asked = t.filter[index]
    facts = t.card[s.card[card].type]
    if not has_asked(asked.types, 0, 1 << facts.type):
        return False
    if (asked.side == Side.FRIENDLY and seat != you) or (asked.side == Side.ENEMY and seat == you):
        return False
    if not has_asked(asked.traits, asked.without_traits, facts.traits):
        return False
    if asked.title >= 0 and s.card[card].type != asked.title:
        return False
    if asked.houses | asked.without_houses:
        if not has_asked(asked.houses, asked.without_houses, houses_of(s, t, card)):
            return False
    properties = int(asked.properties)
    return properties == 0 or (stands_so(s, t, properties, card, you, this) and is_so(s, t, properties, card))


@kernel
def stands_so(s, t, properties, card, you, this):
    """Whether a card stands where the properties ask. Rule 13."""
    if properties & PLACES == 0:
        return True
    if (properties & Property.OTHER and card == this) or (properties & Property.THIS and card != this):
        return False
    if properties & Property.YOUR_TURN and s.active != you:
        return False
    if properties & Property.HOST and (this < 0 or s.card[this].host != card):
        return False
    if properties & (Property.FLANK | Property.NOT_FLANK) and t.card[s.card[card].type].type == Type.CREATURE:
        flank = in_play(s, card) and is_flank(s, card)
        if (properties & Property.FLANK and not flank) or (properties & Property.NOT_FLANK and flank):
            return False
    if properties & Property.NEIGHBOR:
        if not in_play(s, this):
            return False
        left, right = neighbors(s, this)
        return card in (left, right)
    return True


@kernel
def is_so(s, t, properties, card):
    """Whether a card is in the state that the properties ask."""
    here = s.card[card]
    if (properties & Property.DAMAGED and here.damage == 0) or (properties & Property.UNDAMAGED and here.damage > 0):
        return False
    if (properties & Property.READY and here.ready == 0) or (properties & Property.EXHAUSTED and here.ready == 1):
        return False
    if (properties & Property.STUNNED and here.stunned == 0) or (properties & Property.HAS_AMBER and here.amber == 0):
        return False
    if properties & Property.NOTED and here.marks & Mark.NOTED == 0:
        return False
    if properties & Property.ACTIVE_HOUSE:
        return s.house != NO_HOUSE and (houses_of(s, t, card) >> int(s.house)) & 1 == 1
    return True


@kernel
def count_plain(s, t, index, you, this):
    """How many creatures and artifacts in play matches_plain lets pass."""
    count = 0
    for seat in range(SEATS):
        for i in range(s.line[seat].n):
            count += matches_plain(s, t, index, int(s.line[seat].card[i]), you, this)
        for i in range(s.artifacts[seat].n):
            count += matches_plain(s, t, index, int(s.artifacts[seat].card[i]), you, this)
    return count


# --- constants ------------------------------------------------------------------------------------------------------


@kernel
def carries(s, t, card, kind):
    """How many constant abilities of a kind a card has, wherever it is."""
    facts = t.card[s.card[card].type]
    if facts.plain == 1:
        return 0
    count = 0
    for i in range(facts.constant[0], facts.constant[1]):
        count += t.constant[i].kind == kind
    return count


@kernel
def amount_of(s, t, row, you, this):
    """What row `row` of the constants table, on card `this` of seat `you`, amounts to now."""
    constant = t.constant[row]
    amount = int(constant.amount)
    if constant.count == Count.MATCHING:
        return amount * count_plain(s, t, int(constant.count_filter), you, this)
    if constant.count == Count.UNFORGED_KEYS:
        return amount * (KEYS_TO_WIN - int(s.keys[you]))
    if constant.count == Count.AMBER_ON_THIS:
        return amount * int(s.card[this].amber)
    if constant.count != Count.NONE:
        s.error = ERROR_UNWRITTEN
    return amount


@kernel
def works_on(s, t, row, source, card):
    """Whether row `row` of the constants table, on card `source` in play, works on a card."""
    index = int(t.constant[row].filter)
    if index < 0:
        host = int(s.card[source].host) if t.card[s.card[source].type].type == Type.UPGRADE else source
        return card == host
    return matches_plain(s, t, index, card, int(s.card[source].controller), source)


@kernel
def effect_of(s, t, source, card, kind, counting):
    """The sum of what the constants of a kind on card `source` do to a card; counting: how many do something."""
    facts = t.card[s.card[source].type]
    total = 0
    if facts.plain == 0:
        for row in range(facts.constant[0], facts.constant[1]):
            if t.constant[row].kind == kind and works_on(s, t, row, source, card):
                total += 1 if counting else amount_of(s, t, row, int(s.card[source].controller), source)
    return total


@kernel
def effect_on(s, t, card, kind, counting):
    """The sum of what all constants of a kind do to a card in play; counting: how many do something."""
    return 0 if s.constant[kind] == 0 else effect_of_sources(s, t, card, kind, counting)


@kernel
def effect_of_sources(s, t, card, kind, counting):
    """effect_on where there is such a constant: upgrades work on their host alone."""
    total = 0
    for seat in range(SEATS):
        bits = int(s.sources[seat])
        while bits != 0:
            source = seat * DECK_SIZE + lowest(bits)
            bits &= bits - 1
            here = s.card[source]
            if (t.card[here.type].kinds >> kind) & 1 == 1 and here.host in (NO_CARD, card):
                total += effect_of(s, t, source, card, kind, counting)
    return total


@kernel
def affected(s, t, card, kind):
    """Whether a constant of a kind works on a card in play: its own, one of an upgrade, or one of another card."""
    return effect_on(s, t, card, kind, True) > 0


@kernel
def has_constant(s, t, seat, kind):
    """Whether a creature or artifact that `seat` controls has a constant of a kind."""
    if s.constant[kind] == 0:
        return False
    source = next_source(s, t, kind, 0)
    while source != NO_CARD:
        here = s.card[source]
        if here.controller == seat and here.host == NO_CARD:
            return True
        source = next_source(s, t, kind, source + 1)
    return False


@kernel
def player_effect(s, t, source, seat, kind):
    """What the constants of a kind on card `source` in play amount to for a player.

    What an upgrade gives its host is the affair of the host's controller.

    Rule 7.
    """
    facts = t.card[s.card[source].type]
    if facts.plain == 1:
        return 0
    this = int(s.card[source].host) if facts.type == Type.UPGRADE else source
    you = int(s.card[this].controller)
    total = 0
    for row in range(facts.constant[0], facts.constant[1]):
        constant = t.constant[row]
        if constant.kind != kind or (constant.side == Side.FRIENDLY and you != seat):
            continue
        if (constant.side == Side.ENEMY or constant.side == Side.HOST_OPPONENT) and you == seat:
            continue
        if constant.filter < 0 or matches_plain(s, t, int(constant.filter), this, you, this):
            total += amount_of(s, t, row, you, this)
    return total


@kernel
def constant_sum(s, t, seat, kind):
    """What all constants of a kind in play that concern players amount to for a player, by their side.

    The filter of such a constant is a condition on its own card.
    """
    total = 0
    if s.constant[kind] == 0:
        return total
    source = next_source(s, t, kind, 0)
    while source != NO_CARD:
        total += player_effect(s, t, source, seat, kind)
        source = next_source(s, t, kind, source + 1)
    return total


# --- what comes of it -----------------------------------------------------------------------------------------------


@kernel
def power(s, t, card):
    """The power of a creature, at least 0: as printed, its counters and what constants add; elsewhere as printed.

    Rule 10.
    """
    here = s.card[card]
    amount = int(t.card[here.type].power)
    if not in_play(s, card):
        return amount
    more = effect_on(s, t, card, Constant.POWER, False) + effect_on(s, t, card, Constant.LESS_POWER, False)
    return max(0, amount + int(here.counters) + more)


@kernel
def has_power_above(s, t, card, damage):
    """Whether the power of a creature in play is above the damage on it, by what is quick to tell or else by what it
    comes to.

    Rule 10.
    """
    here = s.card[card]
    if s.constant[Constant.LESS_POWER] == 0 and int(t.card[here.type].power) + int(here.counters) > damage:
        return True
    return power(s, t, card) > damage


@kernel
def armor(s, t, card):
    """The armor of a creature in play, used or not. Rule 10."""
    return max(0, int(t.card[s.card[card].type].armor) + effect_on(s, t, card, Constant.ARMOR, False))


@kernel
def printed_bit(kind):
    """The bit of a keyword that is printed on cards, by the constant that gives it."""
    if kind == Constant.TAUNT:
        return Keyword.TAUNT
    if kind == Constant.ELUSIVE:
        return Keyword.ELUSIVE
    if kind == Constant.SKIRMISH:
        return Keyword.SKIRMISH
    return Keyword.POISON if kind == Constant.POISON else 0


@kernel
def keyword(s, t, card, kind):
    """Whether a creature in play has Constant.TAUNT, ELUSIVE, SKIRMISH or POISON. Rule 15."""
    if kind == Constant.ELUSIVE and s.now[Lasting.NO_ELUSIVE] > 0:
        return False
    if kind == Constant.SKIRMISH and s.card[card].marks & Mark.SKIRMISH:
        return True
    return t.card[s.card[card].type].keywords & printed_bit(kind) != 0 or affected(s, t, card, kind)


@kernel
def keyword_amount(s, t, card, kind):
    """The amount of Constant.ASSAULT or HAZARDOUS of a creature in play: all sources add up. Rule 15."""
    facts = t.card[s.card[card].type]
    return int(facts.assault if kind == Constant.ASSAULT else facts.hazardous) + effect_on(s, t, card, kind, False)


@kernel
def key_cost(s, t, seat):
    """What a key costs a player now. Rule 4."""
    return max(0, KEY_COST + constant_sum(s, t, seat, Constant.KEY_COST) + int(s.now[Lasting.KEYS_COST]))


@kernel
def refill_size(s, t, seat):
    """To how many cards a player refills the hand, chains apart. Rule 17."""
    return max(0, HAND_SIZE + constant_sum(s, t, seat, Constant.REFILL))


@kernel
def forced_houses(s, t, seat):
    """Bits of the houses that the cards a player controls make him choose. Rule 5."""
    houses = 0
    if s.constant[Constant.MUST_CHOOSE] == 0:
        return houses
    source = next_source(s, t, Constant.MUST_CHOOSE, 0)
    while source != NO_CARD:
        facts = t.card[s.card[source].type]
        this = int(s.card[source].host) if facts.type == Type.UPGRADE else source
        for row in range(facts.constant[0], facts.constant[1]):
            if t.constant[row].kind == Constant.MUST_CHOOSE and s.card[this].controller == seat:
                houses |= 1 << int(t.constant[row].amount)
        source = next_source(s, t, Constant.MUST_CHOOSE, source + 1)
    return houses


@kernel
def named_for(house, seat):
    """A house that is named on a card and the player for whom, as one number; NO_HOUSE stays what it is."""
    return house if house == NO_HOUSE else house + HOUSES * seat


@kernel
def forbidden_houses(s, t, seat):
    """Bits of the houses that cards forbid a player to choose, whoever controls them by now. Rules 5 and 20."""
    houses = 0
    if s.constant[Constant.FORBIDS_NAMED] == 0:
        return houses
    source = next_source(s, t, Constant.FORBIDS_NAMED, 0)
    while source != NO_CARD:
        named = int(s.card[source].named)
        if named != NO_HOUSE and named // HOUSES == seat:
            houses |= 1 << named % HOUSES
        source = next_source(s, t, Constant.FORBIDS_NAMED, source + 1)
    return houses
