"""What holds in every state of Aeon's End: no card is lost, nothing leaves its bounds, the end is an end."""

from contract.rules import Rules
from contract.subject import Invariants, Playout, Run

from sim import load_game

GAME = load_game("aeons_end")
RULES = Rules(breaches="s.breach[: s.players * BREACHES]", won="s.cause in (Cause.NEMESIS, Cause.DECK)")

RULES.always(
    "a breach holds no more than it can, and one that is not there nothing",
    "all(0 <= breach.n <= SLOTS and 0 <= breach.turned <= 3 for breach in breaches)",
    "s.n_frames == 0 and s.over == 0"
    " implies all(breach.n == 0 for breach in breaches if breach.state in (Breach.NONE, Breach.DESTROYED))",
    spoils=["s.breach[0].turned = 4", "s.breach[0].n = -1", "s.breach[0].n = 3"],
)
RULES.keep_all(
    [
        *("s.play", "s.devoured", "s.corruptions", "s.nemesis_deck", "s.nemesis_discard", "s.unused"),
        *("s.deck[seat]", "s.hand[seat]", "s.discard[seat]"),
    ],
    "s.destroyed[0] += 1",
    numbers=["s.destroyed"],
    others=[
        "spell for breach in breaches for spell in breach.spell[: breach.n]",
        "(s.supply_card[pile], s.supply_left[pile]) for pile in range(s.supply_card.size)",
        "one.card for one in s.in_play[: s.n_in_play]",
        "s.drawn for _ in range(1) if s.drawn != NO_CARD",
        "frame.card for frame in s.frame[: s.n_frames] if frame.decision in (Decision.ON_DECK, Decision.GIVE)",
    ],
)
RULES.always(
    "life, charges, aether and husks keep their bounds",
    "0 <= s.gravehold <= t.gravehold",
    "0 <= s.nemesis_life <= t.nemesis_life",
    "0 <= s.damaged_husks <= s.husks",
    "s.husks <= HUSKS_MAX",
    *(f"s.{name} >= 0" for name in ("fury", "aether", "spell_aether", "gem_aether", "discount")),
    "0 <= s.life[seat] <= t.life",
    "0 <= s.charges[seat] <= t.charges[seat]",
    "0 <= s.shuffled[seat] <= s.deck[seat].n",
)
RULES.asked(
    "something is pending in a choice and nothing in a step of a turn",
    "(s.decision == Decision.MAIN or s.decision in STEPS) == (s.n_frames == 0)",
    spoils=["s.n_frames = 1 if s.n_frames == 0 else 0"],
)
RULES.at_the_end(
    "the outcome is everybody's and fits its cause",
    "s.score[seat] == (won and seat < s.players)",
    "s.cause != Cause.NONE",
    "s.n_frames == 0",
    spoils=["s.score[0] = 0.5", "s.cause = measures[0] = Cause.NONE", "s.n_frames = 1"],
)


NEMESES = ("rageborne", "carapace_queen", "prince_of_gluttons", "crooked_mask")
SUPPLIES = ("deck_destruction", "free_charges", "starter_simple", "mixed_control")
MAGES = ("adelheim", "brama", "jian", "kadir", "lash", "mist", "phaedraxa", "xaxos")
DRAWN = ["gem"] * 3 + ["relic"] * 2 + ["spell"] * 4
"""A supply drawn for each game."""


def table(players: int, nemesis: str, number: int, **rules: object) -> dict:
    """A table whose mages and supply change with the number."""
    mages = [MAGES[(number + 3 * seat) % len(MAGES)] for seat in range(players)]
    return {"mages": mages, "nemesis": nemesis, "supply": SUPPLIES[number % 4] if number % 3 else DRAWN, **rules}


def run(number: int) -> Run:
    players, nemesis = 1 + number % 4, NEMESES[number // 4 % 4]
    rules: dict = {"difficulty": ("normal", "expert", "beginner")[number // 16]}
    if number % 5 == 0:
        rules |= {"hand": 9, "gravehold": 99, "life": 60, "charge_cost": 0, "nemesis_life": 40}
    return Run(table(players, nemesis, number, **rules), number, 400)


PLAYOUTS = {
    "all decisions": Playout([run(number) for number in range(48)], ()),
    **{
        f"{players} against {nemesis}": Playout(
            [
                Run(table(players, nemesis, number, difficulty=difficulty), 7, 4)
                for number, difficulty in enumerate(("normal", "expert", "beginner", "extinction"))
            ]
        )
        for players in GAME.player_counts
        for nemesis in NEMESES
    },
}


def many(number: int) -> dict:
    """All numbers of players against all nemeses at all difficulties, with changing mages and supplies."""
    difficulty = ("normal", "expert", "beginner", "extinction")[number // 16 % 4]
    return table(1 + number % 4, NEMESES[number // 4 % 4], number, difficulty=difficulty)


INVARIANTS = Invariants(
    RULES,
    PLAYOUTS,
    many,
    ripe="s.turn >= 2",
    measured={
        "cause": "s.cause",
        "gravehold": "s.gravehold",
        "nemesis_life": "s.nemesis_life",
        "life": "s.life[seat]",
        "charges": "s.charges[seat]",
    },
)
