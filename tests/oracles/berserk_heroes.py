"""Berserk: Heroes: strike attacks, defenders, and what prevents wounds."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from .oracle import Cards, Keys, Oracle

CREATURES = 36
HERO, HERO_LIFE = "furgot", 20
WHOLE = ("attack_mastery", "defence_mastery", "direct_strike", "first_strike", "last_strike")
NUMBERED = ("armour", "scales", "fewer_from_strikes")
TAPPED_STRIKES_BACK = "a tapped creature strikes back"
TARGET_TAPS = "an attacked creature taps"
FRESH_ARMOUR = "armour begins anew with each strike"
SCALES_BY_WOUNDS = "scales look at what armour left over"
FIRST_ALONE = "Last strike does nothing"
ATTACK_AGAIN = "a creature that stayed untapped may attack again"
DEFEND_AGAIN = "a creature that stayed untapped may defend again"


def cards(chance: Random) -> Cards:
    """Creatures with every mixture of figures and keywords of strikes."""
    found = {}
    for number in range(CREATURES):
        keywords = [word for word in WHOLE if chance.random() < 0.3]
        keywords += [f"{word} {chance.randint(1, 3)}" for word in NUMBERED if chance.random() < 0.4]
        found[f"drawn_creature_{number}"] = {
            "name": f"Drawn Creature {number}",
            "type": "creature",
            "elements": ["neutral"],
            "cost": 3,
            "strike": chance.randint(0, 6),
            "life": chance.randint(2, 9),
            "keywords": keywords,
        }
    return found


@dataclass
class Creature:
    """A creature in play."""

    id: str
    facts: dict[str, Any]
    boost: int
    tapped: bool
    wounds: int = 0
    armour_used: int = 0
    attacked: bool = False
    defended: bool = False
    has: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for keyword in self.facts["keywords"]:
            name, _, amount = keyword.partition(" ")
            self.has[name] = int(amount or 1)

    @property
    def life(self) -> int:
        """Maximum life, of which boost counters give some (rules 8)."""
        return int(self.facts["life"]) + self.boost

    @property
    def is_dead(self) -> bool:
        """Whether it has as many wounds as life (rules 7.5)."""
        return self.wounds >= self.life

    def entry(self) -> dict[str, Any]:
        """As a scenario gives it."""
        return {"id": self.id, "boost": self.boost, "tapped": self.tapped, "wounds": self.wounds}


def strike(attacker: Creature, target: Creature, error: str) -> None:
    """Wounds of one strike (rules 6.2): its strength against this card, then scales, then armour."""
    strength = max(0, attacker.facts["strike"] + attacker.boost)
    strength = max(0, strength - target.has.get("fewer_from_strikes", 0))
    if error == FRESH_ARMOUR:
        target.armour_used = 0
    prevented = min(strength, max(0, target.has.get("armour", 0) - target.armour_used))
    scales = target.has.get("scales", 0)
    if strength <= scales or (error == SCALES_BY_WOUNDS and strength - prevented <= scales):
        return
    target.armour_used += prevented
    target.wounds += strength - prevented


def fight(attacker: Creature, target: Creature, error: str) -> None:
    """A strike attack on a creature (rules 6.2; keywords First strike and Last strike)."""
    if target.tapped and error != TAPPED_STRIKES_BACK:
        strike(attacker, target, error)
        return
    late = "" if error == FIRST_ALONE else "last_strike"
    leads = "first_strike" in attacker.has or late in target.has
    follows = "first_strike" in target.has or late in attacker.has
    if leads == follows:
        strike(attacker, target, error)
        strike(target, attacker, error)
        return
    one, other = (attacker, target) if leads else (target, attacker)
    strike(one, other, error)
    if not other.is_dead:
        strike(other, one, error)


def judge(chance: Random, drawn: Cards, error: str) -> Keys | None:
    """Some creatures of the active player attack, one after the other."""
    ids = chance.sample(sorted(drawn), 7)
    sides = [
        [Creature(id, drawn[id], chance.randint(-1, 2), chance.random() < share) for id in ids[start:end]]
        for start, end, share in ((0, chance.randint(1, 3), 0.1), (3, 3 + chance.randint(1, 3), 0.35))
    ]
    mine, theirs = sides
    for creature in (*mine, *theirs):
        creature.wounds = chance.randint(0, creature.life - 1)
    given = {f"p{seat}.creatures": [one.entry() for one in line] for seat, line in ((1, mine), (2, theirs))}
    phrases, hero_wounds = [], 0
    for attacker in [one for one in mine if not one.tapped]:
        target = chance.choice([None, *theirs])
        phrases.append(f"attack {attacker.id} {target.id if target else HERO}")
        able = [
            one
            for one in theirs
            if one is not target and not one.tapped and (not one.defended or error == DEFEND_AGAIN)
        ]
        defender = None
        if able and "direct_strike" not in attacker.has:
            defender = chance.choice([None, *able])
            phrases.append(f"defend {defender.id}" if defender else "no defender")
        struck = defender or target
        if struck is None:
            hero_wounds += max(0, attacker.facts["strike"] + attacker.boost)
        else:
            fight(attacker, struck, error)
        attacker.attacked, attacker.tapped = True, "attack_mastery" not in attacker.has
        if defender:
            defender.defended = True
            defender.tapped = "defence_mastery" not in defender.has
        elif target and error == TARGET_TAPS:
            target.tapped = True
        mine, theirs = ([one for one in line if not one.is_dead] for line in (mine, theirs))
        if chance.random() < 0.2:
            break
    if hero_wounds >= HERO_LIFE:
        return None
    may = [one for one in mine if not one.tapped and (not one.attacked or error == ATTACK_AGAIN)]
    attacks = {one.id: [f"attack {one.id} {other}" for other in (HERO, *(o.id for o in theirs))] for one in mine}
    return {
        "name": ", ".join(phrases),
        "given": given,
        "do": phrases,
        "expect": {
            "p1.creatures": [one.entry() for one in mine],
            "p2.creatures": [one.entry() for one in theirs],
            "p2.wounds": hero_wounds,
        },
        "legal": [phrase for one in may for phrase in attacks[one.id]],
        "illegal": [phrase for one in mine if one not in may for phrase in attacks[one.id]],
    }


ORACLE = Oracle(
    "strike attacks (rules 6, 7.5 and the keywords of strikes)",
    judge,
    (
        TAPPED_STRIKES_BACK,
        TARGET_TAPS,
        FRESH_ARMOUR,
        SCALES_BY_WOUNDS,
        FIRST_ALONE,
        ATTACK_AGAIN,
        DEFEND_AGAIN,
    ),
    cards,
)
