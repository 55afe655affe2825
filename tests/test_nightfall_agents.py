"""Strategies of Nightfall: each beats playing at random and is what its description says; and the figures of games."""

import functools

import pytest

from agents import list_agents, load_agent
from agents.nightfall.strategist import draft_score
from agents.search import SearchAgent
from experiments import estimate
from sim import load_game
from sim.nightfall.draft import draft_step, packet_of
from sim.nightfall.state import PACKET, Decision
from sim.words.walk import Walk

GAME = load_game("nightfall")
IDS = GAME.words.card_ids()
STYLES = ("best", "swarm", "chain_builder", "attrition")
POSITIONS = {
    "no text is added that must kill one's own minion, though it lengthens the chain": (
        "chain_builder",
        {"p1.hand": ["mara_quill", "bite"], "p2.hand": ["blood_rage", "bite"], "p2.play": ["jj_mcteague"]},
        ("play mara_quill", "pass"),
    ),
    "but if it may hit another's": (
        "chain_builder",
        {
            "p1.hand": ["mara_quill", "bite"],
            "p1.play": ["jj_mcteague"],
            "p2.hand": ["blood_rage", "bite"],
            "p2.play": ["jj_mcteague"],
        },
        ("play mara_quill", "play blood_rage"),
    ),
    "no minion is added that an order before it would kill once it is in play": (
        "best",
        {"p1.hand": ["blood_rage", "bite"], "p2.hand": ["yuri_koroviev", "bite"]},
        ("play blood_rage", "pass"),
    ),
    "but if that order kills nothing": (
        "best",
        {"p1.hand": ["field_dressing", "bite"], "p2.hand": ["yuri_koroviev", "bite"]},
        ("play field_dressing", "play yuri_koroviev"),
    ),
}
"""Positions: who decides as the second player, what is given, and what is played by both."""
CHAINS = {
    "who leads by far plays the chain that clears the board": (
        {
            "p1.hand": ["furious_melee", "furious_melee", "flank_attack", "flank_attack"],
            "p2.hand": ["bite", "bite", "burn", "furious_melee", "enraged_wight", "enraged_wight", "flank_attack"],
            "p2.play": [{"id": "franz_orlok", "health": 1}, {"id": "vulko", "health": 1}],
            "p2.discard": ["bite", "bite", "burn", "burn", "bleed"],
        },
        ["flank_attack", "furious_melee", "flank_attack", "furious_melee"],
    ),
    "a minion follows the text that counts it": (
        {"p1.hand": ["ivan_radinsky", "flank_attack", "bite"], "p2.hand": ["bite"]},
        ["flank_attack", "ivan_radinsky"],
    ),
    "but not where one wound more ends a game that is lost": (
        {
            "p1.hand": ["ivan_radinsky", "flank_attack", "bite"],
            "p1.discard": ["bite", "bite", "burn", "burn", "bleed"],
            "p2.hand": ["bite"],
            "counted": 2,
        },
        ["ivan_radinsky", "flank_attack"],
    ),
    "no minion follows one's own text that must hit it": (
        {"p1.hand": ["sister_calla", "lilith", "bite"], "p2.hand": ["bite"]},
        ["lilith"],
    ),
    "but if it may hit another's": (
        {"p1.hand": ["sister_calla", "lilith", "bite"], "p2.hand": ["bite"], "p2.play": ["big_ghost"]},
        ["sister_calla", "lilith"],
    ),
    "no chain ends with the colour of what the other holds": (
        {"p1.hand": ["enraged_wight", "charlotte_reyes", "bite"], "p2.hand": ["enraged_wight", "enraged_wight"]},
        ["charlotte_reyes"],
    ),
    "but if he holds none of it": (
        {"p1.hand": ["enraged_wight", "charlotte_reyes", "bite"], "p2.hand": ["bite", "bite"]},
        ["enraged_wight"],
    ),
    "nobody begins a chain with which the other can still win": (
        {
            "p1.hand": ["vulko", "bite"],
            "p2.hand": ["midnight_barrage"],
            "p2.discard": ["bite", "burn"],
            "counted": 1,
        },
        [],
    ),
}
"""Positions: what is given, and the chain that the all-rounder begins with."""
BLOCKS = {
    "of two that may block the one does that survives it": (
        {"p1.play": ["bad_smoke"], "p2.play": [{"id": "bad_smoke", "health": 1}, "charlotte_reyes"]},
        ["stay bad_smoke", "block charlotte_reyes bad_smoke"],
    ),
    "of two attacks each is blocked by the minion that survives it": (
        {"p1.play": ["lilith", "charlotte_reyes"], "p2.play": ["indigo_six", "alton_hickman"]},
        ["block indigo_six charlotte_reyes", "block alton_hickman lilith"],
    ),
    "two block one attack that no single one stops": (
        {"p1.play": ["ivan_radinsky"], "p2.play": ["indigo_six", "alton_hickman"]},
        ["block indigo_six ivan_radinsky", "block alton_hickman ivan_radinsky"],
    ),
    "nobody blocks where the game ends with the wounds and is won": (
        {
            "p1.discard": ["bite", "bite", "bite", "burn", "burn"],
            "p1.play": ["charlotte_reyes", "charlotte_reyes"],
            "p2.play": ["indigo_six", "alton_hickman"],
            "counted": 2,
        },
        ["stay indigo_six", "stay alton_hickman"],
    ),
    "but where it would be lost": (
        {
            "p2.discard": ["bite", "bite", "bite", "burn", "burn"],
            "p1.play": ["charlotte_reyes", "charlotte_reyes"],
            "p2.play": ["indigo_six", "alton_hickman"],
            "counted": 2,
        },
        ["block indigo_six charlotte_reyes", "block alton_hickman charlotte_reyes#2"],
    ),
}
"""Positions: what is given, and how the all-rounder blocks as the second player."""
OF_A_SEAT = ("wounds", "bite", "burn", "bleed", "given", "claimed", "destroyed", "orders", "kicked")
OF_THE_TABLE = ("rounds", "tied_on_wounds", "shared_win", "chains", "orders", "longest_chain", "mean_chain")


@functools.cache
def games(agents, games=400, seed=1):
    """Games at a table of two to five, every deal with each seat first once."""
    table = {"players": len(agents)}
    return estimate(GAME.name, agents=list(agents), games=games, table=table, seed=seed, results=None)


def test_the_styles_are_those_that_are_named():
    assert {agent.name for agent in list_agents(GAME.name)} == {*STYLES, "expert", "random"}
    assert isinstance(load_agent(GAME.name, "expert"), SearchAgent)


@pytest.mark.drawn(of="strength")
@pytest.mark.parametrize("style", STYLES)
def test_random_play_loses_to_every_style(style):
    assert games((style, "random")).table["low"].iloc[0] > 0.9


@pytest.mark.drawn(of="strength")
@pytest.mark.parametrize("style", STYLES)
def test_random_play_does_worse_than_an_even_share_among_three_of_a_style(style):
    assert games(("random", style, style, style), 800).table["high"].iloc[0] < 0.2


@pytest.mark.drawn(of="strength")
@pytest.mark.parametrize("style", STYLES[1:])
def test_no_style_is_hopeless_against_the_all_rounder_nor_better(style):
    found = games((style, "best"), 1_000).table.iloc[0]
    assert found["high"] > 0.25
    assert found["low"] < 0.5


@pytest.mark.drawn(of="strength")
def test_the_all_rounder_does_best_where_all_strategies_play():
    score = games((*STYLES, "random"), 1_200).table["score"]
    assert score.iloc[0] > score.iloc[1:].max()


def of_each(found, name):
    """A figure of each seat at a table of all four styles, on average."""
    return dict(zip(STYLES, (found[f"p{seat}_{name}"].mean() for seat in range(1, 5)), strict=True))


@pytest.mark.drawn(of="character")
def test_each_style_has_a_character_of_its_own():
    found = games(STYLES, 1_200).games
    given, destroyed, orders, kicked = (of_each(found, name) for name in ("given", "destroyed", "orders", "kicked"))
    taken = [of_each(found, f"wounds_from_p{giver}") for giver in range(1, 5)]
    wounds = of_each(found, "wounds")
    exiled = {style: sum(by[style] for by in taken) - wounds[style] for style in STYLES}
    assert max(orders, key=orders.get) == max(kicked, key=kicked.get) == "chain_builder"
    assert max(given, key=given.get) == "swarm"
    assert min(destroyed, key=destroyed.get) == "swarm"  # it hardly blocks
    assert exiled["attrition"] > 2 * max(exiled[style] for style in STYLES[:3])


def position(given):
    """Tables and the state of a game of two in which the first player begins a chain."""
    tables, s = GAME.make_tables({}), GAME.new_state()
    GAME.words.clear(s, tables, 0)
    paths = GAME.words.paths(tables, IDS)
    for path, value in given.items():
        paths[path].write(s, value)
    return tables, s


def chosen(tables, s, agent):
    """What an agent does, in words, and the action."""
    actions = GAME.new_actions()
    k = agent.choose(s, tables, actions, GAME.legal_actions(s, tables, actions), agent.params)
    return GAME.words.phrase(s, actions[k], IDS), actions[k].copy()


@pytest.mark.parametrize(("style", "given", "played"), POSITIONS.values(), ids=POSITIONS)
def test_what_a_style_adds_to_anothers_chain(style, given, played):
    tables, s = position(given)
    actions = GAME.new_actions()
    n = GAME.legal_actions(s, tables, actions)
    first = [GAME.words.phrase(s, actions[k], IDS) for k in range(n)].index(played[0])
    GAME.apply(s, tables, actions[first].copy())
    assert s.to_move == 1
    assert chosen(tables, s, load_agent(GAME.name, style))[0] == played[1]


@pytest.mark.parametrize(("given", "chain"), CHAINS.values(), ids=CHAINS)
def test_the_chain_that_the_all_rounder_begins_with(given, chain):
    tables, s = position(given)
    agent, played = load_agent(GAME.name, "best"), []
    while s.to_move == 0 and s.decision == Decision.CHAIN:
        phrase, action = chosen(tables, s, agent)
        played += [phrase]
        GAME.apply(s, tables, action)
    assert [phrase.removeprefix("play ") for phrase in played if phrase != "pass"] == chain


@pytest.mark.parametrize(("given", "blocks"), BLOCKS.values(), ids=BLOCKS)
def test_how_the_all_rounder_blocks(given, blocks):
    tables, s = position({"p1.hand": ["bite"], **given})
    GAME.words.events["turn"].run(s, tables, IDS)
    agent, made = load_agent(GAME.name, "best"), []
    while s.decision == Decision.BLOCK:
        phrase, action = chosen(tables, s, agent)
        made += [phrase]
        GAME.apply(s, tables, action)
    assert made == blocks


def test_who_removes_a_card_leaves_the_opponent_as_little_ahead_as_can_be():
    """The opponent picks from the other three cards of the packet, and oneself from the two that he leaves."""
    tables, removed = GAME.make_tables({}, []), 0
    for number in range(10):
        for step in Walk(GAME, tables, [load_agent("nightfall", "best")] * 2, seed=1, number=number):
            s, seat, card = step.state, step.seat, int(step.action["a"])
            if s.decision != Decision.DRAFT or draft_step(s) > 0:
                break
            start, numbers = PACKET * packet_of(s, seat, 0), load_agent("nightfall", "best").params
            worths = {
                int(one): draft_score(s, tables, seat, int(one), numbers) for one in s.draft[start : start + PACKET]
            }
            ahead = {one: best_two(worths[other] for other in worths if other != one) for one in worths}
            assert ahead[card] == pytest.approx(min(ahead.values()))
            removed += 1
    assert removed == 20


def best_two(worths):
    """By how much the best is worth more than the next."""
    first, second, *_ = sorted(worths, reverse=True)
    return first - second


def test_the_figures_tell_wounds_by_type_and_giver_chains_claims_and_ties():
    result = games(STYLES[:3], 120)
    figures = set(result.figures()["figure"])
    seats = range(1, 4)
    of_seats = {f"p{seat}_{name}" for seat in seats for name in OF_A_SEAT}
    by_giver = {f"p{seat}_wounds_from_p{giver}" for seat in seats for giver in seats}
    ends = {"ended_by_wounds", "ended_by_round_limit", "wounds_in_combat", "wounds_in_chains", "truncated"}
    assert figures == {"turns", "decisions", *OF_THE_TABLE, *ends} | of_seats | by_giver


def test_the_figures_of_a_game_agree_with_each_other():
    found = games(STYLES[:3], 120).games
    seats = range(1, 4)
    for seat in seats:
        taken = sum(found[f"p{seat}_wounds_from_p{giver}"] for giver in seats)
        given = sum(found[f"p{victim}_wounds_from_p{seat}"] for victim in seats)
        assert (found[f"p{seat}_given"] == given).all()
        assert (found[f"p{seat}_wounds"] == sum(found[f"p{seat}_{kind}"] for kind in ("bite", "burn", "bleed"))).all()
        assert (taken >= found[f"p{seat}_wounds"]).all()
    given = sum(found[f"p{seat}_given"] for seat in seats)
    assert (given == found["wounds_in_combat"] + found["wounds_in_chains"]).all()
    assert (found["orders"] == sum(found[f"p{seat}_orders"] for seat in seats)).all()
    assert (found["mean_chain"] * found["chains"]).round(3).equals(found["orders"].astype("float32"))
    fewest = found[[f"p{seat}_wounds" for seat in seats]].min(axis=1)
    tied = sum(found[f"p{seat}_wounds"] == fewest for seat in seats) > 1
    assert (found["tied_on_wounds"] == tied).all()
    assert (found["shared_win"] == (found[[f"score_p{seat}" for seat in seats]] > 0).sum(axis=1).gt(1)).all()
