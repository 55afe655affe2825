"""How things stand for a seat of Shards of Infinity, and what each Fact of a choice counts then (numbers.py)."""

from __future__ import annotations

from typing import Any, NamedTuple

from sim.core.kernel import kernel

from .numbers import A_FACT, FIRST_FACT, Fact, Number, Place

USUAL = tuple(Place.defaults().values())


class Places(NamedTuple):
    """How much more there is of each Place than is usual."""

    progress: float
    mastery: float
    health: float
    theirs: float
    cards: float
    turn: float
    gems: float
    deck: float


class RecruitFacts(NamedTuple):
    """What counts for a recruit, as things stand: in points, or a factor, as Fact says."""

    any: float
    cost: float
    shield: float
    returned: float
    own: float


class FastFacts(NamedTuple):
    """What counts for a fast-play beside what the card does, as things stand."""

    any: float
    cost: float
    own: float


class Prices(NamedTuple):
    """What purchases are worth by, as things stand."""

    recruit: RecruitFacts
    fast: FastFacts
    focusing: float
    """points, for focus"""
    second: float
    """factor on the best purchase that the gems left still pay for"""
    progress: float
    """how near the end of the game is, 0..1"""
    returns: int
    """bit mask of the filters of cards that come to the hand this turn"""
    weights: Any
    """float64 vector, by Resource: what one of it is worth at once on a card that is fast-played"""


@kernel
def progress(s, t):
    """How near the end of the game is, 0..1: the highest mastery or the lowest health of anybody."""
    mastery, health = 0, s.health[s.active]
    for seat in range(s.players):
        if s.alive[seat] == 1:
            mastery, health = max(mastery, s.mastery[seat]), min(health, s.health[seat])
    return max(mastery / t.max_mastery, 1.0 - health / t.max_health)


@kernel
def weakest_health(s, t, seat):
    """The least health of a living opponent."""
    least = t.max_health
    for other in range(s.players):
        if other != seat and s.alive[other] == 1:
            least = min(least, s.health[other])
    return least


@kernel
def cards_owned(s, seat):
    """How many cards the active seat has, with all that it played this turn."""
    owned = s.deck[seat].n + s.hand[seat].n + s.discard[seat].n + s.champions[seat].n
    return owned + s.play.n + s.exhausted.n


@kernel
def places(s, t, seat):
    """How things stand for the active seat."""
    return Places(
        progress(s, t) - USUAL[Place.PROGRESS],
        s.mastery[seat] / t.max_mastery - USUAL[Place.MASTERY],
        s.health[seat] / t.max_health - USUAL[Place.HEALTH],
        weakest_health(s, t, seat) / t.max_health - USUAL[Place.THEIRS],
        cards_owned(s, seat) / 10.0 - USUAL[Place.CARDS],
        s.turn / (15.0 * s.players) - USUAL[Place.TURN],
        s.gems / 5.0 - USUAL[Place.GEMS],
        s.deck[seat].n / 10.0 - USUAL[Place.DECK],
    )


@kernel
def fact(p, which, x):
    """What a Fact counts, as things stand."""
    k = FIRST_FACT + A_FACT * which
    early = p[k] + p[k + 1] * x.progress + p[k + 2] * x.mastery + p[k + 3] * x.health + p[k + 4] * x.theirs
    return early + p[k + 5] * x.cards + p[k + 6] * x.turn + p[k + 7] * x.gems + p[k + 8] * x.deck


@kernel
def recruit_facts(x, p):
    """What counts for a recruit."""
    return RecruitFacts(
        fact(p, Fact.RECRUIT, x),
        fact(p, Fact.RECRUIT_COST, x),
        fact(p, Fact.RECRUIT_SHIELD, x),
        p[Number.RETURNED] + fact(p, Fact.RECRUIT_RETURNED, x),
        fact(p, Fact.RECRUIT_OWN, x),
    )


@kernel
def fast_facts(x, p):
    """What counts for a fast-play beside what the card does."""
    return FastFacts(fact(p, Fact.FAST, x), fact(p, Fact.FAST_COST, x), fact(p, Fact.FAST_OWN, x))


@kernel
def prices_now(s, t, x, returns, p, weights):
    """What purchases are worth by, as things stand; the arguments are those of Places and Prices."""
    second = p[Number.SECOND] + fact(p, Fact.SECONDLY, x)
    focusing = fact(p, Fact.FOCUSING, x)
    return Prices(recruit_facts(x, p), fast_facts(x, p), focusing, second, progress(s, t), returns, weights)
