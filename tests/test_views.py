"""Who may see a path is said once: what a seat may see does not change when the rest is redealt, and logs tell it."""

import numpy as np
import pytest

from agents import load_agent
from experiments.commands import catalog
from sim import load_game
from sim.berserk_heroes.state import Kind as HeroesKind
from sim.keyforge.state import Kind
from sim.words.paths import view
from sim.words.trace import HIDDEN, play_log
from sim.words.walk import Walk

TABLES = {
    "shards_of_infinity": {"players": 3},
    "aeons_end": {"players": 2, "nemesis": "crooked_mask"},
    "keyforge": {"decks": ["random:5", "random:6"]},
    "berserk": {"decks": ["swamps-steppes", "darkness"], "turn_limit": 6},
    "berserk_heroes": {"decks": ["random:5", "random:6"], "turn_limit": 6},
    "nightfall": {"players": 3, "round_limit": 4},
}
OTHER_HANDS = {
    "shards_of_infinity": ["p2.hand", "p3.hand"],
    "aeons_end": [],
    "keyforge": ["p2.hand"],
    "berserk": ["p2.deal"],
    "berserk_heroes": ["p2.hand"],
    "nightfall": ["p2.hand", "p3.hand"],
}
OWN = {"aeons_end": "p1.hand", "berserk": "p1.deal"}
HIDDEN_FROM_ALL = {
    "shards_of_infinity": ["p1.deck", "center"],
    "aeons_end": ["turn_order.deck", "nemesis.deck", "nemesis.unused", "nemesis.corruptions"],
    "keyforge": ["p1.deck", "p2.deck"],
    "berserk": [],
    "berserk_heroes": ["p1.deck", "p2.deck"],
    "nightfall": ["p1.deck", "p2.deck"],
}
EVERY = 15


def differing(name, viewer):
    """The paths that a seat may see, and those of all paths that differ when what it cannot know is redealt."""
    game, luck = load_game(name), np.random.default_rng(1)
    tables = game.make_tables(TABLES[name])
    paths = game.words.paths(tables, game.words.card_ids())
    seen, differ = view(paths, viewer), set()
    for number in range(2):
        walk = Walk(game, tables, lambda s, legal: int(luck.integers(len(legal))), seed=4, number=number)
        for count, step in enumerate(walk):
            if count % EVERY:
                continue
            copy = game.copy_state(step.state)
            game.determinize(copy, tables, viewer, count)
            differ |= {path for path, it in {**paths, **seen}.items() if it.read(copy) != it.read(step.state)}
    return seen, differ


@pytest.mark.parametrize("name", TABLES)
def test_what_a_seat_may_see_stays_when_the_rest_is_redealt(name):
    seen, differ = differing(name, 0)
    assert not seen.keys() & differ
    assert {*OTHER_HANDS[name], *HIDDEN_FROM_ALL[name]} <= differ
    assert OWN.get(name, "p1.hand") in seen


def test_of_a_hidden_zone_the_cards_are_counted():
    game = load_game("shards_of_infinity")
    tables, s = game.make_tables({}), game.new_state()
    game.setup(s, tables, 1, 0)
    paths = game.words.paths(tables, game.words.card_ids())
    seen = view(paths, 1)
    assert "p1.hand" not in seen
    assert seen["p1.hand.count"].read(s) == 5
    assert seen["p1.hand.count"].write is None
    assert seen["p2.hand"].read(s) == paths["p2.hand"].read(s)
    assert view(paths, None) == paths


def test_the_words_of_a_game_say_who_may_see_what():
    told = catalog.words("shards_of_infinity").facts["paths"]
    assert told["p2.hand"] == "the hand; seen by p2 alone"
    assert told["center"] == "the center deck, top first; seen by nobody"
    assert told["row"] == "the center row"


def test_of_a_hidden_field_the_cards_are_counted():
    game = load_game("keyforge")
    tables, s = game.make_tables({}), game.new_state()
    game.words.clear(s, tables, 0)
    paths = game.words.paths(tables, game.words.card_ids())
    paths["p1.artifacts"].write(s, ["masterplan"])
    assert paths["p1.artifacts"].read(s)[0]["holds"] == []
    assert view(paths, 1)["p1.artifacts"].read(s)[0]["holds"] == 0


def log(name, viewer):
    game = load_game(name)
    tables = game.make_tables(TABLES[name])
    agents = [load_agent(name, "random")] * int(tables.players)
    return play_log(game, tables, agents, 2, 1, [a.name for a in agents], viewer=viewer)


@pytest.mark.parametrize("name", ["shards_of_infinity", "keyforge"])
def test_a_log_of_one_seats_view_tells_no_card_of_another_hand(name):
    whole, seen = log(name, None), log(name, 0)
    assert seen.fingerprint == whole.fingerprint
    assert "p2.hand +" in whole.text
    assert "p1.hand +" in seen.text
    assert "p2.hand +" not in seen.text
    assert "p2.hand.count " in seen.text
    assert len(seen.text.splitlines()) == len(whole.text.splitlines())
    assert HIDDEN not in whole.text


def test_a_log_of_one_seats_view_names_no_card_of_the_other_that_lies_face_down():
    def placed(viewer):
        return [line for line in log("berserk", viewer).text.splitlines() if line.startswith("  p2 place ")]

    for known, seen in zip(placed(None), placed(0), strict=True):
        card = known.split()[2].partition("#")[0]
        assert card in known.partition("p2.squad +")[2]
        assert "?" in seen.partition("p2.squad +")[2]
        assert card not in seen
    assert len(placed(0)) > 4


def test_a_card_that_is_picked_where_the_viewer_cannot_see_it_is_not_named():
    game = load_game("keyforge")
    tables, s = game.make_tables({}), game.new_state()
    game.words.clear(s, tables, 0)
    paths = game.words.paths(tables, game.words.card_ids())
    paths["p1.hand"].write(s, ["troll"])
    action = game.new_actions()[0]
    action.kind, action.a = Kind.CHOOSE, int(s.hand[0].card[0])
    assert game.words.hides(s, s, action, 1)
    assert not game.words.hides(s, s, action, 0)
    s.card[int(action.a)].seen = 2
    assert not game.words.hides(s, s, action, 1)


def test_an_ability_of_a_card_in_another_hand_is_put_first_without_its_name():
    game = load_game("berserk_heroes")
    tables, s = game.make_tables({}), game.new_state()
    game.words.clear(s, tables, 0)
    game.words.paths(tables, game.words.card_ids())["p2.hand"].write(s, ["zendar"])
    s.n_queue, s.queue[0].source, s.queue[0].you = 1, s.hand[1].card[0], 1
    action = game.new_actions()[0]
    action.kind, action.a = HeroesKind.ORDER, 0
    after = game.copy_state(s)
    after.n_queue, after.queue[0].source = 0, 0
    assert game.words.hides(s, after, action, 0)
    assert not game.words.hides(s, after, action, 1)
