"""What holds in every state of Berserk: Heroes: no card lost, nobody dead in play, gold that adds up, one winner."""

from contract.piles import OF_ZONES, PILES, ZONES, broken_pile, spoil_end
from contract.subject import COMMON, SOUND, Invariants, Playout, Run

from sim import load_game
from sim.berserk_heroes.state import CARDS, SEATS, SLOTS, Cause, Decision, Flag, Type, Zone
from sim.core.kernel import kernel

GAME = load_game("berserk_heroes")

RULES = (
    *COMMON,
    *OF_ZONES,
    "lines hold creatures, rows of support cards one of each class, all controlled by the player",
    "heroes are in play, with a body of their own",
    "a captured card is under a card in play",
    "tapped gold is a part of the gold, and neither is below 0",
    "a seat is to move",
    "in the main phase nothing is pending and no creature in play is dead",
    "each player knows his hand, and both what lies open",
    "failed draws stay below three while the game goes on",
    "a turn follows the other",
    "one player has won, or it is a draw",
    "the measures are those of the final state",
)
(
    ROWS, HEROES, CAPTIVES, GOLD, TO_MOVE, SETTLED, KNOWN, DRAWS, TURNS, OUTCOME, MEASURES,
) = range(PILES + 1, len(RULES))  # fmt: skip
LIFE_AT = GAME.measures.index("p1_life")
PER_SEAT = GAME.measures.index("p2_life") - LIFE_AT


@kernel(cache=False)
def broken_rows(s, t, seat):
    """ROWS if the cards in play of a seat break their rule."""
    line, row = s.line[seat], s.support[seat]
    for i in range(line.n):
        card = s.card[line.card[i]]
        if card.controller != seat or t.card[card.type].type != Type.CREATURE:
            return ROWS
    for i in range(row.n):
        card = s.card[row.card[i]]
        if card.controller != seat or t.card[card.type].type <= Type.SPELL:
            return ROWS
        for k in range(i):
            if t.card[s.card[row.card[k]].type].type == t.card[card.type].type:
                return ROWS
    return SOUND


@kernel(cache=False)
def broken_zones(s, t, turn, counts):
    """The first of RULES that the piles break."""
    counts[:] = 0
    for seat in range(SEATS):
        rule = broken_pile(s, s.deck[seat], Zone.DECK, seat, counts)
        if rule == SOUND:
            rule = broken_pile(s, s.hand[seat], Zone.HAND, seat, counts)
        if rule == SOUND:
            rule = broken_pile(s, s.graveyard[seat], Zone.GRAVEYARD, seat, counts)
        if rule == SOUND:
            rule = broken_pile(s, s.sideboard[seat], Zone.SIDEBOARD, seat, counts)
        if rule == SOUND:
            rule = broken_pile(s, s.line[seat], Zone.PLAY, -1, counts)
        if rule == SOUND:
            rule = broken_pile(s, s.support[seat], Zone.PLAY, -1, counts)
        if rule == SOUND:
            rule = broken_rows(s, t, seat)
        if rule != SOUND:
            return rule
        hero = s.card[seat * SLOTS]
        if hero.zone != Zone.PLAY or s.body[hero.body].card != seat * SLOTS:
            return HEROES
    for card in range(CARDS):
        zone = s.card[card].zone
        piled = zone in (Zone.DECK, Zone.HAND, Zone.GRAVEYARD, Zone.SIDEBOARD) or (
            zone == Zone.PLAY and card % SLOTS != 0
        )
        if counts[card] != piled:
            return ZONES
        if zone == Zone.CAPTURED and s.card[s.card[card].captor].zone != Zone.PLAY:
            return CAPTIVES
    return SOUND


@kernel(cache=False)
def broken_players(s, t, turn, counts):
    """The first of RULES that gold, draws or knowledge break."""
    for seat in range(SEATS):
        if s.gold[seat] < 0 or s.tapped_gold[seat] < 0 or s.tapped_gold[seat] > s.gold[seat]:
            return GOLD
        if s.failed_draws[seat] < 0 or (s.over == 0 and s.failed_draws[seat] >= 3):
            return DRAWS
        for i in range(s.hand[seat].n):
            if (s.card[s.hand[seat].card[i]].seen >> seat) & 1 == 0:
                return KNOWN
        for i in range(s.line[seat].n):
            if s.card[s.line[seat].card[i]].seen != 3:
                return KNOWN
    return SOUND


@kernel(cache=False)
def broken_turn(s, t, turn, counts):
    """The first of RULES that a state in which a player is to decide breaks; turn: the turn of the state before."""
    if s.to_move < 0 or s.to_move >= SEATS or s.decision == 0:
        return TO_MOVE
    if s.turn < turn or s.turn > turn + 2:
        return TURNS
    if s.decision == Decision.MAIN:
        if s.to_move != s.active:
            return TO_MOVE
        if s.n_frames + s.n_queue + s.programs != 0:
            return SETTLED
        for seat in range(SEATS):
            for i in range(s.line[seat].n):
                card = s.card[s.line[seat].card[i]]
                it = s.body[card.body]
                if it.wounds >= it.life and card.bits & Flag.HIDDEN == 0:
                    return SETTLED
    return SOUND


@kernel(cache=False)
def broken_end(s, t, measures, counts):
    """The first of RULES that a game that is over breaks."""
    if s.over != 1 or s.decision != 0 or s.score[0] + s.score[1] != 1.0:
        return OUTCOME
    drawn = s.cause == Cause.BOTH_DEAD or s.cause == Cause.TURN_LIMIT
    if drawn != (s.score[0] == 0.5) or (not drawn and s.score[0] != 0.0 and s.score[0] != 1.0):
        return OUTCOME
    if s.truncated != (s.cause == Cause.TURN_LIMIT):
        return OUTCOME
    for seat in range(SEATS):
        it = s.body[s.card[seat * SLOTS].body]
        if measures[LIFE_AT + PER_SEAT * seat] != it.life - it.wounds:
            return MEASURES
    return SOUND


@kernel(cache=False)
def spoil(s, t, measures, rule):
    """Breaks one rule from turn 4 on, once there is what it takes."""
    seat = s.active
    if s.over == 1:
        spoil_end(s, measures, rule, OUTCOME, LIFE_AT)
        return
    if s.turn < 4 or s.line[0].n == 0 or s.decision != Decision.MAIN or s.deck[seat].n == 0:
        return
    creature = s.card[s.line[0].card[0]]
    if rule == ZONES:
        creature.zone = Zone.HAND
    elif rule == PILES:
        s.graveyard[seat].n = -1
    elif rule == ROWS:
        creature.controller = 1
    elif rule == HEROES:
        s.body[s.card[0].body].card = 5
    elif rule == CAPTIVES:
        card = s.deck[seat].card[s.deck[seat].n - 1]
        s.deck[seat].n -= 1
        s.card[card].zone, s.card[card].captor = Zone.CAPTURED, s.deck[seat].card[0]
    elif rule == GOLD:
        s.tapped_gold[seat] = s.gold[seat] + 1
    elif rule == TO_MOVE:
        s.to_move = 1 - seat
    elif rule == SETTLED:
        s.body[creature.body].wounds = 99
    elif rule == KNOWN:
        creature.seen = 0
    elif rule == DRAWS:
        s.failed_draws[seat] = 3
    elif rule == TURNS:
        s.turn += 5


DECKS = (
    "real-saikono-2025", "real-sakhana-2025", "teach-steppes", "teach-mountains", "teach-forests", "teach-swamps",
    "basic-darkness", "orcs", "linungs", "trolls", "beasts", "neutral",
)  # fmt: skip
PLAYOUTS = {
    "shipped decks": Playout([Run({"decks": [deck, DECKS[k - 1]]}, 1, 60) for k, deck in enumerate(DECKS)]),
    "random decks": Playout(
        [Run({"decks": [f"random:{2 * k}", f"random:{2 * k + 1}"], "first": "random"}, 2, 40) for k in range(30)]
    ),
    "house rules": Playout(
        [
            Run({"mulligans": False, "decks": ["orcs", "trolls"]}, 3, 100),
            Run({"extra_life": [-10, 20], "starting_gold": [0, 10], "decks": ["beasts", "linungs"]}, 3, 100),
            Run({"heroes": ["renniakh", "zvi_the_nervous_urg"], "decks": ["orcs", "beasts"]}, 3, 100),
            Run({"turn_limit": 3, "first": "p2"}, 3, 100),
        ]
    ),
}


def many(number: int) -> dict:
    """Random decks, another pair at each table."""
    return {"decks": [f"random:{2 * number}", f"random:{2 * number + 1}"], "first": "random"}


INVARIANTS = Invariants(
    RULES, CARDS, [broken_zones, broken_players], broken_turn, broken_end, spoil, {}, PLAYOUTS, many
)
