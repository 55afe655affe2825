"""The numbers that steer the strategies of Shards of Infinity, in points: a point of power is worth about one.

Those that `tuning.toml` lists were tuned by play for `best`, others are by hand; what a style changes stands in
`strategies.toml`.
"""

from __future__ import annotations

from sim.shards_of_infinity.cards import read_cards

from ..strategist import Setting, Settings


class Number(Settings):
    """What one of each Resource is worth first, in their order; then how a turn is played."""

    GEM = Setting(0.5, "points", "a gem at once")
    POWER = Setting(1.0, "points", "a point of power at once")
    HEALTH = Setting(0.6, "points", "a point of health healed")
    MASTERY = Setting(2.5, "points", "a point of mastery at the start of the game")
    DRAW = Setting(2.0, "points", "a card drawn")
    BANISH = Setting(2.0, "points", "a card of one's own banished")
    RETURN = Setting(1.5, "points", "a card returned from the discard pile")
    DESTROY = Setting(4.0, "points", "an enemy champion destroyed by a text")
    TAKE = Setting(3.0, "points", "a card recruited for nothing")
    COPY = Setting(3.0, "points", "an effect copied")
    DRAIN = Setting(1.5, "points", "a point of mastery that opponents lose")
    FOCUS = Setting(3.0, "points", "focusing, against the purchase that its gem would pay for")
    RECRUIT_THRESHOLD = Setting(0.5, "points", "a recruit worth less is not made")
    FAST_PLAY_THRESHOLD = Setting(0.5, "points", "a fast-play worth less is not made")
    FAST_PLAY = Setting(1.0, "factor", "on what a fast-played card does at once")
    COST = Setting(0.3, "points a gem", "what the price of a purchase takes off its worth")
    FADING = Setting(1.0, "share", "of what a card is worth owning, gone by the end of the game")
    KILL_THRESHOLD = Setting(0.0, "power", "paid for any enemy champion")
    KILL_DEFENSE = Setting(0.2, "power a point of defense", "paid for an enemy champion")
    KILL_THREAT = Setting(1.5, "power a point", "paid for what an enemy champion yields in a turn")
    LATE_MASTERY = Setting(1.0, "share", "by which a point of mastery is worth more at the maximum")
    DEPLOY = Setting(3.0, "points", "for a Homodeus champion that enters play when recruited")
    RETURNED = Setting(0.7, "factor", "on what a card does at once that is recruited and comes to the hand this turn")
    HEALTH_LOW = Setting(1.0, "share", "by which healing is worth more without any health left")
    SECOND = Setting(0.7, "factor", "on the best purchase that the gems left by the first still pay for")
    TEXT = Setting(0.87, "factor", "on the text of a card that was not learned; fitted to the printed cards of `best`")
    TEXT_OTHER = Setting(3.0, "points", "an effect of such a text that gives no resource; fitted likewise")
    AIM_WEAK = Setting(1.0, "points", "to hit an opponent without health, and less for each point that he has")
    AIM_STRONG = Setting(0.0, "points a unit of log odds", "to hit an opponent who is near to winning")
    AIM_NEXT = Setting(0.0, "points", "to hit the opponent whose turn is next")


class Place(Settings):
    """How things stand for the seat that decides, by which Facts weigh more or less. Of each so much is usual as the
    default says: what is beyond that counts, in the unit.
    """

    PROGRESS = Setting(0.4, "share", "how near the end of the game is")
    MASTERY = Setting(0.3, "share of the most there can be", "own mastery")
    HEALTH = Setting(0.7, "share of the most there can be", "own health")
    THEIRS = Setting(0.7, "share of the most there can be", "the health of the weakest opponent")
    CARDS = Setting(1.4, "10 cards", "own cards, of the row those played this turn among them")
    TURN = Setting(0.6, "15 turns", "turns that the seat had")
    GEMS = Setting(0.5, "5 gems", "gems left")
    DECK = Setting(0.5, "10 cards", "cards in own deck")


class Fact(Settings):
    """What more counts for a purchase, a kill and a banishing: each by numbers of its own, one that always counts and
    one for each Place. Those of `best` were learned (see strategies.toml), other styles have none.
    """

    FAST_GEM = Setting(0.0, "points", "a gem at once of a card that is fast-played, and so on in the order of Resource")
    FAST_POWER = Setting(0.0, "points", "a point of power")
    FAST_HEALTH = Setting(0.0, "points", "a point of health")
    FAST_MASTERY = Setting(0.0, "points", "a point of mastery")
    FAST_DRAW = Setting(0.0, "points", "a card drawn")
    FAST_BANISH = Setting(0.0, "points", "a card banished")
    FAST_OTHER = Setting(0.0, "points", "one of any other resource")
    FAST = Setting(0.0, "points", "to fast-play any card")
    FAST_COST = Setting(0.0, "points a gem", "what it costs")
    FAST_OWN = Setting(0.0, "factor", "on what it is worth owning at the start of the game")
    RECRUIT = Setting(0.0, "points", "to recruit any card")
    RECRUIT_COST = Setting(0.0, "points a gem", "what it costs")
    RECRUIT_SHIELD = Setting(0.0, "points", "a point of its shield")
    RECRUIT_RETURNED = Setting(0.0, "factor", "on what it does at once if it comes to the hand this turn")
    RECRUIT_OWN = Setting(0.0, "factor", "on what it is worth owning at the start of the game")
    FOCUSING = Setting(0.0, "points", "to focus")
    SECONDLY = Setting(0.0, "factor", "on the best purchase that the gems left still pay for")
    KILL = Setting(0.0, "power", "paid for any enemy champion")
    KILL_DEFENDED = Setting(0.0, "power a point of defense", "paid for an enemy champion")
    KILL_POWER = Setting(0.0, "power a point", "paid for the power that an enemy champion gives in a turn")
    KILL_OWN = Setting(0.0, "power a point", "paid for what it is worth owning at the start of the game")
    BANISH_ANY = Setting(0.0, "points", "to banish any card")
    BANISH_HELD = Setting(0.0, "points", "to banish a card of the hand")
    BANISH_OWN = Setting(0.0, "factor", "on what a banished card is worth owning at the start of the game")
    BANISH_STARTER = Setting(0.0, "points", "to banish a starter")
    BANISH_NOW = Setting(0.0, "factor", "on what a card of the hand would do at once")


CARDS = list(read_cards())
N_CARDS = len(CARDS)
FIRST_OWN = len(Number)
"""From here on: what each card is worth owning as it is printed, in points, at the start of the game."""
FIRST_LATE = FIRST_OWN + N_CARDS
"""From here on: how much more each card is worth owning at its end, beside what fades, in points."""
FIRST_FACT = FIRST_LATE + N_CARDS
"""From here on: of each Fact what it always counts, and what it counts more for each Place."""
A_FACT = 1 + len(Place)
OWN = {f"own_{card}": 0.0 for card in CARDS}
LATE = {f"late_{card}": 0.0 for card in CARDS}
FACTS = {
    f"{fact}_{when}": 0.0
    for fact in Fact.defaults()
    for when in ("always", *(f"by_{place}" for place in Place.defaults()))
}
NUMBERS = {**Number.defaults(), **OWN, **LATE, **FACTS}
