"""Deals of Aeon's End: the same under every supply, and redealt in no other way than they were dealt."""

from collections import Counter

import numpy as np
import pytest
from games.aeons_end import DRAWN, NEMESES, SUPPLIES, table

from sim import load_game
from sim.aeons_end.state import CARD_TYPES_MAX, NO_CARD, Decision, Type

GAME = load_game("aeons_end")
IDS = GAME.words.card_ids()


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


def play(t, seed: int, number: int, look) -> None:
    """Plays a game with random choices, calling `look` at every decision."""
    s, actions, rng = GAME.new_state(), GAME.new_actions(), np.random.default_rng([seed, number])
    GAME.setup(s, t, seed, number)
    while not s.over:
        look(s)
        n = GAME.legal_actions(s, t, actions)
        GAME.apply(s, t, actions[int(rng.integers(n))].copy())
        assert s.error == 0


def test_every_hidden_part_is_redealt_and_nothing_else() -> None:
    for nemesis in NEMESES:
        t = GAME.make_tables(table(3, nemesis, 5), [])
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
    for number in range(5):
        games, s = [], GAME.new_state()
        for supply in (*SUPPLIES, DRAWN, ["gem 3", "gem 4", *DRAWN[2:]]):
            GAME.setup(s, GAME.make_tables({"players": players, "supply": supply, "nemesis": nemesis}), 3, number)
            streams = [int(stream) for stream in s.rng]
            games.append((pile(s.nemesis_deck), pile(s.turn_deck), pile(s.corruptions), pile(s.unused), streams))
        assert all(game == games[0] for game in games)


def test_capacities() -> None:
    assert GAME.STATE.itemsize < 6000
    assert CARD_TYPES_MAX <= 127
