"""Shards of Infinity: what cards played in a turn come to, their keywords, attacks on champions, and shields."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from .oracle import Cards, Keys, Oracle

FACTION = {
    "kiln_drone": "homodeus",
    "mining_drones": "homodeus",
    "reactor_drone": "homodeus",
    "order_initiate": "order",
    "cache_warden": "order",
    "shard_abstractor": "order",
    "data_heretic": "order",
    "command_seer": "order",
    "grand_architect": "order",
    "undergrowth_aspirant": "undergrowth",
    "spore_cleric": "undergrowth",
    "fungal_hermit": "undergrowth",
    "leshai_knight": "undergrowth",
    "shardwood_guardian": "undergrowth",
    "furrowing_elemental": "undergrowth",
    "root_of_the_forest": "undergrowth",
    "wraethe_skirmisher": "wraethe",
    "nil_assassin": "wraethe",
    "aetherbreaker": "wraethe",
    "scion_of_nothingness": "wraethe",
}
"""Allies and mercenaries whose texts ask nothing."""
STARTERS = ("crystal", "shard_reactor", "infinity_shard")
CHAMPIONS = ("optio_crusher", "systema_ai", "additri_gaiamancer", "fao_cutul", "evokatus")
DEFENSE = {
    "evokatus": 2,
    "optio_crusher": 4,
    "systema_ai": 4,
    "additri_gaiamancer": 5,
    "fao_cutul": 4,
    "zetta_encryptor": 5,
}
UNTOUCHABLE, PROTECTOR = "li_hin", "zetta_encryptor"
SHIELDS = {"korvus_legionnaire": 2, "command_seer": 5, "cryptofist_monk": 8, "thorn_zealot": 3}
MASTERY_MAX, HEALTH_MAX = 30, 50
ITSELF_UNITES = "a card unites with itself"
CHAMPIONS_UNITE = "champions count as allies"
DISCARD_UNITES = "cards in the discard pile count as played"
EARLY_MASTERY = "mastery is looked at before the card's own"
PLAYED_ECHOES = "played cards echo as those in the discard pile do"
NO_LIMIT = "health rises above 50"
SHIELDED_CHAMPIONS = "shields are not there for players"
ZETTA_ALONE = "Zetta protects the champions beside her, not her player"


@dataclass
class Turn:
    """The turn of a player."""

    mastery: int
    health: int
    hand: list[str]
    discard: list[str]
    champions: list[str]
    error: str
    gems: int = 0
    power: int = 0
    played: list[str] = field(default_factory=list)
    before: int = 0
    """mastery before the card that is played"""

    def drawn(self) -> None:
        """A card of the deck, which is made of blasters, comes to hand."""
        self.hand.append("blaster")

    def learn(self, amount: int) -> None:
        self.mastery = min(MASTERY_MAX, self.mastery + amount)

    def heal(self, amount: int) -> None:
        self.health = self.health + amount if self.error == NO_LIMIT else min(HEALTH_MAX, self.health + amount)

    def has_mastery(self, amount: int) -> bool:
        """A threshold (rules 3): what the card gave before counts."""
        return (self.before if self.error == EARLY_MASTERY else self.mastery) >= amount

    def unify(self) -> bool:
        """Another Undergrowth ally was played, or can be shown from hand (rules 5)."""
        witnesses = [*self.played[: None if self.error == ITSELF_UNITES else -1], *self.hand]
        witnesses += self.discard if self.error == DISCARD_UNITES else []
        counted = any(FACTION.get(card) == "undergrowth" for card in witnesses)
        return counted or (self.error == CHAMPIONS_UNITE and "additri_gaiamancer" in self.champions)

    def dominion(self) -> bool:
        """Cards of the three other factions were played or can be shown (rules 5)."""
        shown = {FACTION.get(card) for card in [*self.played, *self.hand]}
        return {"homodeus", "undergrowth", "wraethe"} <= shown

    def echo(self) -> list[str]:
        """Wraethe cards in the discard pile (rules 5)."""
        lying = [*self.discard, *(self.played if self.error == PLAYED_ECHOES else [])]
        return [card for card in lying if FACTION.get(card) == "wraethe"]

    def gain(self, gems: int = 0, power: int = 0) -> None:
        self.gems, self.power = self.gems + gems, self.power + power


def tier(turn: Turn, first: int, *others: tuple[int, int]) -> int:
    """The number for the highest mastery that is reached."""
    return next((number for least, number in reversed(others) if turn.has_mastery(least)), first)


def each(*deeds: Callable[[], object]) -> None:
    """One after the other."""
    for deed in deeds:
        deed()


def resolve(turn: Turn, card: str) -> None:
    """The text of a card (its printed face)."""
    texts: dict[str, Callable[[], object]] = {
        "crystal": lambda: turn.gain(gems=1),
        "shard_reactor": lambda: turn.gain(gems=tier(turn, 2, (5, 3), (15, 4))),
        "infinity_shard": lambda: turn.gain(power=tier(turn, 2, (10, 3), (20, 5))),
        "kiln_drone": lambda: turn.gain(gems=4 if turn.champions else 2),
        "mining_drones": lambda: each(lambda: turn.gain(gems=1), turn.drawn),
        "reactor_drone": lambda: turn.gain(gems=3),
        "order_initiate": lambda: each(lambda: turn.gain(gems=2), lambda: turn.learn(2 if turn.dominion() else 0)),
        "cache_warden": lambda: each(lambda: turn.learn(1), lambda: turn.has_mastery(10) and turn.drawn()),
        "shard_abstractor": lambda: turn.learn(2),
        "data_heretic": lambda: each(turn.drawn, turn.drawn),
        "command_seer": lambda: turn.gain(gems=2),
        "grand_architect": lambda: turn.learn(5),
        "undergrowth_aspirant": lambda: each(lambda: turn.heal(3), lambda: turn.gain(power=5 if turn.unify() else 0)),
        "spore_cleric": lambda: turn.heal(4),
        "fungal_hermit": lambda: each(lambda: turn.learn(1), lambda: turn.has_mastery(10) and turn.heal(5)),
        "leshai_knight": lambda: turn.gain(power=6 if turn.unify() else 3),
        "shardwood_guardian": lambda: each(
            lambda: turn.gain(power=2), turn.drawn, lambda: turn.heal(6 if turn.unify() else 0)
        ),
        "furrowing_elemental": lambda: each(
            lambda: turn.heal(4), turn.drawn, lambda: turn.gain(power=6 if turn.health >= HEALTH_MAX else 0)
        ),
        "root_of_the_forest": lambda: each(lambda: turn.heal(10), lambda: turn.gain(power=10 if turn.unify() else 0)),
        "wraethe_skirmisher": lambda: turn.gain(power=6 if turn.echo() else 2),
        "nil_assassin": lambda: turn.gain(power=5),
        "aetherbreaker": lambda: turn.gain(power=tier(turn, 4, (10, 8))),
        "scion_of_nothingness": lambda: turn.gain(power=3 + 2 * len(turn.echo())),
        "optio_crusher": lambda: turn.gain(power=tier(turn, 3, (10, 5))),
        "systema_ai": lambda: each(
            lambda: turn.learn(1), lambda: turn.has_mastery(20) and each(turn.drawn, turn.drawn)
        ),
        "additri_gaiamancer": lambda: turn.gain(
            power=2 + 2 * sum(FACTION.get(played) == "undergrowth" for played in turn.played)
        ),
        "fao_cutul": lambda: each(
            lambda: turn.gain(power=2), lambda: turn.gain(power=turn.power if turn.has_mastery(20) else 0)
        ),
        "evokatus": lambda: turn.gain(power=sum(one in ("evokatus", "optio_crusher") for one in turn.champions)),
    }
    turn.before = turn.mastery
    texts[card]()


def can_fall(target: str, champions: list[str], error: str) -> bool:
    """Whether a champion may be attacked (rules 6)."""
    is_protected = PROTECTOR in champions and target != PROTECTOR
    return target != UNTOUCHABLE and not is_protected


def attack(turn: Turn, order: list[str], champions: list[str], error: str) -> tuple[list[str], list[str]]:
    """Champions fall, in this order of preference, as long as there is power (rules 4.1); those and the ones left."""
    left, fallen = list(champions), []
    while True:
        able = (one for one in order if one in left and can_fall(one, left, error) and DEFENSE[one] <= turn.power)
        target = next(able, None)
        if target is None:
            return fallen, left
        turn.power -= DEFENSE[target]
        left.remove(target)
        fallen.append(target)


def judge(chance: Random, drawn: Cards, error: str) -> Keys | None:
    """A player plays a hand, uses his champions, attacks some of the opponent's, and perhaps ends his turn."""
    hand = chance.sample([*FACTION, *STARTERS], chance.randint(1, 5))
    discard = chance.sample(sorted(FACTION), chance.randint(0, 3))
    mine = chance.sample(CHAMPIONS, chance.choice([0, 0, 1, 2]))
    theirs = chance.sample([*DEFENSE, UNTOUCHABLE], chance.choice([0, 1, 2, 3]))
    shields = chance.sample(sorted(SHIELDS), chance.choice([0, 0, 1, 2]))
    turn = Turn(chance.randint(0, 29), chance.randint(20, 50), list(hand), list(discard), list(mine), error)
    given = {
        "p1.mastery": turn.mastery,
        "p1.health": turn.health,
        "p1.hand": hand,
        "p1.discard": discard,
        "p1.champions": mine,
        "p1.deck": ["9 blaster"],
        "p2.champions": theirs,
        "p2.hand": shields,
    }
    deeds = chance.sample(
        [*(("play", card) for card in hand), *(("exhaust", one) for one in mine)], len(hand) + len(mine)
    )
    for verb, card in deeds:
        if verb == "play":
            turn.hand.remove(card)
            turn.played.append(card)
        resolve(turn, card)
    if "infinity_shard" in hand and turn.mastery >= MASTERY_MAX:
        return None
    order = chance.sample(theirs, len(theirs))
    fallen, left = attack(turn, order, theirs, error)
    expect = {"p1.mastery": turn.mastery, "p1.health": turn.health, "p2.champions": left}
    ends = chance.random() < 0.5
    if ends:
        is_safe = PROTECTOR in left and error != ZETTA_ALONE
        shield = 0 if error == SHIELDED_CHAMPIONS else sum(map(SHIELDS.__getitem__, shields))
        expect["p2.health"] = HEALTH_MAX - (0 if is_safe else max(0, turn.power - shield))
        if expect["p2.health"] <= 0:
            return None
    else:
        expect |= {"gems": turn.gems, "power": turn.power, "p1.hand": turn.hand, "p2.discard.count": len(fallen)}
    return {
        "name": ", ".join(f"{verb} {card}" for verb, card in deeds),
        "given": given,
        "prefer": [
            *(f"reveal {card}" for card in hand for _ in deeds),  # each text may ask to see the same card
            *(f"{verb} {card}" for verb, card in deeds),
            *(f"attack p2 {one}" for one in order if one != UNTOUCHABLE),
            *(["end turn", *(f"shield {card}" for card in shields)] if ends else []),
        ],
        "expect": expect,
        **({"to_move": "p2"} if ends else {}),
    }


ORACLE = Oracle(
    "a turn (rules 3 to 6)",
    judge,
    (
        ITSELF_UNITES,
        CHAMPIONS_UNITE,
        DISCARD_UNITES,
        EARLY_MASTERY,
        PLAYED_ECHOES,
        NO_LIMIT,
        SHIELDED_CHAMPIONS,
        ZETTA_ALONE,
    ),
)
