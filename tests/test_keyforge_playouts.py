"""Random playouts of KeyForge, looked at after every step: no card lost, every count right, one winner."""

from dataclasses import replace

import numpy as np
import pytest
from numba import types

from sim import load_game
from sim.core.kernel import kernel
from sim.core.rng import agent_stream, below
from sim.keyforge.modifiers import power
from sim.keyforge.state import (
    CARDS,
    CONSTANTS,
    DECK_SIZE,
    FIRST_NEXT,
    HOUSES,
    KEYS_TO_WIN,
    NO_CARD,
    NO_HOUSE,
    PROGRAMS,
    SEATS,
    TRIGGERS,
    Cause,
    Decision,
    Status,
    Type,
    Zone,
)
from sim.keyforge.tables import CARD_TYPES_MAX

GAME = load_game("keyforge")
PLAYOUTS = 60
"""Games of each pair of decks."""
PAIRS = 40
STEPS_MAX = 20_000

RULES = (
    "sound",
    "every card is in the pile of its zone, and in no other",
    "a pile holds between 0 and all its cards",
    "battlelines hold creatures, rows artifacts, each of the player who controls them",
    "an upgrade is on a creature in play, which knows how many it has",
    "a card under an artifact or purged by one knows it, no other does",
    "a card out of play has nothing on it",
    "abilities in play are counted rightly",
    "amber, chains, damage and counters are not negative",
    "a player has 0 to 2 keys while the game goes on",
    "the active player is to move",
    "in the main step nothing is pending and every creature has power above its damage",
    "each player knows his hand, his archives and what lies open",
    "plays and uses are counted, no title more than six times",
    "nothing of the last turn is left when a house is chosen",
    "a turn follows the other",
    "there is a legal action, and not too many",
    "no action is offered twice",
    "the game stops without a fault",
    "one player has won, by three keys or at the turn limit",
    "the measures are those of the final state",
)
(
    SOUND, ZONES, PILES, ROWS, UPGRADES, HOSTS, OUT_OF_PLAY, COUNTS, NEGATIVE, KEYS, TO_MOVE, SETTLED, KNOWN, ACTS,
    NEW_TURN, TURNS, ACTIONS, TWICE, FAULT, OUTCOME, MEASURES,
) = range(len(RULES))  # fmt: skip
DECK, HAND, DISCARD, ARCHIVES, PURGED, PLAY, RESOLVING, UNDER = (
    int(Zone[name]) for name in ("DECK", "HAND", "DISCARD", "ARCHIVES", "PURGED", "PLAY", "RESOLVING", "UNDER")
)
CREATURE, ARTIFACT, UPGRADE = int(Type.CREATURE), int(Type.ARTIFACT), int(Type.UPGRADE)
MAIN, CHOOSE_HOUSE = int(Decision.MAIN), int(Decision.HOUSE)
THREE_KEYS, TURN_LIMIT = int(Cause.THREE_KEYS), int(Cause.TURN_LIMIT)
GONE = int(Status.GONE)
KEYS_AT, AMBER_AT = GAME.measures.index("p1_keys"), GAME.measures.index("p1_amber")
PER_SEAT = GAME.measures.index("p2_keys") - KEYS_AT
BY_KEYS_AT = GAME.measures.index("ended_by_keys")
MOST_OF_A_TITLE = 6


@kernel(cache=False)
def broken_pile(s, pile, zone, seat, counts):
    """The first of RULES that a pile of a zone breaks; counts how often each card lies in one. Seat: whose cards it
    holds, -1 for anybody's.
    """
    if pile.n < 0 or pile.n > pile.card.size:
        return PILES
    for i in range(pile.n):
        card = pile.card[i]
        if card < 0 or card >= CARDS:
            return ZONES
        counts[card] += 1
        if s.card[card].zone != zone or (seat >= 0 and card // DECK_SIZE != seat):
            return ZONES
    return SOUND


@kernel(cache=False)
def broken_row(s, t, row, seat, kind):
    """ROWS if a battleline or a row of artifacts breaks its rule."""
    for i in range(row.n):
        card = s.card[row.card[i]]
        if card.controller != seat or t.card[card.type].type != kind:
            return ROWS
    return SOUND


@kernel(cache=False)
def broken_zones(s, t, counts):
    """The first of RULES that the piles break."""
    counts[:] = 0
    for seat in range(SEATS):
        for zone, pile in ((DECK, s.deck[seat]), (HAND, s.hand[seat]), (DISCARD, s.discard[seat])):
            rule = broken_pile(s, pile, zone, seat, counts)
            if rule != SOUND:
                return rule
        for zone, pile in ((ARCHIVES, s.archives[seat]), (PLAY, s.line[seat]), (PLAY, s.artifacts[seat])):
            rule = broken_pile(s, pile, zone, -1, counts)
            if rule != SOUND:
                return rule
        rule = max(broken_row(s, t, s.line[seat], seat, CREATURE), broken_row(s, t, s.artifacts[seat], seat, ARTIFACT))
        if rule != SOUND:
            return rule
    for card in range(CARDS):
        zone = s.card[card].zone
        lies = zone in (DECK, HAND, DISCARD, ARCHIVES) or (zone == PLAY and t.card[s.card[card].type].type != UPGRADE)
        nowhere = zone in (PURGED, UNDER, RESOLVING) or (zone == PLAY and not lies)
        if counts[card] != lies or not (lies or nowhere) or (zone == RESOLVING and s.n_frames == 0):
            return ZONES
    return SOUND


@kernel(cache=False)
def broken_hosts(s, t, counts):
    """The first of RULES that cards on and under others break."""
    counts[:] = 0
    for card in range(CARDS):
        one = s.card[card]
        upgrade = one.zone == PLAY and t.card[one.type].type == UPGRADE
        held = one.zone == UNDER or one.zone == PURGED
        if one.host != NO_CARD and not (upgrade or held):
            return HOSTS
        if upgrade:
            host = s.card[one.host]
            if one.host == NO_CARD or host.zone != PLAY or t.card[host.type].type != CREATURE:
                return UPGRADES
            counts[one.host] += 1
        elif one.zone == UNDER and (one.host == NO_CARD or s.card[one.host].zone != PLAY):
            return HOSTS
    for card in range(CARDS):
        if s.card[card].upgrades != counts[card]:
            return UPGRADES
    return SOUND


@kernel(cache=False)
def broken_cards(s, t):
    """The first of RULES that what is on the cards breaks."""
    for card in range(CARDS):
        one = s.card[card]
        if one.damage < 0 or one.amber < 0 or one.counters < 0 or one.armor_used < 0:
            return NEGATIVE
        if one.zone != PLAY and (
            one.damage + one.amber + one.counters + one.ready + one.stunned + one.upgrades + one.marks > 0
        ):
            return OUT_OF_PLAY
        if one.zone != PLAY and (one.mindlock != NO_CARD or one.taken_house != NO_HOUSE):
            return OUT_OF_PLAY
    return SOUND


@kernel(cache=False)
def broken_counts(s, t, counts):
    """COUNTS if the numbers of abilities in play are not what a new count gives."""
    counts[:] = 0
    for card in range(CARDS):
        facts = t.card[s.card[card].type]
        if s.card[card].zone == PLAY:
            for trigger in range(PROGRAMS):
                counts[trigger] += (facts.listens >> trigger) & 1
            for row in range(facts.constant[0], facts.constant[1]):
                counts[TRIGGERS + t.constant[row].kind] += 1
    for trigger in range(PROGRAMS):
        if s.listening[trigger] != counts[trigger]:
            return COUNTS
    for kind in range(CONSTANTS):
        if s.constant[kind] != counts[TRIGGERS + kind]:
            return COUNTS
    return SOUND


@kernel(cache=False)
def broken_knowledge(s):
    """KNOWN if a player is not held to know what he must."""
    for seat in range(SEATS):
        if s.shuffled[seat] < 0 or s.shuffled[seat] > s.deck[seat].n:
            return KNOWN
        for pile in (s.hand[seat], s.archives[seat]):
            for i in range(pile.n):
                if (s.card[pile.card[i]].seen >> seat) & 1 == 0:
                    return KNOWN
        for i in range(s.discard[seat].n):
            if s.card[s.discard[seat].card[i]].seen != 3:
                return KNOWN
    for card in range(CARDS):
        if s.card[card].zone == PLAY and s.card[card].seen != 3:
            return KNOWN
    return SOUND


@kernel(cache=False)
def broken_acts(s):
    """ACTS if plays and uses of the turn are not counted by title, or are too many."""
    total = 0
    for card in range(CARDS):
        times = 0
        total += s.card[card].times
        for other in range(CARDS):
            if s.card[other].type == s.card[card].type:
                times += s.card[other].times
        if times > MOST_OF_A_TITLE:
            return ACTS
    return ACTS if total != s.acts else SOUND


@kernel(cache=False)
def broken_rule(s, t, counts):
    """The first of RULES that a state breaks; counts: room for a number a card and a number an ability."""
    for seat in range(SEATS):
        if s.amber[seat] < 0 or s.chains[seat] < 0:
            return NEGATIVE
        if s.keys[seat] < 0 or (s.over == 0 and s.keys[seat] >= KEYS_TO_WIN):
            return KEYS
    rule = broken_zones(s, t, counts)
    if rule == SOUND:
        rule = broken_hosts(s, t, counts)
    if rule == SOUND:
        rule = broken_cards(s, t)
    if rule == SOUND:
        rule = broken_counts(s, t, counts)
    if rule == SOUND:
        rule = broken_knowledge(s)
    if rule == SOUND:
        rule = broken_acts(s)
    return rule


@kernel(cache=False)
def unsettled_card(s, t, card):
    """Whether a card is in a state in which no card may be in the main step."""
    one = s.card[card]
    if one.status != 0 or one.zone == RESOLVING:
        return True
    return one.zone == PLAY and t.card[one.type].type == CREATURE and one.damage >= power(s, t, card)


@kernel(cache=False)
def broken_turn(s, t, turn):
    """The first of RULES that a state in which a player is to decide breaks; turn: the turn of the state before."""
    if s.to_move != s.active or s.active < 0 or s.active >= SEATS or s.decision == 0:
        return TO_MOVE
    if s.turn != turn and s.turn != turn + 1:
        return TURNS
    if s.decision == MAIN:
        if s.n_frames + s.n_pending + s.n_waiting + s.batch + s.left + s.unsettled != 0:
            return SETTLED
        for card in range(CARDS):
            if unsettled_card(s, t, card):
                return SETTLED
    if s.decision == CHOOSE_HOUSE:
        left = s.by_house + s.off_house + s.creature_came + s.discarded + s.played + s.acts + s.uses + s.fallen
        if left != 0 or s.house != NO_HOUSE:
            return NEW_TURN
        for kind in range(FIRST_NEXT):
            if s.now[kind] != 0:
                return NEW_TURN
        for house in range(HOUSES):
            if s.played_of[house] != 0:
                return NEW_TURN
        for card in range(CARDS):
            one = s.card[card]
            if one.marks != 0 or one.attacked + one.uses + one.times != 0:
                return NEW_TURN
    return SOUND


@kernel(cache=False)
def offered_twice(actions, n):
    for i in range(n):
        for j in range(i):
            one, other = actions[i], actions[j]
            if one.kind == other.kind and one.a == other.a and one.b == other.b and one.c == other.c:
                return True
    return False


@kernel(cache=False)
def broken_end(s, t, measures):
    """The first of RULES that a game that is over breaks."""
    winner = 0 if s.score[0] == 1.0 else 1
    if s.score[winner] != 1.0 or s.score[1 - winner] != 0.0 or s.over != 1 or s.decision != 0:
        return OUTCOME
    if s.cause == THREE_KEYS:
        if s.keys[winner] != KEYS_TO_WIN or s.keys[1 - winner] >= KEYS_TO_WIN:
            return OUTCOME
    elif s.cause != TURN_LIMIT or s.turn != 2 * t.turn_limit or s.keys[winner] < s.keys[1 - winner]:
        return OUTCOME
    if measures[BY_KEYS_AT] != (s.cause == THREE_KEYS) or measures[BY_KEYS_AT + 1] != (s.cause == TURN_LIMIT):
        return MEASURES
    for seat in range(SEATS):
        if measures[KEYS_AT + PER_SEAT * seat] != s.keys[seat]:
            return MEASURES
        if measures[AMBER_AT + PER_SEAT * seat] != s.amber[seat]:
            return MEASURES
    return SOUND


def _playouts(states, t, setup, legal_actions, apply, measure, actions, counts, measures, seed, first, n_games, seen):
    """Plays games and looks at each step; (game, step, broken rule) of the first that breaks one, rule 0 if none does.

    seen: by decision, how often it was asked; in place 0 the number of steps.
    """
    s = states[0]
    for game in range(first, first + n_games):
        setup(s, t, seed, game)
        turn = s.turn
        for step in range(STEPS_MAX + 1):
            rule = FAULT if s.error != 0 or step == STEPS_MAX else broken_rule(s, t, counts)
            if rule == SOUND and s.over == 0:
                rule = broken_turn(s, t, turn)
            if rule != SOUND:
                return game, step, rule
            if s.over != 0:
                measure(s, t, measures)
                rule = broken_end(s, t, measures)
                if rule != SOUND:
                    return game, step, rule
                break
            turn = s.turn
            n = legal_actions(s, t, actions)
            seen[0] += 1
            seen[s.decision] += 1
            if n < 1 or n > actions.size or s.error != 0:
                return game, step, ACTIONS
            if offered_twice(actions, n):
                return game, step, TWICE
            apply(s, t, actions[below(s, agent_stream(s.to_move), n)])
    return 0, 0, SOUND


def compiled():
    t = GAME.signatures
    functions = [types.FunctionType(f) for f in (t.setup, t.legal_actions, t.apply, t.measure)]
    rooms = [types.Array(kind, 1, "C") for kind in (types.int64, types.float32)]
    signature = types.UniTuple(types.int64, 3)(
        types.Array(t.state, 1, "C"), t.tables, *functions, t.actions, *rooms, types.int64, types.int64, types.int64,
        types.Array(types.int64, 1, "C"),
    )  # fmt: skip
    return kernel(signature, cache=False)(_playouts)


@pytest.fixture(scope="module")
def playouts():
    """(tables, seed, first, count) -> (number of the first game that breaks a rule, step, rule), decisions seen."""
    run = compiled()

    def play(tables, seed, first, count, game=GAME):
        seen = np.zeros(len(Decision), np.int64)
        number, step, rule = run(
            np.zeros(1, np.dtype((np.record, GAME.STATE))), tables, game.setup, game.legal_actions, game.apply,
            game.measure, game.new_actions(), np.zeros(max(CARDS, TRIGGERS + CONSTANTS), np.int64),
            np.zeros(len(GAME.measures), np.float32), seed, first, count, seen,
        )  # fmt: skip
        return f"game {number} step {step}: {RULES[rule]}" if rule else "sound", seen

    return play


RARE_QUESTIONS = {
    "name": "rare questions",
    "houses": {
        "logos": ["4 wild_wormhole", "4 experimental_therapy", "4 pocket_universe"],
        "mars": ["4 ether_spider", "4 zyzzix_the_many", "4 mindwarper"],
        "shadows": ["6 shadow_self", "6 urchin"],
    },
}
"""A deck that makes the players ask who takes damage or amber instead, where upgrades from the deck go, and from where
a key is paid."""


def test_a_state_is_small():
    assert GAME.STATE.itemsize < 4096


def test_random_playouts_of_random_decks_keep_the_rules_at_every_step(playouts):
    asked = np.zeros(len(Decision), np.int64)
    for pair in range(PAIRS):
        decks = [f"random:{2 * pair}", f"random:{2 * pair + 1}"]
        found, seen = playouts(GAME.make_tables({"decks": decks}), 1, 0, PLAYOUTS)
        assert found == "sound", decks
        asked += seen
    found, seen = playouts(GAME.make_tables({"decks": [RARE_QUESTIONS, RARE_QUESTIONS]}), 1, 0, 400)
    assert found == "sound"
    assert {decision.name for decision in Decision if asked[decision] + seen[decision] == 0} == set()


@pytest.mark.parametrize("house", ["brobnar", "dis", "logos", "mars", "sanctum", "shadows", "untamed"])
def test_decks_of_all_cards_of_a_house_keep_the_rules_too(playouts, tmp_path, house):
    """Every card of the house, in as many decks as that takes, against one with all its neighbors' cards."""
    cards = GAME.words.cards(())
    names = sorted({fields["house"] for fields in cards.values()})
    houses = [names[(names.index(house) + k) % len(names)] for k in range(3)]
    pools = {name: [card for card, fields in cards.items() if fields["house"] == name] for name in houses}
    decks = [
        {
            "name": f"{house} {k}",
            "houses": {h: [pool[(12 * k + i) % len(pool)] for i in range(12)] for h, pool in pools.items()},
        }
        for k in range(-(-max(map(len, pools.values())) // 12))
    ]
    for k, deck in enumerate(decks):
        tables = GAME.make_tables({"decks": [deck, decks[k - 1]]})
        assert playouts(tables, 2, 0, PLAYOUTS)[0] == "sound", k


@pytest.mark.parametrize(
    "table",
    [
        {"turn_limit": 1},
        {"turn_limit": 3, "first": "p2"},
        {"chains": [24, 0], "first": "random"},
        {"chains": [3, 7], "mulligans": False},
    ],
    ids=["one turn", "three turns", "many chains", "no mulligans"],
)
def test_house_rules_keep_the_rules_too(playouts, table):
    assert playouts(GAME.make_tables(table), 3, 0, 400)[0] == "sound"


# --- the checker itself ---------------------------------------------------------------------------------------------


def spoilt_apply(s, t, action):
    """Breaks one rule from turn 4 on, once there is what it takes; which one stands where no card is."""
    GAME_APPLY(s, t, action)
    rule, seat = t.card[CARD_TYPES_MAX - 1].power, s.active
    if s.over == 1:
        if rule == OUTCOME:
            s.score[seat] = 0.7
        return
    if s.turn < 4 or s.line[0].n == 0 or s.decision != MAIN:
        if rule == NEW_TURN and s.decision == CHOOSE_HOUSE:
            s.card[5].attacked = 1
        return
    creature = s.card[s.line[0].card[0]]
    hidden = s.card[s.deck[seat].card[0]]
    if rule == ZONES:
        creature.zone = HAND
    elif rule == PILES:
        s.discard[seat].n = -1
    elif rule == ROWS:
        creature.controller = 1
    elif rule == UPGRADES:
        creature.upgrades += 1
    elif rule == HOSTS:
        hidden.host = s.line[0].card[0]
    elif rule == OUT_OF_PLAY:
        hidden.damage = 1
    elif rule == COUNTS:
        s.listening[0] += 1
    elif rule == NEGATIVE:
        s.amber[seat] = -1
    elif rule == KEYS:
        s.keys[seat] = 3
    elif rule == TO_MOVE:
        s.to_move = 1 - seat
    elif rule == SETTLED:
        creature.damage = 99
    elif rule == KNOWN:
        s.shuffled[seat] = s.deck[seat].n + 1
    elif rule == ACTS:
        creature.times += 1
    elif rule == FAULT:
        s.error = 1
    elif rule == TURNS:
        s.turn += 2


def spoilt_legal_actions(s, t, actions):
    """Offers nothing, or something twice."""
    n = GAME_LEGAL_ACTIONS(s, t, actions)
    rule = t.card[CARD_TYPES_MAX - 1].power
    if rule == ACTIONS and n > 3:
        return 0
    if rule == TWICE:
        actions[n] = actions[0]
        return n + 1
    return n


def spoilt_measure(s, t, out):
    GAME_MEASURE(s, t, out)
    if t.card[CARD_TYPES_MAX - 1].power == MEASURES:
        out[KEYS_AT] += 1


GAME_APPLY, GAME_LEGAL_ACTIONS, GAME_MEASURE = GAME.apply, GAME.legal_actions, GAME.measure


@pytest.fixture(scope="module")
def spoilt_game():
    t = GAME.signatures
    return replace(
        GAME,
        apply=kernel(t.apply, cache=False)(spoilt_apply),
        legal_actions=kernel(t.legal_actions, cache=False)(spoilt_legal_actions),
        measure=kernel(t.measure, cache=False)(spoilt_measure),
    )


@pytest.mark.parametrize("rule", range(len(RULES)), ids=RULES)
def test_the_checker_finds_a_game_that_breaks_a_rule(playouts, spoilt_game, rule):
    tables = GAME.make_tables({})
    tables.card[CARD_TYPES_MAX - 1].power = rule
    found, _ = playouts(tables, 1, 0, 3, spoilt_game)
    assert found.split(": ")[-1] == RULES[rule]
