"""How often an agent takes each card when it can: buys it, plays it or recruits it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from agents import load_agent
from sim import load_game


def take_rates(
    game: str,
    cards: Sequence[Path],
    table: Mapping[str, Any],
    verb: str,
    agent: str,
    games: int,
    least: int = 10,
) -> dict[str, float]:
    """By card: of the seats that can take it in a game, the share that do; only cards that so many as `least` can take.

    verb: of the phrases that take a card, such as "recruit"; a regular expression.
    """
    rules, player = load_game(game), load_agent(game, agent)
    tables, ids = rules.make_tables(rules.resolve_table(table, cards, Path()), cards), rules.words.card_ids(cards)
    taking = re.compile(rf"{verb} (?:p\d\.)?(\w+)")
    could, did = Counter[str](), Counter[str]()
    state, actions, params = rules.new_state(), rules.new_actions(), player.params
    for number in range(games):
        rules.setup(state, tables, np.uint64(1), np.int64(number))
        offered, taken = set[tuple[int, str]](), set[tuple[int, str]]()
        while state.over == 0:
            n = int(rules.legal_actions(state, tables, actions))
            k = int(player.choose(state, tables, actions, n, params)) if n > 1 else 0
            for place in range(n):
                if found := taking.match(rules.words.phrase(state, actions[place], ids)):
                    offered.add((int(state.to_move), found[1]))
                    taken |= {(int(state.to_move), found[1])} if place == k else set()
            rules.apply(state, tables, actions[k])
        could.update(card for _, card in offered)
        did.update(card for _, card in taken)
    return {card: did[card] / times for card, times in could.items() if times >= least}
