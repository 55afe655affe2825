"""Berserk: simple strikes, dice, experience, armour and vampirism."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from .oracle import Cards, Keys, Oracle

CREATURES = 48
MISS, WEAK, MEDIUM, STRONG = range(-1, 3)
BANDS = ((5, STRONG, MISS), (4, STRONG, WEAK), (3, MEDIUM, MISS), (2, MEDIUM, WEAK), (1, WEAK, MISS))
"""Attacker's and defender's strike where the attacker's result is so much higher at least (rules 13)."""
BEHIND = {-1: (WEAK, MISS), -2: (MISS, MISS), -3: (MISS, WEAK), -4: (WEAK, MEDIUM)}
"""Likewise where it is lower by so much."""
FAR_BEHIND = (MISS, MEDIUM)
STEPS = {4: (MEDIUM, MISS), 2: (WEAK, MISS), -4: (MISS, WEAK)}
"""What the higher roller may take instead."""
CLAMPED = "results of dice that fight stay between 1 and 6"
DEFENSE_WHEN_CLOSED = "Attack Experience does not count against a closed card"
FRESH_ARMOUR = "armour is whole again at each strike"
HEALED_FIRST = "vampirism heals before the wounds of the counter-strike"
TIES_MISS = "equal results always miss"
NO_CLUMSY_DEFENCE = "Clumsiness counts in attack alone"


def cards(chance: Random) -> Cards:
    """Creatures with every mixture of strikes, lives and what works on dice and wounds."""
    found = {}
    for number in range(CREATURES):
        weak = chance.randint(1, 3)
        keywords = [
            f"{word} {chance.randint(1, 2)}"
            for word in ("attack_experience", "defense_experience", "clumsiness", "armour")
            if chance.random() < 0.3
        ]
        keywords += ["blessing"] if chance.random() < 0.15 else []
        keywords += [f"vampirism {chance.randint(8, 14)}"] if chance.random() < 0.35 else []
        found[f"drawn_creature_{number}"] = {
            "name": f"Drawn Creature {number}",
            "element": "neutral",
            "type": "creature",
            "cost": 4,
            "life": chance.randint(5, 12),
            "move": 1,
            "strike": [weak, weak + chance.randint(0, 2), weak + chance.randint(2, 4)],
            "keywords": keywords,
        }
    return found


@dataclass
class Creature:
    """A creature on the battlefield."""

    id: str
    facts: dict[str, Any]
    cell: str
    wounds: int
    closed: bool = False
    cursed: bool = False
    extra: int = 0
    armour_used: int = 0
    has: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for keyword in self.facts["keywords"]:
            name, _, amount = keyword.partition(" ")
            self.has[name] = int(amount or 1)

    @property
    def lives(self) -> int:
        """Current lives (rules 16)."""
        return self.facts["life"] + self.extra - self.wounds

    @property
    def of_every_die(self) -> int:
        """What every die of the creature is changed by."""
        return self.has.get("blessing", 0) - self.cursed

    def entry(self) -> dict[str, Any]:
        """As a scenario gives it."""
        return {"id": self.id, "cell": self.cell, "wounds": self.wounds, "closed": self.closed, "cursed": self.cursed}

    def armour_left(self) -> int:
        """Wounds that its armour can still prevent this turn (rules 24)."""
        return max(0, self.has.get("armour", 0) - self.armour_used)

    def suffer(self, amount: int) -> int:
        """Takes the wounds of a strike; how many it took."""
        prevented = min(amount, self.armour_left())
        self.armour_used += prevented
        lost = min(amount - prevented, self.extra)
        self.extra -= lost
        self.wounds += amount - prevented - lost
        return amount - prevented

    def drain(self, amount: int) -> None:
        """Vampirism after its strike took so many lives (rules 24)."""
        if amount > 0 and "vampirism" in self.has:
            healed = min(amount, self.wounds)
            self.wounds -= healed
            self.extra += max(0, min(amount - healed, self.has["vampirism"] - self.lives))


def outcome(attacking: int, defending: int, error: str) -> tuple[int, int]:
    """Strikes of the attacker and of the defender by their results (rules 13)."""
    ahead = attacking - defending
    if ahead == 0:
        return (WEAK, MISS) if attacking <= 4 and error != TIES_MISS else (MISS, WEAK)
    for least, strike, counter in BANDS:
        if ahead >= least:
            return strike, counter
    return BEHIND.get(ahead, FAR_BEHIND)


def value(creature: Creature, strength: int) -> int:
    """The wounds of a strike."""
    return 0 if strength == MISS else int(creature.facts["strike"][strength])


def clamped(result: int) -> int:
    """A result that dice can show."""
    return min(6, max(1, result))


def strike(chance: Random, attacker: Creature, target: Creature, error: str) -> tuple[list[int], list[str]]:
    """A simple strike (rules 11 and 13): its dice, and what is answered to the question of a step down."""
    dice, answers = [chance.randint(1, 6)], []
    first = dice[0] + attacker.of_every_die - attacker.has.get("clumsiness", 0)
    if not (target.closed and error == DEFENSE_WHEN_CLOSED):
        first += attacker.has.get("attack_experience", 0)
    if target.closed:
        strength = (WEAK, WEAK, WEAK, MEDIUM, MEDIUM, STRONG)[clamped(first) - 1]
        counter = MISS
    else:
        dice.append(chance.randint(1, 6))
        second = dice[1] + target.of_every_die + target.has.get("defense_experience", 0)
        if error != NO_CLUMSY_DEFENCE:
            second -= target.has.get("clumsiness", 0)
        if error == CLAMPED:
            first, second = clamped(first), clamped(second)
        strength, counter = outcome(first, second, error)
        if first - second in STEPS:
            steps_down = chance.random() < 0.5
            answers = ["step down" if steps_down else "full"]
            strength, counter = STEPS[first - second] if steps_down else (strength, counter)
    dealt = target.suffer(value(attacker, strength))
    if error == HEALED_FIRST:
        attacker.drain(dealt)
    returned = attacker.suffer(value(target, counter))
    if error != HEALED_FIRST and attacker.lives > 0:
        attacker.drain(dealt)
    if target.lives > 0:
        target.drain(returned)
    attacker.closed = True
    return dice, answers


def judge(chance: Random, drawn: Cards, error: str) -> Keys | None:
    """One creature, or two after each other, strike an enemy."""
    ids = chance.sample(sorted(drawn), 5)
    one, two, target, own, other = (
        Creature(id, drawn[id], cell, chance.randint(0, min(5, drawn[id]["life"] - 1)))
        for id, cell in zip(ids, ("C1", "B1", "C1'", "A3", "E3'"), strict=True)
    )
    target.closed, target.cursed, one.cursed = chance.random() < 0.4, chance.random() < 0.2, chance.random() < 0.2
    given = {f"p{seat}.squad": [c.entry() for c in line] for seat, line in ((1, (one, two, own)), (2, (target, other)))}
    dice, phrases = [], []
    for attacker in (one, two)[: chance.randint(1, 2)]:
        if error == FRESH_ARMOUR:
            target.armour_used = 0
        rolled, answers = strike(chance, attacker, target, error)
        dice += rolled
        phrases += [f"strike {attacker.id} {target.id}", *answers]
        if attacker.lives <= 0 and "vampirism" in attacker.has:
            return None
        if target.lives <= 0:
            break
    if target.lives <= 0 and "vampirism" in target.has:
        return None
    return {
        "name": ", ".join(phrases),
        "given": given,
        "dice": dice,
        "do": phrases,
        "expect": {
            f"p{seat}.squad": [{**c.entry(), "extra": c.extra} for c in line if c.lives > 0]
            for seat, line in ((1, (one, two, own)), (2, (target, other)))
        },
    }


ORACLE = Oracle(
    "simple strikes (rules 11, 13, 16 and 24)",
    judge,
    (CLAMPED, DEFENSE_WHEN_CLOSED, FRESH_ARMOUR, HEALED_FIRST, TIES_MISS, NO_CLUMSY_DEFENCE),
    cards,
)
