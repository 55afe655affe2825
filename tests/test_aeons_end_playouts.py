"""Whole games of Aeon's End with random choices: no card is lost, nothing leaves its bounds, the end is an end."""

from collections import Counter

import numpy as np
import pytest

from sim import load_game
from sim.aeons_end.state import BREACHES, CARD_TYPES_MAX, NO_CARD, Breach, Cause, Decision, Frame, Type

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
        if frame["kind"] in (Decision.ON_DECK, Decision.GIVE):
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


def test_the_same_deal_under_every_supply() -> None:
    games = []
    for supply in SUPPLIES:
        t = GAME.make_tables({"players": 4, "supply": supply, "nemesis": "crooked_mask"})
        s = GAME.new_state()
        GAME.setup(s, t, 3, 8)
        games.append((pile(s.nemesis_deck), pile(s.turn_deck), pile(s.corruptions)))
    assert all(game == games[0] for game in games)


def test_capacities() -> None:
    assert GAME.STATE.itemsize < 6000
    assert CARD_TYPES_MAX <= 127
    assert max(Decision) < min(Frame)
