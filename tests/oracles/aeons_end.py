"""Aeon's End: casting from breaches, focusing and opening them, damage to players and exhaustion."""

from dataclasses import dataclass, field
from random import Random

from .oracle import Cards, Keys, Oracle

FOCUS_COST = {2: 2, 3: 3, 4: 4}
OPEN_COST = {2: (5, 4, 3, 2), 3: (9, 7, 5, 3), 4: (13, 10, 7, 4)}
SPELLS = ("spark", "feral_lightning", "chaos_arc", "planar_insight", "lava_tendril")
OPEN, DESTROYED = "open", "destroyed"
LIFE, GRAVEHOLD, NEMESIS_LIFE = 10, 30, 60
NO_BONUS = "open breaches III and IV add no damage"
CLOSED_BONUS = "closed breaches III and IV add damage"
GAPS_CLOSE = "breaches beside a destroyed one are adjacent"
ALL_ADJACENT = "every prepped spell counts for Chaos Arc"
SAME_OPEN_COST = "opening costs the same at every rotation"
SINGLE_EXCESS = "excess damage strikes Gravehold once"
EXHAUSTED_AGAIN = "an exhausted player is exhausted anew by damage"
KEEPS_CHARGES = "exhaustion leaves charges"
SILENT_TENDRIL = "a prepped Lava Tendril does nothing"


@dataclass
class Player:
    """A breach mage."""

    life: int
    charges: int
    breaches: dict[int, str]
    spells: dict[int, str] = field(default_factory=dict)
    discard: list[str] = field(default_factory=list)

    def rotation(self, breach: int) -> int:
        """How often a closed breach has been turned."""
        return int(self.breaches[breach].split()[1])

    def is_closed(self, breach: int) -> bool:
        """Whether a breach is closed."""
        return self.breaches[breach].startswith("closed")


def damage_of(player: Player, breach: int, error: str) -> int:
    """The damage of a spell that is cast from a breach (rules 5 and 6); the breach holds it no more."""
    spell = player.spells.pop(breach)
    standing = [one for one in sorted(player.breaches) if player.breaches[one] != DESTROYED]
    near = [one for one in player.spells if abs(one - breach) == 1]
    if error == GAPS_CLOSE:
        near = [one for one in player.spells if abs(standing.index(one) - standing.index(breach)) == 1]
    if error == ALL_ADJACENT:
        near = list(player.spells)
    amount = {
        "spark": 1,
        "feral_lightning": 3,
        "lava_tendril": 3,
        "chaos_arc": 3 + 2 * len(near),
        "planar_insight": 2 + sum(state == OPEN for state in player.breaches.values()),
    }[spell]
    counts = player.breaches[breach] == OPEN or error == CLOSED_BONUS
    player.discard.insert(0, spell)
    return amount + (1 if breach >= 3 and counts and error != NO_BONUS else 0)


@dataclass
class Table:
    """What belongs to nobody alone."""

    gravehold: int = GRAVEHOLD
    unleashes: int = 0


def suffer(table: Table, player: Player, amount: int, lost: int, error: str) -> None:
    """A player suffers damage (rules 10); lost: the breach that he loses should he be exhausted."""
    if player.life == 0 and error != EXHAUSTED_AGAIN:
        table.gravehold -= 2 * amount
        return
    excess = amount - player.life
    player.life = max(0, -excess)
    if excess < 0:
        return
    table.unleashes += 2
    player.breaches[lost] = DESTROYED
    if lost in player.spells:
        player.discard.insert(0, player.spells.pop(lost))
    player.charges = player.charges if error == KEEPS_CHARGES else 0
    table.gravehold -= excess * (1 if error == SINGLE_EXCESS else 2)


def cost_of(player: Player, verb: str, breach: int, error: str) -> int:
    """What it costs to focus or to open a breach (rules 5)."""
    if verb == "focus":
        return FOCUS_COST[breach]
    return OPEN_COST[breach][0 if error == SAME_OPEN_COST else player.rotation(breach)]


def turn(player: Player, verb: str, breach: int) -> None:
    """A breach is focused, which opens it at its last step, or opened."""
    opens = verb == "open" or player.rotation(breach) == 3
    player.breaches[breach] = OPEN if opens else f"closed {player.rotation(breach) + 1}"


def judge(chance: Random, drawn: Cards, error: str) -> Keys | None:
    """A player casts, works at his breaches, and then suffers damage, as his ally does."""
    states = {1: chance.choice([OPEN, OPEN, DESTROYED])}
    states |= {n: chance.choice([OPEN, DESTROYED, *[f"closed {chance.randint(0, 3)}"] * 2]) for n in (2, 3, 4)}
    player = Player(chance.randint(0, LIFE), chance.randint(0, 4), states)
    ally = Player(chance.randint(1, LIFE), chance.randint(0, 4), dict.fromkeys((1, 2, 3, 4), OPEN))
    standing = [one for one in states if states[one] != DESTROYED]
    player.spells = {one: chance.choice(SPELLS) for one in standing if chance.random() < 0.6}
    if not player.spells:
        return None
    aether, table, nemesis_life = chance.randint(0, 20), Table(), NEMESIS_LIFE
    given = {
        "phase": "casting",
        "aether": aether,
        "nemesis.life": nemesis_life,
        "p1.life": player.life,
        "p1.charges": player.charges,
        "p2.life": ally.life,
        "p2.charges": ally.charges,
        **{f"p1.breach{one}": state for one, state in states.items()},
        **{f"p1.breach{one}.spells": [spell] for one, spell in player.spells.items()},
        **{f"p2.breach{one}": OPEN for one in states},
    }
    phrases = []
    must = [one for one in player.spells if player.is_closed(one)]
    may = [one for one in player.spells if not player.is_closed(one) and chance.random() < 0.6]
    for breach in chance.sample([*must, *may], len(must) + len(may)):
        phrases.append(f"cast {player.spells[breach]} {breach}")
        nemesis_life -= damage_of(player, breach, error)
    if player.spells:
        phrases.append("end casting")
    nemesis_life -= sum(spell == "lava_tendril" for spell in player.spells.values()) * (error != SILENT_TENDRIL)
    for _ in range(chance.randint(0, 3)):
        closed = [one for one in player.breaches if player.is_closed(one)]
        able = [(v, b) for b in closed for v in ("focus", "open") if cost_of(player, v, b, error) <= aether]
        if not able:
            break
        verb, breach = chance.choice(able)
        aether -= cost_of(player, verb, breach, error)
        turn(player, verb, breach)
        phrases.append(f"{verb} {breach}")
    closed = [one for one in player.breaches if player.is_closed(one)]
    costs = {f"{v} {b}": cost_of(player, v, b, error) for b in closed for v in ("focus", "open")}
    claims = {
        "legal": [phrase for phrase, cost in costs.items() if cost <= aether],
        "illegal": [phrase for phrase, cost in costs.items() if cost > aether],
    }
    if chance.random() < 0.6:
        claims = {}
        for _ in range(chance.randint(1, 3)):
            seat, sufferer = chance.choice([("p1", player), ("p2", ally)])
            amount = chance.randint(1, 6)
            left = [one for one in sufferer.breaches if sufferer.breaches[one] != DESTROYED]
            if not left:
                return None
            lost = chance.choice(left)
            is_exhausted = 0 < sufferer.life <= amount
            suffer(table, sufferer, amount, lost, error)
            phrases += [
                f"!damage {seat} {amount}",
                *([f"lose breach {lost}"] if is_exhausted and len(left) > 1 else []),
            ]
            if (player.life == 0 and ally.life == 0) or table.gravehold <= 0:
                return None
    return {
        "name": ", ".join(phrases),
        "given": given,
        "do": phrases,
        "expect": {
            "aether": aether,
            "gravehold": table.gravehold,
            "nemesis.life": nemesis_life,
            "nemesis.fury": table.unleashes,
            "p1.discard": player.discard,
            **{
                f"{seat}.{name}": found
                for seat, one in (("p1", player), ("p2", ally))
                for name, found in (("life", one.life), ("charges", one.charges))
            },
            **{f"{seat}.breach{n}": s for seat, one in (("p1", player), ("p2", ally)) for n, s in one.breaches.items()},
        },
        **claims,
    }


ORACLE = Oracle(
    "casting, breaches and exhaustion (rules 4 to 6 and 10)",
    judge,
    (
        NO_BONUS,
        CLOSED_BONUS,
        GAPS_CLOSE,
        ALL_ADJACENT,
        SAME_OPEN_COST,
        SINGLE_EXCESS,
        EXHAUSTED_AGAIN,
        KEEPS_CHARGES,
        SILENT_TENDRIL,
    ),
)
