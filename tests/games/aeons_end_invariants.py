"""What holds in every state of Aeon's End: no card is lost, nothing leaves its bounds, the end is an end."""

from contract.piles import all_nothing
from contract.subject import COMMON, SOUND, Invariants, Playout, Run

from sim import load_game
from sim.aeons_end.state import BREACHES, CARD_TYPES_MAX, NO_CARD, STEPS, Breach, Cause, Decision
from sim.core.kernel import kernel

GAME = load_game("aeons_end")
ASKED_BY_TURNS = (Decision.MAIN, *STEPS)
NEMESES = ("rageborne", "carapace_queen", "prince_of_gluttons", "crooked_mask")
SUPPLIES = ("deck_destruction", "free_charges", "starter_simple", "mixed_control")
MAGES = ("adelheim", "brama", "jian", "kadir", "lash", "mist", "phaedraxa", "xaxos")
DRAWN = ["gem"] * 3 + ["relic"] * 2 + ["spell"] * 4
"""A supply drawn for each game."""

RULES = (
    *COMMON,
    "every card is in one zone",
    "life, charges, aether, husks and breaches keep their bounds",
    "a breach holds no more than it can, and one that is not there nothing",
    "something is pending in a choice and nothing in a step of a turn",
    "the outcome is everybody's and fits its cause",
)
CARDS, BOUNDS, BREACH, PENDING, OUTCOME = range(len(COMMON), len(RULES))


@kernel(cache=False)
def count_pile(p, counts):
    for i in range(p.n):
        counts[p.card[i]] += 1


@kernel(cache=False)
def count_cards(s, t, counts):
    """How many copies of each card there are, wherever they lie."""
    for card in range(CARD_TYPES_MAX):
        counts[card] = s.destroyed[card]
    for p in (s.play, s.devoured, s.corruptions, s.nemesis_deck, s.nemesis_discard, s.unused):
        count_pile(p, counts)
    for seat in range(s.players):
        for p in (s.deck[seat], s.hand[seat], s.discard[seat]):
            count_pile(p, counts)
    for at in range(s.players * BREACHES):
        for i in range(s.breach[at].n):
            counts[s.breach[at].spell[i]] += 1
    for i in range(s.supply_card.size):
        counts[s.supply_card[i]] += s.supply_left[i]
    for i in range(s.n_in_play):
        counts[s.in_play[i].card] += 1
    if s.drawn != NO_CARD:
        counts[s.drawn] += 1
    for i in range(s.n_frames):
        if s.frame[i].decision in (Decision.ON_DECK, Decision.GIVE):
            counts[s.frame[i].card] += 1


@kernel(cache=False)
def broken_bounds(s, t, turn, room):
    """BOUNDS if a number is beyond what it may be."""
    if s.gravehold < 0 or s.gravehold > t.gravehold or s.nemesis_life < 0 or s.nemesis_life > t.nemesis_life:
        return BOUNDS
    if s.damaged_husks < 0 or s.damaged_husks > s.husks or s.husks > 15 or s.fury < 0:
        return BOUNDS
    if s.aether < 0 or s.spell_aether < 0 or s.gem_aether < 0 or s.discount < 0:
        return BOUNDS
    for seat in range(s.players):
        if s.life[seat] < 0 or s.life[seat] > t.life or s.charges[seat] < 0 or s.charges[seat] > t.charges[seat]:
            return BOUNDS
        if s.shuffled[seat] < 0 or s.shuffled[seat] > s.deck[seat].n:
            return BOUNDS
    return SOUND


@kernel(cache=False)
def broken_breaches(s, t, turn, room):
    """BREACH if a breach breaks its rule."""
    for at in range(s.players * BREACHES):
        breach = s.breach[at]
        if breach.n < 0 or breach.n > 2 or breach.turned < 0 or breach.turned > 3:
            return BREACH
        if breach.n > 0 and s.n_frames == 0 and s.over == 0 and breach.state in (Breach.NONE, Breach.DESTROYED):
            return BREACH
    return SOUND


@kernel(cache=False)
def begin(s, t, room):
    """Notes how many copies of each card there are."""
    count_cards(s, t, room[:CARD_TYPES_MAX])


@kernel(cache=False)
def broken_cards(s, t, turn, room):
    """CARDS if there is another number of a card than there was."""
    start, counts = room[:CARD_TYPES_MAX], room[CARD_TYPES_MAX:]
    count_cards(s, t, counts)
    for card in range(t.n_cards):
        counts[card] -= start[card]
    return SOUND if all_nothing(counts, t.n_cards) else CARDS


@kernel(cache=False)
def broken_choice(s, t, turn, room):
    """PENDING if a choice is asked by nothing, or a step of a turn is asked too early."""
    return PENDING if (s.decision not in ASKED_BY_TURNS) != (s.n_frames > 0) else SOUND


@kernel(cache=False)
def broken_end(s, t, measures, room):
    """OUTCOME if a game that is over breaks its rule."""
    won = s.cause in (Cause.NEMESIS, Cause.DECK)
    if s.over != 1 or measures[0] != s.cause or s.cause == Cause.NONE or s.n_frames != 0:
        return OUTCOME
    for seat in range(4):
        if s.score[seat] != (1.0 if won and seat < s.players else 0.0):
            return OUTCOME
    return SOUND


@kernel(cache=False)
def spoil(s, t, measures, rule):
    """Breaks one rule in turn 2."""
    if s.over == 1:
        if rule == OUTCOME:
            s.score[0] = 0.5
        return
    if s.turn < 2:
        return
    if rule == CARDS:
        s.destroyed[0] += 1
    elif rule == BOUNDS:
        s.fury = -1
    elif rule == BREACH:
        s.breach[0].turned = 4
    elif rule == PENDING:
        s.n_frames = 1 if s.n_frames == 0 else 0


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
    2 * CARD_TYPES_MAX,
    [broken_cards, broken_bounds, broken_breaches],
    broken_choice,
    broken_end,
    spoil,
    {},
    PLAYOUTS,
    many,
    begin=begin,
)
