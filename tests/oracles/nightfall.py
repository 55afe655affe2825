"""Nightfall: combats, blocks, and how blockers absorb damage."""

from dataclasses import dataclass
from random import Random

from .oracle import Cards, Keys, Oracle

FIGURES = {
    "charlotte_reyes": (1, 2),
    "enraged_wight": (2, 1),
    "jj_mcteague": (1, 2),
    "indigo_six": (1, 2),
    "lisaveta_florescu": (3, 2),
    "ivan_radinsky": (4, 1),
    "alton_hickman": (1, 3),
    "mara_quill": (1, 3),
    "zacharias_sands": (2, 2),
    "sister_calla": (2, 1),
    "vulko": (3, 2),
    "elder_strigoi": (2, 4),
    "lilith": (2, 1),
    "big_ghost": (5, 3),
}
"""Strength and health of minions whose other texts work in chains alone."""
DIRECT, STAYS = "vulko", "elder_strigoi"
STRIKES_BACK = "blockers wound attackers"
NO_EXCESS = "what blockers do not absorb is lost"
FULL_HEALTH = "blockers absorb as much as their printed health"
DIRECT_NEVER = "nobody absorbs damage that is inflicted directly"
DIRECT_INSTEAD = "who blocks a combat absorbs no direct damage"
DEAD_ABSORB = "a blocker that has left play still absorbs"


@dataclass
class Minion:
    """A minion in play."""

    id: str
    health: int

    @property
    def strength(self) -> int:
        """Its printed strength."""
        return FIGURES[self.id][0]


def absorb(minions: list[Minion], damage: int, error: str) -> int:
    """Minions absorb damage in this order, each up to its health (rules 4.4); what is left."""
    for one in minions:
        taken = min(damage, one.health if error != FULL_HEALTH else FIGURES[one.id][1])
        if one.health <= 0 and error == DEAD_ABSORB:
            taken = min(damage, FIGURES[one.id][1])
        one.health -= taken
        damage -= taken
    return damage


def judge(chance: Random, drawn: Cards, error: str) -> Keys | None:
    """One player's minions attack the other, who blocks with some of his; combats in some order."""
    ids = chance.sample(sorted(FIGURES), 7)
    attackers = [Minion(id, chance.randint(1, FIGURES[id][1])) for id in ids[: chance.randint(1, 3)]]
    defenders = [Minion(id, chance.randint(1, FIGURES[id][1])) for id in ids[3 : 3 + chance.randint(0, 4)]]
    given = {
        f"p{seat}.play": [{"id": one.id, "health": one.health} for one in line]
        for seat, line in ((1, attackers), (2, defenders))
    }
    order = chance.sample(defenders, len(defenders))
    blocks = {one.id: chance.choice([None, *attackers]) for one in defenders}
    prefer = [f"block {one.id} {blocks[one.id].id}" if blocks[one.id] else f"stay {one.id}" for one in defenders]
    fights = chance.sample(attackers, len(attackers))
    wounds = 0
    for attacker in fights:
        able = [one for one in order if one.health > 0 or error == DEAD_ABSORB]
        blockers = [one for one in able if blocks[one.id] is attacker]
        left = absorb(blockers, attacker.strength, error)
        if error == STRIKES_BACK:
            attacker.health -= sum(one.strength for one in blockers)
        direct = [one for one in order if one.id == DIRECT and one.health > 0 and error != DIRECT_NEVER]
        if error == DIRECT_INSTEAD:
            direct = [one for one in direct if blocks[one.id] is None]
        left = absorb(direct, left, error)
        wounds += 0 if error == NO_EXCESS and blockers else left
    alive = [one for one in defenders if one.health > 0]
    stays = [one for one in attackers if one.id == STAYS and one.health > 0]
    return {
        "name": ", ".join([*prefer, *(f"fight {one.id}" for one in fights)]),
        "given": given | {"p1.hand": ["bite"]},
        "do": ["!turn"],
        "prefer": [
            *prefer,
            *(f"fight {one.id}" for one in fights),
            *(f"absorb {one.id}" for one in order for _ in fights),
        ],
        "expect": {
            "p1.play": [{"id": one.id, "health": one.health} for one in stays],
            "p2.play": [{"id": one.id, "health": one.health} for one in alive],
            "p2.destroyed": len(defenders) - len(alive),
            "p2.wounds": wounds,
        },
    }


ORACLE = Oracle(
    "combats (rules 4 and 8)",
    judge,
    (STRIKES_BACK, NO_EXCESS, FULL_HEALTH, DIRECT_NEVER, DIRECT_INSTEAD, DEAD_ABSORB),
)
