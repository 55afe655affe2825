"""KeyForge: fights, damage, armor and the keywords of fights."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from .oracle import Cards, Keys, Oracle

CREATURES = 48
NUMBERED = ("assault", "hazardous")
WHOLE_ARMOR = "armor is whole again in each fight"
ALWAYS_ELUSIVE = "elusive holds against every attack of a turn"
POISON_ANYWAY = "poison kills though armor takes all the damage"
SAFE_SKIRMISH = "skirmish keeps off the damage of hazardous"
LATE_ASSAULT = "a target killed by assault still strikes back"
WIDE_TAUNT = "taunt protects the whole battleline"
POWER_ALONE = "damage from before the fight does not count"


def cards(chance: Random) -> Cards:
    """Creatures of every power, armor and mixture of keywords."""
    found = {}
    for number in range(CREATURES):
        keywords = [word for word in ("taunt", "elusive", "skirmish", "poison") if chance.random() < 0.25]
        keywords += [f"{word} {chance.randint(1, 3)}" for word in NUMBERED if chance.random() < 0.2]
        found[f"drawn_creature_{number}"] = {
            "name": f"Drawn Creature {number}",
            "house": "brobnar",
            "type": "creature",
            "power": chance.randint(1, 7),
            "armor": chance.choice([0, 0, 1, 2, 3]),
            "keywords": keywords,
        }
    return found


@dataclass
class Creature:
    """A creature in play."""

    id: str
    facts: dict[str, Any]
    damage: int
    armor_used: int = 0
    attacked: int = 0
    ready: bool = True
    in_play: bool = True
    has: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for keyword in self.facts["keywords"]:
            name, _, amount = keyword.partition(" ")
            self.has[name] = int(amount or 1)

    def suffer(self, amount: int) -> int:
        """Takes damage, of which armor absorbs some (rules 10); what was placed on it."""
        absorbed = min(amount, max(0, self.facts["armor"] - self.armor_used))
        self.armor_used += absorbed
        self.damage += amount - absorbed
        return amount - absorbed

    @property
    def is_doomed(self) -> bool:
        """Whether it has as much damage as power (rules 10)."""
        return self.damage >= self.facts["power"]


def targets(line: list[Creature], error: str) -> list[Creature]:
    """Whom taunt lets be fought (rules 15): with a neighbor with taunt, only creatures with taunt themselves."""

    def is_shielded(place: int) -> bool:
        beside = [line[near] for near in (place - 1, place + 1) if 0 <= near < len(line)]
        return any("taunt" in other.has for other in (line if error == WIDE_TAUNT else beside))

    return [one for place, one in enumerate(line) if "taunt" in one.has or not is_shielded(place)]


def fight(attacker: Creature, target: Creature, error: str) -> None:
    """One fight (rules 9)."""
    attacker.ready = False
    if error == WHOLE_ARMOR:
        attacker.armor_used = target.armor_used = 0
    is_evaded = "elusive" in target.has and (target.attacked == 0 or error == ALWAYS_ELUSIVE)
    target.attacked += 1
    target.suffer(attacker.has.get("assault", 0))
    if not (error == SAFE_SKIRMISH and "skirmish" in attacker.has):
        attacker.suffer(target.has.get("hazardous", 0))
    if attacker.is_doomed or (target.is_doomed and error != LATE_ASSAULT) or is_evaded:
        return
    placed = target.suffer(attacker.facts["power"])
    returned = 0 if "skirmish" in attacker.has else attacker.suffer(target.facts["power"])
    if "poison" in attacker.has and (placed > 0 or error == POISON_ANYWAY):
        target.damage = max(target.damage, target.facts["power"])
    if "poison" in target.has and returned > 0:
        attacker.damage = max(attacker.damage, attacker.facts["power"])


def judge(chance: Random, drawn: Cards, error: str) -> Keys | None:
    """Some creatures of the active player fight, one after the other."""
    ids = chance.sample(sorted(drawn), 7)
    mine = [Creature(id, drawn[id], 0) for id in ids[: chance.randint(1, 3)]]
    theirs = [Creature(id, drawn[id], 0) for id in ids[3 : 3 + chance.randint(1, 4)]]
    for creature in (*mine, *theirs):
        creature.damage = chance.randint(0, creature.facts["power"] - 1)
    given: dict[str, Any] = {
        "house": "brobnar",
        "p1.creatures": [{"id": one.id, "damage": one.damage} for one in mine],
        "p2.creatures": [{"id": one.id, "damage": one.damage} for one in theirs],
    }
    if error == POWER_ALONE:
        for creature in (*mine, *theirs):
            creature.damage = 0
    phrases = []
    for attacker in chance.sample(mine, chance.randint(1, len(mine))):
        if not theirs:
            break
        target = chance.choice(targets(theirs, error))
        if "assault" in attacker.has and "hazardous" in target.has:
            return None
        phrases.append(f"fight {attacker.id} {target.id}")
        fight(attacker, target, error)
        mine, theirs = ([one for one in line if not one.is_doomed] for line in (mine, theirs))
    may = [f"fight {one.id} {other.id}" for one in mine if one.ready for other in targets(theirs, error)]
    every = [f"fight {one.id} {other.id}" for one in mine for other in theirs]
    return {
        "name": f"{', then '.join(phrases)}",
        "given": given,
        "do": phrases,
        "expect": {
            "p1.creatures": [{"id": one.id, "damage": one.damage} for one in mine],
            "p2.creatures": [{"id": one.id, "damage": one.damage} for one in theirs],
        },
        "legal": may,
        "illegal": [phrase for phrase in every if phrase not in may],
    }


ORACLE = Oracle(
    "fights (rules 9, 10 and 15)",
    judge,
    (WHOLE_ARMOR, ALWAYS_ELUSIVE, POISON_ANYWAY, SAFE_SKIRMISH, LATE_ASSAULT, WIDE_TAUNT, POWER_ALONE),
    cards,
)
