"""Whole games of Aeon's End with random choices: no card is lost, nothing leaves its bounds, the end is an end."""

from collections import Counter

import numpy as np
import pytest
from numba import types

from sim import load_game
from sim.aeons_end.state import BREACHES, CARD_TYPES_MAX, NO_CARD, STEPS, Breach, Cause, Decision, Type
from sim.core.kernel import kernel
from sim.core.rng import agent_stream, below

GAME = load_game("aeons_end")
NEMESES = ("rageborne", "carapace_queen", "prince_of_gluttons", "crooked_mask")
SUPPLIES = ("deck_destruction", "free_charges", "starter_simple", "mixed_control")
MAGES = ("adelheim", "brama", "jian", "kadir", "lash", "mist", "phaedraxa", "xaxos")


def table(players: int, nemesis: str, number: int, **rules: object):
    """A table whose mages and supply change with the number."""
    mages = [MAGES[(number + 3 * seat) % len(MAGES)] for seat in range(players)]
    supply = SUPPLIES[number % 4] if number % 3 else ["gem"] * 3 + ["relic"] * 2 + ["spell"] * 4
    return GAME.make_tables({"mages": mages, "nemesis": nemesis, "supply": supply, **rules})


def pile(p) -> list[int]:
    return [int(card) for card in p.card[: p.n]]


def player_cards(s) -> Counter:
    """All gems, relics, spells and corruptions, wherever they are."""
    found = Counter(pile(s.play) + pile(s.devoured) + pile(s.corruptions))
    for seat in range(int(s.players)):
        found.update(pile(s.deck[seat]) + pile(s.hand[seat]) + pile(s.discard[seat]))
    for breach in s.breach:
        found.update(int(breach.spell[i]) for i in range(int(breach.n)))
    for card, left in zip(s.supply_card, s.supply_left, strict=True):
        found[int(card)] += int(left)
    found.update({card: int(n) for card, n in enumerate(s.destroyed)})
    for frame in s.frame[: int(s.n_frames)]:
        if frame["decision"] in (Decision.ON_DECK, Decision.GIVE):
            found[int(frame["card"])] += 1
    return +found


def nemesis_cards(s) -> Counter:
    """All nemesis cards, the unused ones included."""
    found = Counter(pile(s.nemesis_deck) + pile(s.nemesis_discard) + pile(s.unused))
    found.update(int(own["card"]) for own in s.in_play[: int(s.n_in_play)])
    if s.drawn != NO_CARD:
        found[int(s.drawn)] += 1
    return found


def check_bounds(s, t) -> None:
    assert s.error == 0
    assert 0 <= s.gravehold <= t.gravehold
    assert 0 <= s.nemesis_life <= t.nemesis_life
    assert 0 <= s.damaged_husks <= s.husks <= 15
    assert min(s.aether, s.spell_aether, s.gem_aether, s.discount, s.fury) >= 0
    for seat in range(int(s.players)):
        assert 0 <= s.life[seat] <= t.life
        assert 0 <= s.charges[seat] <= t.charges[seat]
        assert 0 <= s.shuffled[seat] <= s.deck[seat].n
    for at in range(int(s.players) * BREACHES):
        breach = s.breach[at]
        assert 0 <= breach.n <= 2
        assert 0 <= breach.turned <= 3
        if breach.state in (Breach.NONE, Breach.DESTROYED) and s.n_frames == 0:
            assert breach.n == 0


def play(t, seed: int, number: int, look=lambda s: None) -> np.record:
    """Plays a game with random choices, calling `look` at every decision."""
    s, actions, rng = GAME.new_state(), GAME.new_actions(), np.random.default_rng([seed, number])
    GAME.setup(s, t, seed, number)
    steps = 0
    while not s.over:
        look(s)
        n = GAME.legal_actions(s, t, actions)
        assert n >= 1
        phrases = {GAME.words.phrase(s, actions[k], IDS) for k in range(n)}
        assert len(phrases) == n, phrases
        GAME.apply(s, t, actions[int(rng.integers(n))].copy())
        steps += 1
        assert steps < 20_000
        assert s.error == 0
    return s


IDS = GAME.words.card_ids()


@pytest.mark.parametrize("nemesis", NEMESES)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_random_games_keep_all_cards_and_bounds(players: int, nemesis: str) -> None:
    for number in range(4):
        t = table(players, nemesis, number, difficulty=("normal", "expert", "beginner", "extinction")[number])
        first: list[tuple[Counter, Counter]] = []

        def look(s, t=t, first=first) -> None:
            check_bounds(s, t)
            found = player_cards(s), nemesis_cards(s)
            first.append(found) if not first else None
            assert found == first[0]

        s = play(t, 7, number, look)
        assert s.over == 1
        assert s.cause != Cause.NONE
        assert set(s.score[:players]) == {1.0 if s.cause in (Cause.NEMESIS, Cause.DECK) else 0.0}


def test_every_hidden_part_is_redealt_and_nothing_else() -> None:
    for nemesis in NEMESES:
        t = table(3, nemesis, 5)
        paths = GAME.words.paths(t, IDS)

        def readings(s, paths=paths) -> dict:
            return {name: path.read(s) for name, path in paths.items()}

        def look(s, t=t, readings=readings) -> None:
            if s.decision != Decision.MAIN:
                return
            copies = [GAME.copy_state(s) for _ in range(2)]
            for seed, copy in enumerate(copies):
                GAME.determinize(copy, t, 0, seed)
            again = GAME.copy_state(copies[1])
            GAME.determinize(again, t, 1, 0)
            assert readings(again) == readings(copies[0])
            for copy in copies:
                assert nemesis_cards(copy) == nemesis_cards(s)
                assert player_cards(copy) == player_cards(s)
                tiers = [int(t.card[card]["tier"]) for card in pile(copy.nemesis_deck)]
                assert tiers == sorted(tiers, reverse=True)
                assert sorted(pile(copy.turn_deck)) == sorted(pile(s.turn_deck))
                for seat in range(3):
                    assert pile(copy.hand[seat]) == pile(s.hand[seat])
                    above = pile(s.deck[seat])[int(s.shuffled[seat]) :]
                    seen = [card for card in above if t.card[card]["type"] != Type.CORRUPTION]
                    kept = pile(copy.deck[seat])[int(s.shuffled[seat]) :]
                    assert [card for card in kept if t.card[card]["type"] != Type.CORRUPTION] == seen

        play(t, 11, 3, look)


@pytest.mark.parametrize("players", GAME.player_counts)
@pytest.mark.parametrize("nemesis", NEMESES)
def test_the_same_deal_under_every_supply(nemesis: str, players: int) -> None:
    drawn = ["gem"] * 3 + ["relic"] * 2 + ["spell"] * 4
    for number in range(5):
        games, s = [], GAME.new_state()
        for supply in (*SUPPLIES, drawn, ["gem 3", "gem 4", *drawn[2:]]):
            GAME.setup(s, GAME.make_tables({"players": players, "supply": supply, "nemesis": nemesis}), 3, number)
            streams = [int(stream) for stream in s.rng]
            games.append((pile(s.nemesis_deck), pile(s.turn_deck), pile(s.corruptions), pile(s.unused), streams))
        assert all(game == games[0] for game in games)


def test_capacities() -> None:
    assert GAME.STATE.itemsize < 6000
    assert CARD_TYPES_MAX <= 127


# --- many games, looked at by a compiled checker ----------------------------------------------------------------------

RULES = (
    "sound",
    "every card is in one zone",
    "life, charges, aether, husks and breaches keep their bounds",
    "something is pending in a choice and nothing in a step of a turn",
    "there is a legal action, and not too many",
    "no action is offered twice",
    "the game stops without a fault",
    "the outcome is everybody's and fits its cause",
)
SOUND, CARDS, BOUNDS, PENDING, ACTIONS, TWICE, FAULT, OUTCOME = range(len(RULES))
WON = (Cause.NEMESIS, Cause.DECK)
ASKED_BY_TURNS = (Decision.MAIN, *STEPS)


@kernel(cache=False)
def count_pile(p, counts):
    for i in range(p.n):
        counts[p.card[i]] += 1


@kernel(cache=False)
def count_cards(s, t, counts):
    """How many copies of each card there are, wherever they lie."""
    counts[:] = s.destroyed
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
def broken_rule(s, t, start, counts):
    """The first of RULES that a state breaks; start: how many copies of each card there are."""
    count_cards(s, t, counts)
    for card in range(t.n_cards):
        if counts[card] != start[card]:
            return CARDS
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
    if s.over == 0 and (s.decision not in ASKED_BY_TURNS) != (s.n_frames > 0):
        return PENDING
    return SOUND


@kernel(cache=False)
def offered_twice(actions, n):
    for i in range(n):
        for j in range(i):
            if actions[i].kind == actions[j].kind and actions[i].a == actions[j].a and actions[i].b == actions[j].b:
                return True
    return False


def _playouts(states, t, setup, legal_actions, apply, measure, actions, start, counts, measures, seed, games, seen):
    """Plays random games; (game, step, broken rule) of the first that breaks one, rule 0 if none does."""
    s = states[0]
    for game in range(games):
        setup(s, t, seed, game)
        count_cards(s, t, start)
        step = 0
        while s.over == 0:
            rule = FAULT if s.error != 0 or step > 20_000 else broken_rule(s, t, start, counts)
            if rule != SOUND:
                return game, step, rule
            n = legal_actions(s, t, actions)
            seen[s.decision] += 1
            if n < 1 or n > actions.size:
                return game, step, ACTIONS
            if offered_twice(actions, n):
                return game, step, TWICE
            apply(s, t, actions[below(s, agent_stream(s.to_move), n)])
            step += 1
        measure(s, t, measures)
        rule = FAULT if s.error != 0 else broken_rule(s, t, start, counts)
        if rule == SOUND and (measures[0] != s.cause or s.cause == 0 or s.n_frames != 0):
            rule = OUTCOME
        for seat in range(4):
            won = seat < s.players and (s.cause == WON[0] or s.cause == WON[1])
            if s.score[seat] != (1.0 if won else 0.0):
                rule = OUTCOME
        if rule != SOUND:
            return game, step, rule
    return 0, 0, SOUND


@pytest.fixture(scope="module")
def playouts():
    """(tables, seed, games) -> what was found, decisions seen."""
    t = GAME.signatures
    functions = [types.FunctionType(f) for f in (t.setup, t.legal_actions, t.apply, t.measure)]
    integers, floats = types.Array(types.int64, 1, "C"), types.Array(types.float32, 1, "C")
    signature = types.UniTuple(types.int64, 3)(
        types.Array(t.state, 1, "C"), t.tables, *functions, t.actions, integers, integers, floats, types.int64,
        types.int64, integers,
    )  # fmt: skip
    run = kernel(signature, cache=False)(_playouts)

    def play_many(tables, seed, games):
        seen = np.zeros(len(Decision), np.int64)
        game, step, rule = run(
            np.zeros(1, np.dtype((np.record, GAME.STATE))), tables, GAME.setup, GAME.legal_actions, GAME.apply,
            GAME.measure, GAME.new_actions(), np.zeros(CARD_TYPES_MAX, np.int64), np.zeros(CARD_TYPES_MAX, np.int64),
            np.zeros(len(GAME.measures), np.float32), seed, games, seen,
        )  # fmt: skip
        return f"game {game} step {step}: {RULES[rule]}" if rule else "sound", seen

    return play_many


def test_many_random_games_keep_the_rules_at_every_step(playouts) -> None:
    asked = np.zeros(len(Decision), np.int64)
    for number in range(48):
        players, nemesis = 1 + number % 4, NEMESES[number // 4 % 4]
        rules = {"difficulty": ("normal", "expert", "beginner")[number // 16]}
        if number % 5 == 0:
            rules |= {"hand": 9, "gravehold": 99, "life": 60, "charge_cost": 0, "nemesis_life": 40}
        found, seen = playouts(table(players, nemesis, number, **rules), number, 400)
        assert found == "sound", (players, nemesis, number)
        asked += seen
    never = {Decision(kind).name for kind, times in enumerate(asked) if kind and times == 0}
    assert not never
