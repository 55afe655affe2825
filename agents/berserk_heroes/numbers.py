"""The numbers that steer the strategies of Berserk: Heroes, in wounds of the other hero.

Those that `tuning.toml` lists were tuned by play for `best` (`strategies.toml` has them), all others are by hand.
"""

from __future__ import annotations

from ..strategist import Setting, Settings


class Number(Settings):
    """What things are worth first, then how a turn is played."""

    FACE = Setting(0.7, "wounds", "a wound of the other hero at full life")
    HURRY = Setting(1.5, "share", "by which it is worth more as his life ends")
    LIFE = Setting(0.8, "wounds", "a wound of one's own hero at full life")
    FEAR = Setting(1.2, "share", "by which it counts more as his life ends")
    STRIKE = Setting(1.1, "wounds", "a point of strike of a creature")
    BODY = Setting(0.8, "wounds", "a point of life of a creature")
    BALANCE = Setting(0.0, "wounds", "the lower of a creature's strike and life, a point")
    TEXT = Setting(0.7, "wounds", "an ability of a creature that lasts")
    ACT = Setting(0.7, "wounds", "likewise one that is used")
    TURNS = Setting(0.7, "wounds", "likewise one of starts or ends of turns")
    LEGACY = Setting(0.7, "wounds", "likewise one of its death or leaving")
    CONSTANT = Setting(0.7, "wounds", "likewise one that works all the time")
    FACT = Setting(0.0, "wounds a gold", "of the cost of a creature with such an ability")
    WORD = Setting(0.3, "wounds", "a good keyword of a creature")
    THEIRS = Setting(1.0, "factor", "on the opponent's creatures")
    MENACE = Setting(0.0, "wounds", "a point of strike of a creature of the opponent that dies")
    WOUND = Setting(0.35, "factor", "on the share of a creature's life that wounds take, by its worth")
    TAPPED = Setting(0.25, "wounds", "a point of strike that tapping a creature takes")
    ANY = Setting(0.5, "wounds", "any creature in play beside its figures")
    CARD = Setting(1.6, "wounds", "a card in hand")
    COST = Setting(0.35, "wounds a gold", "by which a card that is seen is worth more")
    THEIR_CARD = Setting(1.3, "wounds", "a card in the opponent's hand")
    GOLD = Setting(1.4, "wounds", "a gold")
    HEAL = Setting(0.5, "wounds", "a wound healed on a creature")
    BOUNCE = Setting(0.6, "share", "of a creature's worth that returning it to hand takes")
    SUPPORT = Setting(2.5, "wounds", "a support card in play")
    CHANCE = Setting(0.6, "factor", "on a card, for a search or a card of a hidden zone")
    FURTHER = Setting(0.6, "factor", "on each further one of several cards chosen, beside the first")
    LUNGE = Setting(0.0, "wounds", "a point of strike more on a creature that may attack now")
    BLOCKER = Setting(0.0, "wounds", "a creature that can defend its hero now, beside its worth")
    ATTACK = Setting(1.0, "factor", "on attacks")
    GUARD = Setting(0.3, "share", "of what tapping an attacker puts at risk of him")
    HOLD = Setting(0.3, "share", "of what a tapped attacker would have kept off the hero")
    GUARD_NOW = Setting(0.5, "share", "of what tapping a defender puts at risk of him, in the opponent's turn")
    HOLD_NOW = Setting(0.5, "share", "of what a tapped defender would have kept off the hero, likewise")
    COVER = Setting(0.7, "factor", "on what the best defence takes off an attack")
    PRESS = Setting(1.0, "factor", "on the share of the attackers beyond the defenders, by which it takes off less")
    DRAW_OUT = Setting(0.3, "wounds", "a defender of his that taps")
    PRESSURE = Setting(0.0, "wounds", "an attack, for each attacker more than there are defenders, or less")
    BOARD = Setting(0.0, "wounds", "an attack at the hero, for each creature more than the opponent has, or less")
    LEAD = Setting(0.0, "wounds", "a point of strike, by which stronger attackers come later")
    EARLY = Setting(1.0, "factor", "on attacks at the hero")
    PLAY = Setting(0.6, "wounds", "any card played")
    CREATURE = Setting(1.0, "factor", "on creatures that come into play")
    REMOVAL = Setting(1.0, "factor", "on what texts of cards do when they are played")
    USE = Setting(1.0, "factor", "on activated abilities")
    KEEP = Setting(4.0, "gold", "a card of the first hand that costs more is changed")
    SAVE = Setting(0.1, "wounds a gold", "that a play or an ability takes")
    SPELL = Setting(1.8, "wounds", "keeping a spell in hand")
    SPELL_COST = Setting(0.0, "wounds a gold", "of the cost of a spell, for what its text is not seen to do")
    HIRE_COST = Setting(0.0, "wounds a gold", "likewise of a creature with Hire")
    SUPPORT_COST = Setting(0.0, "wounds a gold", "likewise of a support card")
    KEEP_SUPPORT = Setting(0.0, "gold", "by which a support card of the first hand counts as dearer")
