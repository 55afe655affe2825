"""What holds in every state of Aeon's End: no card is lost, nothing leaves its bounds, the end is an end."""

from contract.rules import Rules, conserved, is_miscounted
from contract.subject import Invariants, Playout, Run

from sim import load_game
from sim.aeons_end.state import BREACHES, CARD_TYPES_MAX, NO_CARD, SEATS, SLOTS, STEPS, Breach, Cause, Decision
from sim.core.kernel import kernel

GAME = load_game("aeons_end")
RULES = Rules()
ASKED_BY_TURNS = (Decision.MAIN, *STEPS)
NEMESES = ("rageborne", "carapace_queen", "prince_of_gluttons", "crooked_mask")
SUPPLIES = ("deck_destruction", "free_charges", "starter_simple", "mixed_control")
MAGES = ("adelheim", "brama", "jian", "kadir", "lash", "mist", "phaedraxa", "xaxos")
DRAWN = ["gem"] * 3 + ["relic"] * 2 + ["spell"] * 4
"""A supply drawn for each game."""

PILES = (
    "play", "devoured", "corruptions", "nemesis_deck", "nemesis_discard", "unused",
    "deck[seat]", "hand[seat]", "discard[seat]",
)  # fmt: skip


@kernel(cache=False)
def elsewhere(s, t, room):
    """Counts the cards that lie in no pile; breaks no rule."""
    for card in range(t.n_cards):
        room[card] = s.destroyed[card]
    for at in range(s.players * BREACHES):
        for i in range(s.breach[at].n):
            room[s.breach[at].spell[i]] += 1
    for i in range(s.supply_card.size):
        room[s.supply_card[i]] += s.supply_left[i]
    for i in range(s.n_in_play):
        room[s.in_play[i].card] += 1
    if s.drawn != NO_CARD:
        room[s.drawn] += 1
    for i in range(s.n_frames):
        if s.frame[i].decision in (Decision.ON_DECK, Decision.GIVE):
            room[s.frame[i].card] += 1
    return False


@kernel(cache=False)
def begin(s, t, room):
    """Notes how many copies of each card there are."""
    elsewhere(s, t, room)
    for pile in (s.play, s.devoured, s.corruptions, s.nemesis_deck, s.nemesis_discard, s.unused):
        is_miscounted(pile, room)
    for seat in range(s.players):
        is_miscounted(s.deck[seat], room)
        is_miscounted(s.hand[seat], room)
        is_miscounted(s.discard[seat], room)
    for card in range(t.n_cards):
        room[CARD_TYPES_MAX + card] = room[card]


@RULES.always("s.breach[0].turned = 4", "s.breach[0].n = -1", "s.breach[0].n = 3")
def has_wrong_breach(s):
    """A breach holds no more than it can, and one that is not there nothing."""
    for at in range(s.players * BREACHES):
        breach = s.breach[at]
        if breach.n < 0 or breach.n > SLOTS or breach.turned < 0 or breach.turned > 3:
            return True
        if breach.n > 0 and s.n_frames == 0 and s.over == 0 and breach.state in (Breach.NONE, Breach.DESTROYED):
            return True
    return False


RULES += conserved([f"s.{pile}" for pile in PILES], elsewhere, "s.destroyed[0] += 1")
RULES.holds(
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


@RULES.asked("s.n_frames = 1 if s.n_frames == 0 else 0")
def is_pending(s):
    """Something is pending in a choice and nothing in a step of a turn."""
    return (s.decision not in ASKED_BY_TURNS) != (s.n_frames > 0)


@RULES.at_the_end("s.score[0] = 0.5", "s.cause = measures[0] = Cause.NONE", "s.n_frames = 1")
def is_won_wrongly(s):
    """The outcome is everybody's and fits its cause."""
    won = s.cause in (Cause.NEMESIS, Cause.DECK)
    for seat in range(SEATS):
        if s.score[seat] != (1.0 if won and seat < s.players else 0.0):
            return True
    return s.cause == Cause.NONE or s.n_frames != 0


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
    room=2 * CARD_TYPES_MAX,
    begin=begin,
)
