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


CARDS = list(read_cards())
N_CARDS = len(CARDS)
FIRST_OWN = len(Number)
"""From here on: what each card is worth owning as it is printed, in points, at the start of the game."""
FIRST_LATE = FIRST_OWN + N_CARDS
"""From here on: how much more each card is worth owning at its end, beside what fades, in points."""
OWN = {f"own_{card}": 0.0 for card in CARDS}
LATE = {f"late_{card}": 0.0 for card in CARDS}
NUMBERS = {**Number.defaults(), **OWN, **LATE}
