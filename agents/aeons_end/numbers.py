"""The numbers that steer the strategies of Aeon's End, in points of damage dealt to the nemesis.

Those of `best` were tuned by play, as `tuning_alone.toml`, `tuning_alone_corrupts.toml`, `tuning_three.toml` and
`tuning_four.toml` list them, and stand in `strategies.toml` with those of the other styles; those below are what they
began from, by hand.
"""

from __future__ import annotations

from sim.aeons_end.cards import read_cards

from ..strategist import Setting, Settings


class Number(Settings):
    """What things are worth first, then how a turn is played."""

    LIFE = Setting(1.2, "damage", "a point of a player's life")
    LOW_LIFE = Setting(2.0, "damage", "by which a player's last point of life is worth more than the first")
    EXHAUSTED = Setting(12.0, "damage", "a player exhausted, beside all that follows")
    LONE_LIFE = Setting(2.0, "factor", "on the life of a mage alone")
    GRAVEHOLD = Setting(0.8, "damage", "a point of Gravehold's life")
    LOW_GRAVEHOLD = Setting(1.0, "damage", "by which its last point is worth more than the first")
    FURY = Setting(1.4, "damage", "a token of fury")
    STRIKE = Setting(4.5, "damage", "a strike")
    HUSK = Setting(1.2, "damage", "a husk in play")
    SWARMING = Setting(0.4, "damage", "by which a husk is worth more for each in play beyond six")
    OVERRUN = Setting(10.0, "damage", "by which a husk is worth more when a swarm that would be lost to is foreseen")
    DEVOURED = Setting(0.6, "damage", "a card of the supply devoured")
    HUNGER = Setting(1.0, "share", "by which a devoured card counts more as the supply runs out")
    CORRUPTED = Setting(2.0, "damage", "a corruption gained")
    DISCARDED = Setting(1.0, "damage", "a card of the hand discarded by a text")
    SPELL_LOST = Setting(2.0, "damage", "a prepped spell lost")
    DRAWN = Setting(1.0, "damage", "a card drawn")
    CHARGE = Setting(1.8, "damage", "a charge")
    AETHER = Setting(1.0, "damage", "an aether")
    FOCUSED = Setting(2.0, "damage", "a breach focused for nothing")
    RETURNED = Setting(2.0, "factor", "on what a minion would still do that comes back")
    TURNS_AGAIN = Setting(6.0, "damage", "nemesis turns that come again")
    CAST = Setting(3.0, "damage", "a spell cast by an effect")
    TEXT = Setting(1.0, "factor", "on the text of a card that was not learned")
    PRICE = Setting(1.0, "damage", "what an aether of a price takes off a purchase")
    SLOT = Setting(1.0, "damage", "what the place in the hand takes off a card, each use")
    GEMS = Setting(1.0, "factor", "on gems to gain")
    RELICS = Setting(1.0, "factor", "on relics to gain")
    SPELLS = Setting(1.0, "factor", "on spells to gain")
    SPELLS_DEVOURS = Setting(1.0, "factor", "on that, against a nemesis that devours the supply")
    GEM_GLUT = Setting(0.07, "share", "of a gem's worth that each gem owned takes off")
    SPELL_ROOM = Setting(1.0, "spells", "that a breach has work for")
    LATE_GEMS = Setting(0.1, "share", "of a gem's worth that does not fade with the turns left")
    PACE = Setting(3.0, "damage", "expected of a player's turn")
    DELAY = Setting(1.5, "turns", "until a card gained is first used")
    AHEAD = Setting(0.0, "factor", "on the hands that come before the one with a card gained")
    BREACH = Setting(1.2, "damage a turn", "an open breach that spells wait for")
    BREACH_BONUS = Setting(0.6, "factor", "on the damage that an open breach adds, each turn")
    FOCUS = Setting(0.7, "share", "of opening that a focus counts as")
    PREP_NOW = Setting(1.0, "factor", "on the best spell in hand that has no breach")
    POWER = Setting(0.8, "factor", "on what ending a power at its last token saves")
    POWER_EARLY = Setting(0.7, "factor", "on that, before its last token")
    SPARE = Setting(0.0, "damage", "what ending a power must be worth to give up cards of the hand first")
    SECOND = Setting(0.0, "factor", "on the best purchase for the rest of the aether")
    LAST_CHARGE = Setting(1.0, "factor", "on the charge that makes an ability ready")
    HOLD = Setting(0.0, "damage a turn left", "a spell that deals no more may stay in its breach")
    RACE = Setting(0.0, "share", "by which damage to the nemesis is worth more as its life runs out")
    RUSH_FURY = Setting(1.0, "factor", "on damage to a nemesis of fury")
    RUSH_HUSKS = Setting(1.0, "factor", "on damage to a nemesis of husks")
    RUSH_DEVOURS = Setting(1.0, "factor", "on damage to a nemesis that devours")
    RUSH_CORRUPTS = Setting(1.0, "factor", "on damage to a nemesis that corrupts")
    HORIZON = Setting(3.0, "turns", "for which a minion is feared")
    FEARED = Setting(1.0, "factor", "on the turns left, for what a minion would still do in them")
    SOON = Setting(0.0, "turns", "for which a minion is feared more if all turns to come are the nemesis's")
    PARTIAL = Setting(0.7, "factor", "on wounds of a minion that nothing prepped can finish")
    CLEAR = Setting(3.0, "damage", "by which a minion is feared more when the nemesis deck is empty")
    KEEP = Setting(1.0, "factor", "on a card of the hand that is discarded")
    LASTING = Setting(0.3, "uses a turn left", "that a destroyed card would have had")
    THIN = Setting(1.5, "damage", "a card of which a use is worth less is better destroyed")
    SIFT = Setting(1.3, "damage", "a card of which a use is worth less is put away from the top of the deck")
    WHIP = Setting(0.5, "factor", "on a spell cast early")
    MIRROR = Setting(3.0, "damage", "the least of a prepped spell that Mirror is used for")
    WARD = Setting(5.0, "damage", "the least harm of a nemesis card that Aethereal Ward is used for")
    AUSPEX = Setting(5.0, "damage", "the least harm feared of a nemesis turn that Auspex Rune is used for")
    LAY = Setting(1.0, "above 0 or not", "whether the best cards are laid last on the discard pile")
    ABILITY_CANCEL = Setting(9.0, "damage", "an ability that cancels a nemesis card")
    ABILITY_HEAL = Setting(7.0, "damage", "an ability that heals")
    ABILITY_TWICE = Setting(9.0, "damage", "an ability that casts a spell twice")
    ABILITY_TAKE = Setting(9.0, "damage", "an ability that takes spells from a discard pile")
    ABILITY_TURN = Setting(10.0, "damage", "an ability that brings a turn again")
    ABILITY_DRAW = Setting(8.0, "damage", "an ability that draws cards")
    ABILITY_PREVENT = Setting(9.0, "damage", "an ability that prevents damage")
    ABILITY_SPLIT = Setting(8.0, "damage", "an ability that gives charges")


USES = {
    "crystal": 1.0, "spark": 0.9, "amethyst_shard": 1.3, "buried_light": 1.6, "moonstone_shard": 1.4,
    "emerald_shard": 1.3, "quartz_shard": 1.4, "garnet_shard": 1.4, "tourmaline_shard": 1.2, "flare": 1.8,
    "jade": 2.0, "sifters_pearl": 2.3, "vriswood_amber": 2.3, "diamond_cluster": 2.6, "searing_ruby": 2.7,
    "burning_opal": 3.1, "clouded_sapphire": 3.3, "flexing_dagger": 1.6, "bottled_vortex": 1.6, "unstable_prism": 2.3,
    "blasting_staff": 2.4, "focusing_orb": 2.5, "mages_talisman": 3.0, "phoenix_flame": 2.8, "spectral_echo": 2.8,
    "amplify_vision": 3.2, "ignite": 3.3, "lava_tendril": 3.3, "dark_fire": 4.5, "essence_theft": 3.8,
    "feral_lightning": 3.5, "oblivion_swell": 4.6, "chaos_arc": 5.0, "planar_insight": 4.8, "wildfire_whip": 4.6,
    "arcane_nexus": 5.6, "consuming_void": 5.4,
}  # fmt: skip
"""What one use of each card is worth, in points of damage, as it is printed."""
CARDS = [card for card, fields in read_cards().items() if fields["type"] in ("gem", "relic", "spell")]
FIRST_USE = len(Number)
"""From here on: what one use of each card is worth."""
N_NUMBERS = FIRST_USE + len(CARDS)
TEAMS = ("", "alone_", "three_", "four_", "alone_corrupts_")
"""Before a number's name: of a team of two, of a player alone, of three, of four, of a player alone against a nemesis
that corrupts; each has a set of its own.
"""
ALONE_CORRUPTED = 4
"""Where the last of them stands."""
OF_TEAM = {**Number.defaults(), **{f"use_{card}": USES.get(card, 1.0) for card in CARDS}}
NUMBERS = {team + name: number for team in TEAMS for name, number in OF_TEAM.items()}
