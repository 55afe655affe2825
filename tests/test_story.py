"""A game as data to be drawn: the same game as its log, and of a seat no more than that seat may know."""

import json
import re

import pytest

from agents import load_agent
from agents.search import search, thoughts
from experiments.answer.replay import new_setting
from experiments.answer.story import decision, options, story_html, tell_story, what_if, with_cards
from experiments.commands.one_card import told_cards
from sim import GAMES
from sim.core.errors import InputError
from sim.words.layout import checked, read_layout
from sim.words.paths import view
from sim.words.story import Story
from sim.words.walk import Walk

MORE_TABLES = {
    "aeons_end": [{"nemesis": nemesis} for nemesis in ("crooked_mask", "carapace_queen", "prince_of_gluttons")]
}
"""Tables with paths that the standard one has not."""


@pytest.fixture(scope="module", params=GAMES)
def setting(request):
    return new_setting(request.param, ["random"])


def values_of(frames):
    """What the paths tell in each frame."""
    values, found = {}, []
    for frame in frames:
        values = values | frame["set"]
        found.append(values)
    return found


def test_a_story_is_the_game_of_the_log(setting):
    story, log = tell_story(setting, 3, chances="none"), setting.tell(3).log
    lines = [line for line in log.text.splitlines() if re.match(r"  p\d ", line)]
    assert [f"p{frame['seat'] + 1} {frame['phrase']}" for frame in story["frames"][1:]] == [
        line[2:].partition("  ")[0] if len(frame["phrase"]) < 34 else f"p{frame['seat'] + 1} {frame['phrase']}"
        for line, frame in zip(lines, story["frames"][1:], strict=True)
    ]
    assert story["about"] == log.text.splitlines()[0]
    assert story["ending"] == log.text.splitlines()[-1]


def test_the_last_frame_is_how_the_game_ended(setting):
    story = tell_story(setting, 3, chances="none")
    walk = Walk(setting.game, setting.tables, setting.agents, setting.seed, 3)
    steps = sum(1 for _ in walk)
    paths = setting.game.words.paths(setting.tables, setting.game.words.card_ids())
    last = values_of(story["frames"])[-1]
    assert story["frames"][-1]["step"] == steps
    assert last.keys() == paths.keys()
    for name, path in paths.items():
        found = path.read(walk.state)
        if not isinstance(found, list):
            assert last[name] == found
        else:
            assert len(last[name]) == len(found)


@pytest.mark.drawn(6)
@pytest.mark.parametrize("seat", [0, 1])
def test_of_a_seat_a_story_tells_what_that_seat_may_know(setting, seat):
    """Whatever is dealt anew that the seat cannot know, the frame stays the same, byte by byte."""
    game, tables, ids = setting.game, setting.tables, setting.game.words.card_ids()
    compared, different = 0, 0
    for count, step in enumerate(Walk(game, tables, setting.agents, 5, 1)):
        if count % 9:
            continue
        told = []
        for luck in (0, 1, 2):
            state = game.copy_state(step.state)
            if luck:
                game.determinize(state, tables, seat, luck)
            story = Story(game, tables, ["a", "b"], ids, seat)
            story.catch_up(state)
            told.append((json.dumps(story.frames), state.tobytes()))
        assert len({frames for frames, _ in told}) == 1
        different += len({state for _, state in told}) > 1
        compared += 1
    assert compared > 4
    assert different == compared, "something was hidden, and dealt anew"


def test_of_a_seat_no_hidden_zone_is_told_and_no_chance(setting):
    story = tell_story(setting, 3, "p1", chances="value")
    paths = setting.game.words.paths(setting.tables, setting.game.words.card_ids())
    told = values_of(story["frames"])[-1].keys()
    assert told == view(paths, 0).keys()
    assert any(name.endswith(".count") for name in told) or setting.game.name == "berserk"
    assert not any("chance" in frame for frame in story["frames"])


def test_chances_are_those_of_the_value_and_end_with_the_score(setting):
    story = tell_story(setting, 3)
    chances = [frame["chance"] for frame in story["frames"]]
    assert all(0 <= chance <= 1 for frame in chances for chance in frame)
    seats = 1 if setting.game.words.team else 2
    assert {len(frame) for frame in chances} == {seats}
    log = setting.tell(3).log
    assert chances[-1] == log.score[:seats]
    assert len({frame[0] for frame in chances}) > 5


def test_an_expert_tells_chances_where_somebody_decides():
    setting = new_setting("shards_of_infinity", ["random"])
    frames = tell_story(setting, 3, chances="expert")["frames"]
    told = [frame for frame in frames if "within" in frame]
    assert len(told) > 20
    for frame in told:
        seat, low, high = frame["within"]
        assert 0 <= low <= frame["chance"][seat] <= high <= 1
        assert sum(frame["chance"]) == pytest.approx(1)


def test_dice_are_told_as_they_were_rolled():
    """Of every log the rolls stand in both, and what was struck has the wounds that they give."""
    setting = new_setting("berserk", ["random"])
    frames = tell_story(setting, 1, chances="none")["frames"]
    rolled = [frame for frame in frames if "rolls" in frame]
    assert len(rolled) > 20
    assert {face for frame in rolled for face in frame["rolls"]} == {1, 2, 3, 4, 5, 6}
    for frame in rolled:
        assert frame["changes"][0] == f"rolled {', '.join(map(str, frame['rolls']))}"
    walk = Walk(setting.game, setting.tables, setting.agents, setting.seed, 1)
    for _ in walk:
        pass
    assert sum(len(frame["rolls"]) for frame in rolled) == int(walk.state.dice.rolled)


# --- what else could have been done -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def shards():
    return new_setting("shards_of_infinity", ["random"])


def test_a_decision_is_found_by_its_step(shards):
    frames = tell_story(shards, 3, chances="none")["frames"]
    ids = shards.game.words.card_ids()
    for step in (0, 7, 30):
        found = decision(shards, 3, step)
        taken = next(frame for frame in frames if frame["step"] == step + 1)
        assert shards.game.words.phrase(found.state, found.action, ids) == taken["phrase"]
    with pytest.raises(InputError, match="step: a decision of the game is expected, 0 to"):
        decision(shards, 3, 10_000)


def test_options_are_told_with_what_they_are_worth(shards):
    found = options(shards, 3, 10)
    assert found["thoughts"]
    assert found["taken"] in [index for index, _ in found["thoughts"]]
    assert all(re.search(r"\d+ % (±|\()", text) for _, text in found["thoughts"])
    assert len(found["legal"]) > 1


def test_another_action_is_played_on_as_often_as_what_was_taken(shards):
    found = options(shards, 3, 10)
    other = next(index for index in range(len(found["legal"])) if index != found["taken"])
    told = what_if(shards, 3, 10, other)
    assert told["games"] == 200
    phrases = [found["legal"][found["taken"]], found["legal"][other]]
    assert [told["taken"]["phrase"], told["other"]["phrase"]] == phrases
    with pytest.raises(InputError, match="option: another one of"):
        what_if(shards, 3, 10, found["taken"])


@pytest.mark.parametrize("step", [10, 25, 40])
def test_another_action_is_compared_on_the_same_continuations(shards, step):
    """Whichever of the two the simple agent prefers, the gain is the difference of what both are worth, and turned
    round when the other one is what was taken; its interval is narrower than two separate ones would leave it.
    """
    found = decision(shards, 3, step)
    legal, index = found.legal.copy(), found.index
    assert len(legal) > 1
    expert = load_agent("shards_of_infinity", "expert")
    judge = search("shards_of_infinity", "judge", shards.agents[0], expert.value, rollouts=400, horizon=0, margin=0)
    for other in (index - 1, (index + 1) % len(legal)):
        pair = legal[[index, other]]
        taken, met = sorted(thoughts(judge, shards.tables, found.state.copy(), pair), key=lambda one: one.index)
        told = what_if(shards, 3, step, other % len(legal))
        gain = float(re.match(r"[+-]?[\d.]+", told["gain"])[0])
        assert gain == pytest.approx(100 * (met.share - taken.share), abs=0.51)
        apart = taken.variance + met.variance
        assert taken.gain_variance + met.gain_variance <= apart * 1.2 + 1e-9
        turned = sorted(thoughts(judge, shards.tables, found.state.copy(), pair[::-1]), key=lambda one: one.index)
        assert turned[0].gain - turned[1].gain == pytest.approx(met.gain - taken.gain)


# --- pages and layouts ------------------------------------------------------------------------------------------------


def test_a_page_of_a_game_needs_no_other_file(setting):
    story = tell_story(setting, 3)
    text = story_html(story, told_cards(setting.game, story["cards"]), "THE LOG")
    assert not re.search(r"""(src|href)\s*=\s*["'](?!data:)""", text)
    assert "https://" not in text
    assert "THE LOG" in text
    data = re.search(r'<script type="application/json" id="story">(.*?)</script>', text, re.DOTALL)[1]
    assert json.loads(data)["frames"] == json.loads(json.dumps(story["frames"]))


def test_every_card_of_a_story_says_what_it_does(setting):
    story = tell_story(setting, 3, chances="none")
    cards = with_cards(story, told_cards(setting.game, story["cards"]))["cards"]
    facts = setting.game.words.cards(())
    assert {id: card["name"] for id, card in cards.items()} == {id: facts[id].get("name", id) for id in cards}
    assert all(len(card["lines"]) > 1 for card in cards.values())
    words = set(re.findall(r"[a-z_]+", " ".join(frame.get("phrase", "") for frame in story["frames"])))
    assert words & facts.keys() <= cards.keys()


def test_what_a_user_writes_stays_text(tmp_path):
    name, path = "</script><script>alert(1)</script>", tmp_path / "cards.toml"
    path.write_text(f'[crystal]\nname = "{name}"\n', encoding="utf-8")
    setting = new_setting("shards_of_infinity", ["random"], cards=[path])
    story = tell_story(setting, 3, chances="none")
    text = story_html(story, told_cards(setting.game, story["cards"], setting.cards), name)
    assert name not in text
    assert text.count("<script>") == 3
    data = re.search(r'<script type="application/json" id="story">(.*?)</script>', text, re.DOTALL)[1]
    assert json.loads(data)["cards"]["crystal"]["name"] == name


def test_a_layout_names_what_there_is(setting):
    """Each path that a layout names is one of a state, at some table; what it says of the board too."""
    layout = read_layout(setting.game.name)
    assert layout, "the six games have one"
    names = set()
    for table in ({}, *MORE_TABLES.get(setting.game.name, [])):
        tables = setting.game.make_tables(table, ())
        names |= {name.removeprefix("p1.") for name in setting.game.words.paths(tables, setting.game.words.card_ids())}
    for part in ("table", "seat"):
        for key, listed in layout.get(part, {}).items():
            for name in [one for entry in listed for one in (entry if key == "slots" else [entry])]:
                assert name in names or (name.endswith("*") and any(n.startswith(name[:-1]) for n in names)), name
    if "board" in layout:
        board = layout["board"]
        cells = {f"{column}{row}" for row in board["rows"] for column in board["columns"]}
        assert cells == set(setting.game.words.choices["CELL"])
        assert {board["zone"], board["blocked"]} <= names


@pytest.mark.parametrize(
    ("layout", "told"),
    [
        ({"tabel": {}}, "'tabel'|\"tabel\" is no part of a layout"),
        ({"seat": {"row": []}}, 'seat has no "row"; (did you mean|nearest)|seat has no "row"'),
        ({"seat": {"rows": "hand"}}, "seat.rows should be a list of paths"),
        ({"board": {"zone": 3}}, "board.zone should be a text"),
        ({"seat": []}, "seat should be a table"),
        ({"turned": 3}, "turned should be a text"),
    ],
)
def test_what_a_layout_cannot_say_is_told(layout, told):
    with pytest.raises(InputError, match=told):
        checked(layout, "layout.toml")


def test_a_game_without_a_layout_has_an_empty_one():
    assert read_layout("nosuch") == {}
