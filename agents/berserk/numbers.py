"""The numbers that steer the strategies of Berserk, in crystals.

Those that `tuning.toml` lists were tuned by play for `best` (`strategies.toml` has them), all others are by hand.
"""

from __future__ import annotations

from ..strategist import Setting, Settings


class Number(Settings):
    """What things are worth first, then how a turn is played and cards are placed."""

    WOUND = Setting(0.8, "factor", "on the share of its life that an enemy card loses, by its worth")
    KILL = Setting(1.2, "factor", "on an enemy card's worth if it dies, beside its wounds")
    LIFELESS = Setting(0.5, "share", "of a card's worth that is at stake where it is no creature")
    RISK = Setting(0.7, "factor", "on wounds and deaths of own cards")
    PREVENTED = Setting(0.25, "share", "of what armour prevents that is lost: the next attack meets what is left of it")
    SPENT = Setting(0.15, "crystals", "closing a card, for each enemy that may reach it")
    EXPOSED = Setting(0.6, "share", "of what closing costs that goes by lives at stake, not by the number of enemies")
    PATIENCE = Setting(10.0, "turns", "after which closing costs less and less, and weaker strikes are made")
    GUARDED = Setting(0.6, "share", "of an attack that meets the defender whom the enemy likes best")
    POISON = Setting(1.0, "factor", "on the wounds of poison in one turn")
    HEAL = Setting(0.5, "factor", "on the share of its life that a card regains, by its worth")
    TEMPO = Setting(0.6, "factor", "on a part of a card's worth: closing an enemy card, opening an own one")
    TOKEN = Setting(0.3, "crystals", "a token")
    EFFECT = Setting(0.8, "factor", "on what traits do")
    ON_STRIKE = Setting(0.6, "factor", "on what an attack triggers of its own card's traits")
    DANGER = Setting(0.1, "share", "of what enemies may take of a card on a cell, that standing there costs")
    ADVANCE = Setting(0.12, "crystals", "a step by which the way to the next enemy is shorter")
    SUPPORT = Setting(0.05, "crystals", "an own card beside")
    FORMATION = Setting(0.3, "crystals", "being in formation")
    SHOOTER = Setting(0.3, "crystals", "keeping away, for who attacks from afar")
    CENTRE = Setting(0.02, "crystals", "a column nearer to the middle")
    IMPATIENCE = Setting(0.06, "share a turn", "by which the way to the enemy counts more")
    ACCUMULATE = Setting(0.4, "crystals", "closing for a token")
    BY_COST = Setting(0.6, "points a crystal", "of what a card is good for in recruitment")
    BY_LIFE = Setting(0.25, "points a life", "likewise")
    BY_TRAITS = Setting(0.2, "points a trait", "likewise")
    BY_STRIKE = Setting(0.5, "points a wound of its strikes", "likewise")
    BY_MOVE = Setting(0.2, "points a cell of its move", "likewise")
    BY_FLIGHT = Setting(0.8, "points", "likewise, for flying")
    BY_SHOTS = Setting(0.0, "points", "likewise, for attacks from afar")
    BY_LIFELESS = Setting(0.0, "points", "taken off for what is no creature")
    STRIKE = Setting(0.1, "crystals", "a strike worth less is not made")
    WALK = Setting(0.9, "share", "of a strike that a step makes possible")
    STEP = Setting(0.03, "crystals", "a step worth less is not made")
    SUDDEN = Setting(0.6, "crystals", "a sudden action worth less is not used")
    DEFEND = Setting(0.3, "crystals", "what closing a defender costs")
    ONE_ELEMENT = Setting(3.0, "points", "what a card of one more element loses in recruitment")
    FRONT = Setting(1.0, "factor", "on the wish of strong bodies to be placed in the front row")
    FORWARD_FIRST = Setting(0.0, "points a row", "that all creatures of the player who begins want to stand forward")
    FORWARD_SECOND = Setting(0.0, "points a row", "likewise, of the other player")
    SLOW = Setting(0.0, "points a row", "likewise, of those that move one cell at most")
    FACED = Setting(0.0, "points", "an enemy card beside the place")
    JOINED = Setting(1.2, "points", "a place in formation")
    MIDDLE = Setting(0.3, "points a column", "a place nearer to the middle column")
