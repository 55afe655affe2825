"""What is known of the cards of Nightfall, and files of the user's own that replace what is not."""

import json
import re
import subprocess
import sys
import tomllib
from collections import Counter, deque
from pathlib import Path

import numpy as np
import pytest

from agents import load_agent
from experiments import estimate
from sim import load_game
from sim.core.errors import InputError
from sim.nightfall.cards import FACTS, SOURCES, gather, read_cards
from sim.nightfall.template import template
from sim.words.trace import play_log
from sim.words.walk import Walk

GAME = load_game("nightfall")
CARDS = read_cards()
IDS = list(CARDS)
VULKO = IDS.index("vulko")


def write(tmp_path: Path, text: str, name: str = "mine.toml") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


# --- the stand-in set -------------------------------------------------------------------------------------------------


def test_the_set_has_the_structure_of_the_base_game():
    kinds = Counter(fields["type"] for fields in CARDS.values())
    assert kinds == {"starter": 6, "minion": 12, "action": 12, "wound": 3}
    assert {fields["copies"] for fields in CARDS.values() if fields["type"] in ("minion", "action")} == {7}
    assert sum(fields["copies"] for fields in CARDS.values() if fields["type"] == "wound") == 60
    colours = Counter(fields["colour"] for fields in CARDS.values() if "colour" in fields)
    assert set(colours.values()) == {5}
    assert {tuple(fields["links"]) for fields in CARDS.values() if fields["type"] == "starter"} == {("own",)}


def test_established_values_are_those_that_public_sources_give():
    strengths = {"big_ghost": 5, "ivan_radinsky": 4, "vulko": 3, "enraged_wight": 2}
    healths = {"indigo_six": 2, "zacharias_sands": 2, "alton_hickman": 3}
    for card, strength in strengths.items():
        assert CARDS[card]["strength"] == strength
        assert "strength" in CARDS[card]["sources"]["established"]
    for card, health in healths.items():
        assert CARDS[card]["health"] == health
        assert "health" in CARDS[card]["sources"]["established"]
    assert CARDS["vulko"]["in_play"] == ["blocks_direct_damage"]


@pytest.mark.parametrize("card", IDS)
def test_every_fact_of_a_card_has_one_source(card):
    fields = CARDS[card]
    told = [fact for facts in fields["sources"].values() for fact in facts]
    assert len(set(told)) == len(told)
    assert set(told) >= {fact for fact in FACTS if fact in fields}
    assert set(fields["sources"]) <= set(SOURCES)


def test_every_link_is_matched_by_cards_and_every_kicker_can_be_met():
    orders = {card: fields for card, fields in CARDS.items() if fields["type"] in ("minion", "action")}
    for fields in orders.values():
        kickers = [before for before in orders.values() if before["colour"] == fields.get("kicker")]
        assert any(fields["colour"] in before["links"] for before in kickers)


# --- what results rest on ---------------------------------------------------------------------------------------------


def test_designed_facts_are_counted_and_listed():
    designed = sum(len(fields["sources"].get("designed", ())) for fields in CARDS.values())
    assert f"with the stand-in set ({designed} designed and " in GAME.basis([])
    listed = GAME.assumptions([])
    assert sum(source == "designed" and ": " in fact for fact, source, _ in listed) == designed
    assert ("vulko: cost", "designed", "5") in listed


def test_the_log_says_in_its_head_line_what_it_rests_on():
    agents = [load_agent("nightfall", "random")] * 2
    log = play_log(GAME, GAME.make_tables({"counted_wounds": 1}), agents, 1, 0, ["a", "b"])
    assert log.text.splitlines()[0] == f"Nightfall, game 0 of seed 1, {GAME.basis([])}: p1 a, p2 b"


@pytest.mark.parametrize("players", [2, 3])
def test_a_log_tells_every_attack_and_every_combat_in_its_turn(players):
    """Those without an alternative too, also where a combat ends the game."""
    agents = [load_agent("nightfall", "best")] * players
    for number in range(4):
        log = play_log(GAME, GAME.make_tables({"players": players}), agents, 1, number, ["a", "b", "c"][:players])
        for turn in log.text.split("\nTurn ")[1:]:
            if of := re.match(r"\d+: (p\d)", turn):
                stood = re.search(rf"^    {of[1]}: .*in play (.*)$", turn, re.MULTILINE)
                minions = sum(int((re.match(r"\d+ ", held) or "1")[0]) for held in stood[1].split(", ")) if stood else 0
                for deed in ("attack", "fight"):
                    assert len(re.findall(rf"^  {of[1]} {deed} ", turn, re.MULTILINE)) == minions, turn


def test_the_answer_says_in_words_what_it_rests_on():
    result = estimate("nightfall", agents=["random", "random"], games=20, table={"counted_wounds": 2}, results=None)
    assert result.answer.endswith(GAME.basis([]))
    assert GAME.basis([]) in result.explain()
    assert sum(source == "designed" for _, source, _ in result.assumptions) > 200


def test_other_games_rest_on_published_cards():
    assert load_game("shards_of_infinity").basis([]) == ""


def test_a_value_of_the_users_own_is_no_longer_the_stand_ins(tmp_path):
    path = write(tmp_path, '[vulko]\ncost = 4\nlinks = ["blue"]\nkicker = "none"\nkicked = []\n')
    tables = GAME.make_tables({}, [path])
    assert (tables.card[VULKO].cost, tables.card[VULKO].kicker) == (4, -1)
    assert not [fact for fact, *_ in GAME.assumptions([path]) if fact in ("vulko: cost", "vulko: links")]
    before = Counter(source for _, source, _ in GAME.assumptions([]))
    after = Counter(source for _, source, _ in GAME.assumptions([path]))
    assert before["designed"] - after["designed"] == 4


# --- files to fill in -------------------------------------------------------------------------------------------------


def test_the_template_marks_every_value_that_is_not_established():
    content = tomllib.loads(template())
    assert list(content) == IDS
    for card, fields in content.items():
        unknown = {fact for fact, value in fields.items() if value == "?"}
        established = set(CARDS[card]["sources"]["established"])
        assert unknown == {fact for facts in CARDS[card]["sources"].values() for fact in facts} - established
        assert all(fields[fact] == CARDS[card][fact] for fact in established)


def test_what_is_still_unknown_is_refused_where_it_is_used(tmp_path):
    path = write(tmp_path, template())
    with pytest.raises(InputError) as error:
        GAME.make_tables({}, [path])
    first = error.value.problems[0]
    assert first.startswith(f"{path}: ")
    assert 'are still unknown; fill in, or let the table say unknown = "stand_in"' in first
    assert not any("name" in problem.removeprefix(str(path)) for problem in error.value.problems)


def test_unless_the_table_lets_the_stand_in_set_fill_in(tmp_path):
    path = write(tmp_path, template())
    tables = GAME.make_tables({"unknown": "stand_in"}, [path])
    assert tables.tobytes() == GAME.make_tables({}, []).tobytes()
    assert GAME.basis([path]) == GAME.basis([])


def test_a_card_that_is_not_used_may_stay_unknown(tmp_path):
    path = write(tmp_path, '[big_ghost]\ncost = "?"\n')
    archives = [card for card in IDS if CARDS[card]["type"] in ("minion", "action") and card != "big_ghost"]
    table = {"draft": "dealt", "archives": [archives[:2], archives[2:4]], "commons": archives[4:12]}
    assert GAME.make_tables(table, [path]).players == 2
    with pytest.raises(InputError, match="big_ghost: cost is still unknown"):
        GAME.make_tables({"draft": "dealt"}, [path])
    with pytest.raises(InputError, match="big_ghost: cost is still unknown"):
        GAME.make_tables({**table, "commons": ["big_ghost", *archives[5:12]]}, [path])


def filled(colour: int) -> str:
    """A set of other cards, with two link colours each and no kicker."""
    names = ["blue", "green", "yellow", "white", "red", "purple"]
    cards = ["whole_set = true\n"]
    for number in range(14):
        own, links = names[number % 6], [names[(number + colour) % 6], names[(number + 3) % 6]]
        cards.append(
            f'[card_{number}]\nname = "Card {number}"\ntype = "minion"\nspecies = "moth"\ncolour = "{own}"\n'
            f"links = {json.dumps(links)}\ncost = {number % 4}\nstrength = 3\nhealth = 2\ncopies = 5\n"
            f'chain = ["target opposing moth minion", "damage 1 targeted", "inflict 1 each_opponent"]\n'
            'in_play = ["strengthens_others 2"]\n'
        )
    cards.append(
        '[seed]\nname = "Seed"\ntype = "starter"\nspecies = "moth"\ncolour = "red"\nlinks = ["own"]\ncost = 0\n'
        "strength = 1\nhealth = 1\ncopies = 12\n"
    )
    return "\n".join(cards)


def test_a_whole_set_of_other_cards_plays_without_a_line_of_code(tmp_path):
    path = write(tmp_path, filled(1))
    cards = read_cards([path])
    assert [card for card in cards if card in IDS] == ["bite", "burn", "bleed"]
    assert GAME.basis([path]) == ""
    agents = [load_agent("nightfall", name) for name in ("best", "random")]
    log = play_log(GAME, GAME.make_tables({}, [path]), agents, 1, 0, ["best", "random"], [path])
    assert log.error == 0
    assert "card_3" in log.text
    assert "stand-in" not in log.text.splitlines()[0]


NEW = '[moth]\nname = "Moth"\ntype = "action"\ncolour = "red"\nlinks = ["red"]\ncost = "?"\nchain = ["?"]\ncopies = 7\n'


@pytest.mark.parametrize("unknown", ["refuse", "stand_in"])
def test_an_unknown_value_of_a_new_card_has_no_stand_in(tmp_path, unknown):
    path = write(tmp_path, NEW)
    with pytest.raises(InputError) as error:
        GAME.make_tables({"unknown": unknown}, [path])
    says = "chain, cost are still unknown; fill in, the stand-in set has no such card"
    assert error.value.problems == [f"{path}: moth: {says}"]


def test_a_new_card_that_is_not_used_may_stay_unknown(tmp_path):
    path = write(tmp_path, NEW)
    archives = [card for card in IDS if CARDS[card]["type"] in ("minion", "action")]
    table = {"draft": "dealt", "archives": [archives[:2], archives[2:4]], "commons": archives[4:12]}
    assert GAME.make_tables(table, [path]).tobytes() == GAME.make_tables(table).tobytes()
    with pytest.raises(InputError, match="moth: chain, cost are still unknown"):
        GAME.make_tables({**table, "commons": ["moth", *archives[5:12]]}, [path])


def test_another_file_may_fill_in_what_one_leaves_unknown(tmp_path):
    paths = [write(tmp_path, NEW), write(tmp_path, '[moth]\ncost = 3\nchain = ["draw 1"]\n', "more.toml")]
    assert gather(paths).facts["moth"]["cost"] == 3
    assert GAME.make_tables({}, paths).n_cards == len(IDS) + 1


def test_a_value_left_unknown_stays_so_when_another_file_gives_others(tmp_path):
    paths = [write(tmp_path, '[vulko]\ncost = "?"\n'), write(tmp_path, "[vulko]\nstrength = 2\n", "more.toml")]
    with pytest.raises(InputError, match="vulko: cost is still unknown"):
        GAME.make_tables({}, paths)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (NEW.replace('"red"]', '"rad"]'), "moth: links: no colour is called 'rad'"),
        (NEW.replace('name = "Moth"\n', ""), "moth: name is missing"),
        (NEW.replace('"action"', '"?"'), "moth: chain, cost, type are still unknown"),
    ],
)
def test_what_is_known_of_a_new_card_is_checked(tmp_path, text, says):
    with pytest.raises(InputError, match=says):
        GAME.make_tables({}, [write(tmp_path, text)])


def test_a_set_may_leave_values_to_the_stand_in(tmp_path):
    path = write(tmp_path, filled(1) + '\n[vulko]\nname = "Vulko"\ntype = "minion"\nspecies = "moth"\n'
                 'colour = "red"\nlinks = "?"\ncost = 5\nstrength = 3\nhealth = "?"\ncopies = 7\n')  # fmt: skip
    found = gather([path])
    assert (found.facts["vulko"]["links"], found.facts["vulko"]["health"]) == (["purple", "red"], 2)
    assert list(found.unknown["vulko"]) == ["health", "links"]
    assert GAME.basis([path]) == "with the stand-in set (2 designed facts)"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[vulko]\ncolour = "blu"\n', 'colour should be one of blue, .*; did you mean "blue"?'),
        ('[vulko]\nlinks = ["blu"]\n', "links: no colour is called 'blu'"),
        ("[vulko]\nlinks = []\n", "links should be 1 to 6 colours"),
        ('[vulko]\nchain = ["drw 1"]\n', 'no operation is called "drw"; did you mean "draw"'),
        ('[vulko]\nchain = ["inflict 1 nobody"]\n', 'no player is called "nobody"'),
        ('[vulko]\nchain = ["damage 1 each minoin"]\n', 'no word of a filter is "minoin"'),
        ('[vulko]\nin_play = ["stay"]\n', 'no line of in_play is called "stay"; did you mean "stays"'),
        ('[vulko]\nin_play = ["strengthens_others"]\n', '"strengthens_others" takes one number'),
        ("[vulko]\nhealth = 0\n", "health should be a whole number from 1 to 99"),
        ('[blood_rage]\nstrength = 2\n', 'only a starter or minion has "strength"'),
        ("[vulko]\nsources = { dreamt = ['cost'] }\n", 'no source is called "dreamt"'),
        ("whole_set = 3\n", "whole_set should be true or false"),
        ("whole_set = true\n", "there should be a starter"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_file_is_said(tmp_path, text, says):
    with pytest.raises(InputError, match=says):
        GAME.make_tables({}, [write(tmp_path, text)])


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ({"archives": [["vulko"], []]}, 'only where draft = "dealt"'),
        ({"draft": "dealt", "archives": [["vulko"]]}, "should list those of each of 2 seats"),
        ({"draft": "dealt", "archives": [["vulk"], []]}, "no archive holds 'vulk'; did you mean \"vulko\""),
        ({"draft": "dealt", "archives": [["vulko"], ["vulko"]]}, '"vulko" is in several archives'),
        ({"draft": "dealt", "archives": [["vulko", "lilith", "big_ghost"], []]}, "a seat has 2 private archives"),
        ({"draft": "dealt", "commons": "vulko"}, "commons should be a list of cards"),
        ({"players": 5, "counted_wounds": 13}, "is more than the 60 wounds there are"),
        ({"players": 6}, "players should be a whole number from 2 to 5"),
    ],
)
def test_what_is_wrong_with_a_table_is_said(table, says):
    with pytest.raises(InputError, match=says):
        GAME.make_tables(table)


def test_the_command_writes_the_template():
    command = [sys.executable, "-m", "experiments", "cards", "nightfall", "--template"]
    told = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[1], check=True).stdout
    assert tomllib.loads(told) == tomllib.loads(template())


def test_a_game_whose_cards_are_known_has_no_template():
    command = [sys.executable, "-m", "experiments", "cards", "keyforge", "--template"]
    run = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[1], check=False)
    assert (run.returncode, "every value of keyforge is known" in run.stderr) == (2, True)


# --- what archives are worth ------------------------------------------------------------------------------------------


def test_what_a_dealt_archive_is_worth_counts_each_of_its_holders():
    table = {"draft": "dealt", "counted_wounds": 1, "archives": [["vulko"], []]}
    result = estimate("nightfall", agents=["random", "random"], games=40, table=table, results=None)
    worth = result.card_worth().set_index("card")
    assert "vulko" not in worth.index, "given to one seat in every game, it is compared with nothing"
    plan, state = result.plan, GAME.new_state()
    gains = {}
    for game in result.games.itertuples():
        GAME.setup(state, plan.variants[0].tables, plan.seed, game.game)
        for seat, cards in enumerate(GAME.words.drafted(state, GAME.words.card_ids())):
            alike = result.games.query(f"first_seat == {game.first_seat}")[f"score_p{seat + 1}"]
            gain = getattr(game, f"score_p{seat + 1}") - alike.mean()
            for card in set(cards) - {"vulko"}:
                gains.setdefault(card, {}).setdefault(game.deal, []).append(gain)
    for card, deals in gains.items():
        row = worth.loc[card]
        assert (row["games"], row["deals"]) == (sum(map(len, deals.values())), len(deals))
        assert row["worth"] == pytest.approx(np.mean([np.mean(found) for found in deals.values()]), abs=1e-6)
    assert worth["shrunk"].is_monotonic_decreasing


def test_what_a_drafted_archive_is_worth_is_told_of_those_who_took_it():
    table = {"counted_wounds": 1, "players": 3, "first": "p1"}
    agents = ["best", "swarm", "random"]
    result = estimate("nightfall", agents=agents, games=12, table=table, results=None)
    worth = result.card_worth("drafted").set_index("card")
    taken = {}
    scores = result.games[["score_p1", "score_p2", "score_p3"]].to_numpy(float)
    for number, gains in zip(result.games["game"], scores - scores.mean(axis=0), strict=True):
        walk = Walk(GAME, GAME.make_tables(table), [load_agent("nightfall", name) for name in agents], 1, int(number))
        deque(walk, maxlen=0)
        for archive in walk.state.archive[: int(walk.state.n_archives)]:
            if archive.owner >= 0:
                taken.setdefault(IDS[archive.card], []).append(gains[archive.owner])
    assert dict(worth["games"]) == {card: len(gains) for card, gains in taken.items()}
    assert all(worth.loc[card, "worth"] == pytest.approx(np.mean(gains)) for card, gains in taken.items())


def test_a_game_that_deals_nothing_to_a_seat_has_no_such_worth():
    result = estimate("shards_of_infinity", agents=["random", "random"], games=2, results=None)
    with pytest.raises(InputError, match="Shards of Infinity has no cards that are"):
        result.card_worth("dealt")


def test_a_state_is_small():
    assert GAME.STATE.itemsize < 4096
