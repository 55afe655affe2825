"""What the players of Berserk: Heroes have seen: searched decks, and cards put under a deck in random order."""

from contract.piles import cards, situation
from games.berserk_heroes import GAME, IDS


def named(s, pile):
    return [IDS[s.card[card].type] for card in cards(pile)]


def redealt(s, tables, viewer):
    copies = [s.copy() for _ in range(40)]
    for seed, copy in enumerate(copies):
        GAME.determinize(copy, tables, viewer, seed)
    return copies


LYNCHED = {
    "p1.gold": 5,
    "p1.hand": ["peasant_lynching"],
    "p2.hand": ["orc", "gnome"],
    "p2.deck": ["initiate", "burk", "boar"],
}


def test_who_searches_a_deck_knows_the_hand_but_not_the_order_after_the_shuffle():
    tables, s = situation(GAME, LYNCHED, ["play peasant_lynching", "choose 3", "choose initiate"])
    copies = redealt(s, tables, 0)
    assert {tuple(named(copy, copy.hand[1])) for copy in copies} == {tuple(named(s, s.hand[1]))}
    assert {tuple(named(copy, copy.deck[1])) for copy in copies} == {("burk", "boar"), ("boar", "burk")}


def test_who_searches_the_hand_alone_does_not_know_the_deck():
    given = LYNCHED | {"p2.hand": ["initiate", "gnome"], "p2.deck": ["orc", "burk"]}
    tables, s = situation(GAME, given, ["play peasant_lynching", "choose 4", "choose initiate"])
    copies = redealt(s, tables, 0)
    assert {tuple(named(copy, copy.hand[1])) for copy in copies} == {("gnome",)}
    assert len({tuple(named(copy, copy.deck[1])) for copy in copies}) == 2


def test_nobody_has_seen_a_deck_that_was_not_searched():
    given = LYNCHED | {"p2.hand": ["orc"], "p2.deck": ["burk"], "p1.deck": ["initiate"]}
    tables, s = situation(GAME, given, ["play peasant_lynching", "choose 1", "choose initiate"])
    assert len({tuple(named(copy, copy.hand[1])) for copy in redealt(s, tables, 0)}) == 2


TRANSPLANTED = {
    "p1.gold": 10,
    "p1.hand": ["mind_transplant", "orc", "gnome"],
    "p1.sideboard": ["burk"],
    "p1.deck": ["boar", "initiate", "groll"],
}


def test_what_was_in_a_sideboard_is_known_and_what_comes_into_it_from_a_hand_is_not():
    tables, s = situation(GAME, TRANSPLANTED, ["play mind_transplant"])
    copies = redealt(s, tables, 1)
    assert {tuple(named(copy, copy.hand[0])) for copy in copies} == {("burk",)}
    hidden = {"orc", "gnome", "boar", "initiate", "groll"}
    assert {card for copy in copies for card in named(copy, copy.sideboard[0])} == hidden
    assert all({*named(copy, copy.sideboard[0]), *named(copy, copy.deck[0])} == hidden for copy in copies)
    assert {tuple(named(copy, copy.sideboard[0])) for copy in redealt(s, tables, 0)} == {("gnome", "orc")}


def test_a_seat_sees_of_a_sideboard_what_it_knows():
    tables, s = situation(GAME, TRANSPLANTED | {"p1.sideboard": ["burk", "aldis"]})
    sideboard = GAME.words.paths(tables, IDS)["p1.sideboard"]
    assert sideboard.read_by(s, 0) == sideboard.read_by(s, 1) == ["burk", "aldis"]
    tables, s = situation(GAME, TRANSPLANTED, ["play mind_transplant"])
    assert sideboard.read_by(s, 0) == ["orc", "gnome"]
    assert sideboard.read_by(s, 1) == ["?", "?"]


def test_cards_put_under_a_deck_in_random_order_lie_in_an_order_that_nobody_knows():
    given = {"p1.gold": 5, "p1.hand": ["raphael"], "p1.deck": ["orc", "gnome", "burk", "boar", "mad_mage", "neibl"]}
    tables, s = situation(GAME, given, ["play raphael"])
    assert named(s, s.hand[0]) == ["mad_mage"]
    bottom = named(s, s.deck[0])[:4]
    assert set(bottom) == {"orc", "gnome", "burk", "boar"}
    for viewer in range(2):
        copies = redealt(s, tables, viewer)
        assert len({tuple(named(copy, copy.deck[0])[:4]) for copy in copies}) > 1


def test_the_random_order_differs_from_game_to_game():
    found = set()
    for seed in range(12):
        given = {"p1.gold": 5, "p1.deck": ["orc", "gnome", "burk", "boar", "mad_mage"]}
        tables, s = situation(GAME, given)
        GAME.determinize(s, tables, 1, seed)  # another stream of chance
        GAME.words.paths(tables, IDS)["p1.hand"].write(s, ["raphael"])
        GAME.words.paths(tables, IDS)["p1.deck"].write(s, given["p1.deck"])
        actions = GAME.new_actions()
        n = GAME.legal_actions(s, tables, actions)
        play = [k for k in range(n) if GAME.words.phrase(s, actions[k], IDS) == "play raphael"]
        GAME.apply(s, tables, actions[play[0]])
        found.add(tuple(named(s, s.deck[0])))
    assert len(found) > 3
