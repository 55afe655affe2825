"""Berserk: what stays true of cards that are dealt anew for a seat that cannot see them."""

from sim.berserk import GAME
from sim.berserk.state import Kind, Phase

SQUADS = {"squads": [{"cards": ["borg C1"]}, {"cards": ["nomad C1", "volkhv C3", "vail B3"]}]}
STARTS_WITH = {"volkhv": 1, "vail": 0}
"""Tokens with which the cards of the third row start the battle."""


def test_a_hidden_card_that_is_dealt_anew_has_the_tokens_with_which_it_starts_the_battle():
    tables, s, actions = GAME.make_tables(SQUADS), GAME.new_state(), GAME.new_actions()
    names = GAME.words.card_ids()
    GAME.setup(s, tables, 1, 0)
    while s.phase != Phase.MAIN:
        n = GAME.legal_actions(s, tables, actions)
        GAME.apply(s, tables, next((one for one in actions[:n] if one.kind == Kind.HIDE), actions[0]))
    secret = [card for card in range(len(s.card)) if s.card[card].hidden == 1]
    assert {names[s.card[card].type]: int(s.card[card].tokens) for card in secret} == STARTS_WITH
    first = set()
    for seed in range(20):
        imagined = s.copy()
        GAME.determinize(imagined, tables, 0, seed)
        dealt = {card: names[imagined.card[card].type] for card in secret}
        assert all(imagined.card[card].tokens == STARTS_WITH[name] for card, name in dealt.items())
        first.add(dealt[secret[0]])
    assert first == set(STARTS_WITH)
