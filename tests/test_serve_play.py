"""Games that are played on pages, and plans that are written there, as a browser sends them."""

import json
import re
import time
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient

from experiments.answer.replay import new_setting
from experiments.commands import cli
from experiments.commands.runs import list_runs
from experiments.plan.reading import read_plan
from experiments.web import guard
from experiments.web.app import make_app
from experiments.web.sessions import Sitting, Table, Tables
from sim import GAMES, load_game
from sim.compiling import compile_game
from sim.core.errors import InputError
from sim.words.story import cards_in

ADDRESS = "127.0.0.1:8421"
HTML = "<script>alert(1)</script>"
KEYFORGE = "KeyForge: Call of the Archons, game 0 of seed 1: p1 best, p2 best"
JSON = {"accept": "application/json"}
MOST_STEPS = 40
"""Decisions of a game that is not played to its end."""


class Browser:
    """What a page of ours sends."""

    def __init__(self, results):
        app = make_app(results, ADDRESS)
        self.client = TestClient(app, base_url=f"http://{ADDRESS}", follow_redirects=False)
        self.state = app.app.state
        self.token = re.search(r'data-form-token="([^"]+)"', self.client.get("/").text)[1]

    def get(self, path):
        return self.client.get(path, headers=JSON)

    def post(self, path, **fields):
        body = urlencode({guard.TOKEN_FIELD: self.token, **fields}, doseq=True)
        headers = {**JSON, "content-type": "application/x-www-form-urlencoded"}
        return self.client.post(path, content=body, headers=headers)

    def begin(self, game, **fields):
        """The address of a new game, which needs no compiling."""
        compile_game(load_game(game))
        for _ in range(600):
            found = self.post("/play", game=game, seed="5", **fields)
            if found.status_code != 200:
                assert found.status_code == 303, found.text
                return found.headers["location"]
            time.sleep(0.5)
        raise AssertionError("it was never compiled")


@pytest.fixture
def browser(tmp_path):
    return Browser(tmp_path)


def act(browser, path, scene, index, **more):
    fields = {"action": index, "decision": scene["decision"], "have": len(scene["frames"]), "seat": "p1", **more}
    return browser.post(f"{path}/act", **fields)


def played(browser, path, most=10_000):
    """What a game comes to that is played by always taking the middle action, in so many steps at most."""
    scene = browser.get(f"{path}/scene").json()
    for _ in range(most - 1):
        if scene["over"]:
            break
        found = act(browser, path, scene, len(scene["legal"]) // 2, epoch=scene["epoch"])
        assert found.status_code == 200, found.text
        new = found.json()
        scene = {**new, "frames": scene["frames"][: new["keep"]] + new["frames"]}
    whole = browser.get(f"{path}/scene").json()
    assert whole["frames"] == scene["frames"]
    return whole


@pytest.mark.drawn(2)
@pytest.mark.parametrize("game", GAMES)
def test_what_is_hidden_is_not_sent(browser, game):
    """No card that the seat cannot know is in the bytes of any answer: not its id, not its name."""
    path = browser.begin(game, agent_p2="random")
    name = path.rpartition("/")[2]
    rules = load_game(game)
    facts, ids = rules.words.cards(()), rules.words.card_ids()
    checked = set()
    scene = browser.get(f"{path}/scene").json()
    for step in range(MOST_STEPS):
        if scene["over"]:
            break
        table = browser.state.tables.find(name)
        paths = rules.words.paths(table.setting.tables, ids)
        known = set(cards_in(scene["frames"], facts)) | set(scene["cards"])
        whole = {"set": {name: one.read(table.walk.state) for name, one in paths.items()}}
        hidden = set(cards_in([whole], facts)) - known
        answers = [browser.get(f"{path}/scene").text, browser.get(path).text]
        answers += [browser.get(f"{path}/hint").text] if step % 10 == 0 else []
        described = " ".join(line for card in scene["cards"].values() for line in card["lines"])
        for card in hidden:
            for answer in answers:
                words = answer.replace(described, "")
                assert f'"{card}"' not in words
                assert not re.search(rf"[ :]{card}[ #\"<]", words) or card in described
            checked.add(card)
        act(browser, path, scene, len(scene["legal"]) // 2)
        scene = browser.get(f"{path}/scene").json()
    assert checked or game == "aeons_end", "something was hidden"
    assert str(table.sitting.seed) not in re.findall(r"\d+", browser.get(f"{path}/scene").json()["about"])


@pytest.mark.drawn(2)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end_and_then_replayed(browser, game):
    path = browser.begin(game, agent_p2="random")
    assert browser.get(f"{path}/replay").status_code == 404, "what is hidden stays hidden until it is over"
    scene = played(browser, path)
    assert scene["over"]
    assert scene["ending"].startswith("The game ends in turn")
    replay = browser.client.get(f"{path}/replay").text
    story = json.loads(re.search(r'id="story">(.*?)</script>', replay, re.DOTALL)[1])
    assert story["ending"] == scene["ending"]
    assert story["frames"][-1]["turn"] == scene["frames"][-1]["turn"]
    alone = browser.client.get(f"{path}/replay.html")
    assert "attachment" in alone.headers["content-disposition"]
    assert not re.search(r"""(src|href)\s*=\s*["'](?!data:)""", alone.text)
    log = browser.client.get(f"{path}/log.txt").text
    assert log.splitlines()[0] == story["about"]
    kept = browser.post("/logs", log=log).headers["location"]
    assert story["ending"] in browser.client.get(kept).text
    step = next(frame["step"] for frame in story["frames"] if frame["step"] > 5)
    options = browser.get(f"{path}/options?step={step}").json()
    assert options["legal"][options["taken"]] == next(
        frame["phrase"] for frame in story["frames"] if frame["step"] == step + 1
    )


def test_a_game_goes_on_when_the_server_is_started_again(tmp_path):
    first = Browser(tmp_path)
    path = first.begin("shards_of_infinity", agent_p2="random")
    scene = played(first, path, 12)
    second = Browser(tmp_path)
    again = second.get(f"{path}/scene").json()
    kept = ("frames", "legal", "decision", "next", "cards", "can_take_back")
    assert {key: again[key] for key in kept} == {key: scene[key] for key in kept}
    assert act(second, path, again, 0).status_code == 200
    assert path in second.client.get("/play").text


def test_a_decision_is_taken_back(browser):
    path = browser.begin("shards_of_infinity", agent_p2="random")
    before = played(browser, path, 6)
    after = act(browser, path, before, len(before["legal"]) - 1, epoch=before["epoch"]).json()
    assert after["keep"] == len(before["frames"]), "only what is new is sent"
    back = browser.post(f"{path}/take-back", seat="p1").json()
    assert back["keep"] == 0
    assert back["epoch"] != before["epoch"]
    for key in ("frames", "legal", "decision"):
        assert back[key] == before[key]
    for _ in range(back["decision"]):
        back = browser.post(f"{path}/take-back", seat="p1").json()
        if "error" in back:
            break
    assert back["error"] == ["there is no decision of yours to take back"]


def test_nothing_is_taken_twice_or_out_of_turn(browser):
    path = browser.begin("shards_of_infinity", agent_p2="random")
    scene = browser.get(f"{path}/scene").json()
    assert act(browser, path, scene, 0).status_code == 200
    assert "was taken already" in act(browser, path, scene, 0).json()["error"][0]
    scene = browser.get(f"{path}/scene").json()
    assert "actions is expected" in act(browser, path, scene, 99).json()["error"][0]
    assert "action: a whole number" in act(browser, path, scene, "x").json()["error"][0]
    assert "p1 decides" in act(browser, path, scene, 0, seat="p2").json()["error"][0]
    assert "nobody sits at p2" in browser.get(f"{path}/scene?seat=p2").json()["error"][0]
    assert browser.get(f"{path}/scene?seat=p9").status_code == 404


def test_a_hint_is_what_the_agent_of_the_seat_would_do(browser):
    path = browser.begin("shards_of_infinity", agent_p2="random")
    scene = browser.get(f"{path}/scene").json()
    hint = browser.get(f"{path}/hint").json()
    assert hint["would"] == scene["legal"][hint["index"]]
    assert all(re.search(r"\d+ %", text) for _, text in hint["thoughts"])
    assert browser.get(f"{path}/scene").json()["frames"] == scene["frames"], "the game does not change"


def test_two_people_at_one_screen_see_what_each_may_know(browser):
    path = browser.begin("keyforge", agent_p1="you", agent_p2="you")
    curtain = browser.client.get(path).text
    decider = re.search(r"(p\d) decides", curtain)[1]
    other = {"p1": "p2", "p2": "p1"}[decider]
    assert "hand" not in curtain
    mine = browser.get(f"{path}/scene?seat={decider}").json()
    theirs = browser.get(f"{path}/scene?seat={other}").json()
    assert mine["legal"]
    assert theirs["legal"] == []
    assert theirs["next"] == decider
    assert f"{decider}.hand" in mine["frames"][0]["set"]
    assert f"{decider}.hand.count" in theirs["frames"][0]["set"]
    assert set(cards_in(theirs["frames"], load_game("keyforge").words.cards(()))) == set(theirs["cards"])


def test_a_squad_that_is_pasted_is_played(tmp_path):
    first = Browser(tmp_path)
    path = first.begin("berserk", agent_p2="random", squads_p1_pasted=SQUAD, squads_p2="forests-starter")
    scene = first.get(f"{path}/scene").json()
    assert {"bonecrusher", "axe_master", "centurion"} <= set(scene["cards"])
    second = Browser(tmp_path)
    assert second.get(f"{path}/scene").json()["cards"] == scene["cards"], "it is kept with its squad"


def test_what_is_wrong_with_a_pasted_squad_is_told_and_the_text_kept(browser):
    fields = {"game": "berserk", "squads_p1_pasted": SQUAD.replace("Gobrakh", "Gobrak"), "squads_p2": "forests-starter"}
    found = browser.client.post("/play", data={guard.TOKEN_FIELD: browser.token, **fields})
    assert found.status_code == 400
    assert "Gobrak" in re.search(r'role="alert">(.*?)</p>', found.text)[1]
    assert "Gobrak B1\nMountain Giant C1" in found.text


def test_without_a_script_a_form_takes_an_action(browser):
    path = browser.begin("shards_of_infinity", agent_p2="random")
    scene = browser.get(f"{path}/scene").json()
    fields = {guard.TOKEN_FIELD: browser.token, "action": 0, "decision": scene["decision"], "seat": "p1"}
    found = browser.client.post(f"{path}/act", data=fields)
    assert found.status_code == 303
    page = browser.client.get(found.headers["location"]).text
    assert page.count('name="action"') == len(browser.get(f"{path}/scene").json()["legal"])


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"game": "nosuch"}, "no game is called"),
        ({"game": "shards_of_infinity", "agent_p2": "nosuch"}, "names of agents are expected"),
        ({"game": "shards_of_infinity", "agent_p2": "/tmp/agent.py:f"}, "names of agents are expected"),
        ({"game": "shards_of_infinity", "agent_p1": "best", "agent_p2": "best"}, "a person at one seat"),
        ({"game": "shards_of_infinity", "players": "9"}, "players: 2 to 4 are expected"),
        ({"game": "shards_of_infinity", "seed": "-1"}, "seed: a whole number"),
        ({"game": "keyforge", "decks_p1": "/etc/passwd", "decks_p2": "/etc/passwd"}, "nothing is called"),
        ({"game": "keyforge", "decks_p1": "miss-onyx-censorius"}, "one for each seat"),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_a_sentence(browser, fields, told):
    found = browser.post("/play", **fields)
    assert found.status_code == 400
    assert told in found.json()["error"][0]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"game": "nosuch"}, "no game is called"),
        ({"agents": ["random", "/tmp/x.py:f"]}, "names of agents"),
        ({"people": []}, "a person at one seat"),
        ({"table": {"decks": "/etc/passwd"}}, "cannot be chosen on a page"),
        ({"decisions": "none"}, "a list of whole numbers"),
        ({"decisions": [0] * 5000}, "more decisions than the game has|stopped|fault"),
        ({"seed": 1.5}, "a whole number"),
    ],
)
def test_a_file_of_a_game_that_says_something_else_is_refused(browser, tmp_path, change, told):
    path = browser.begin("shards_of_infinity", agent_p2="random")
    name = path.rpartition("/")[2]
    file = tmp_path / "played" / f"{name}.json"
    file.write_text(json.dumps({**json.loads(file.read_text(encoding="utf-8")), **change}), encoding="utf-8")
    with pytest.raises(InputError, match=told):
        Tables(tmp_path).find(name)


@pytest.mark.parametrize("name", ["..", "nosuch", "keyforge-0000000g", "..%2fplayed", "keyforge-00000000"])
def test_a_game_that_is_not_there_is_told(browser, name):
    assert browser.get(f"/play/{name}/scene").status_code == 404


def test_a_game_is_the_walk_of_its_decisions():
    """Whatever is decided, the game is one that the rules play."""
    table = Table("x", Sitting("shards_of_infinity", ("best", "random"), (0,), {}, 7))
    while not table.is_over:
        table.act(len(table.decisions), 0)
    again = Table("x", table.sitting, table.decisions)
    assert again.is_over
    assert again.walk.fingerprint == table.walk.fingerprint
    assert again.stories[0].frames == table.stories[0].frames


# --- logs -------------------------------------------------------------------------------------------------------------


def log_text(table=None, seed=3):
    return new_setting("shards_of_infinity", ["random"], table or {}, seed=seed).tell(5).log.text


def test_a_log_that_is_pasted_is_stepped_through(browser, tmp_path):
    text = log_text({"players": 3})
    found = browser.post("/logs", log=text.replace("\n", "\r\n"))
    path = found.headers["location"]
    page = browser.client.get(path).text
    story = json.loads(re.search(r'id="story">(.*?)</script>', page, re.DOTALL)[1])
    assert story["ending"] == text.splitlines()[-1]
    assert story["seats"] == ["random"] * 3
    step = next(frame["step"] for frame in story["frames"] if frame["step"] > 5)
    options = browser.get(f"{path}/options?step={step}").json()
    assert options["legal"][options["taken"]] == next(f["phrase"] for f in story["frames"] if f["step"] == step + 1)
    assert browser.client.get(f"{path}/log.txt").text == text
    assert 'id="story"' in browser.client.get(f"{path}/replay.html").text
    assert path in browser.client.get("/logs").text
    assert [one.read_text(encoding="utf-8") for one in (tmp_path / "told").iterdir()] == [text]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "line 1: a log begins"),
        (HTML, "line 1: a log begins"),
        (f'{KEYFORGE}\nTable: {{"decks": "/etc/passwd"}}', "nothing is called &#34;/etc/passwd&#34;"),
        (f'{KEYFORGE}\nTable: {{"decks": ["", "deck.toml"]}}', "nothing is called &#34;deck.toml&#34;"),
        ("Berserk, game 0 of seed 1: p1 best, p2 best, p3 best", "players"),
    ],
)
def test_what_is_no_log_is_refused_beside_its_field(browser, tmp_path, text, told):
    found = browser.client.post("/logs", data={guard.TOKEN_FIELD: browser.token, "log": text})
    assert found.status_code == 400
    assert told in found.text
    assert HTML not in found.text
    assert not (tmp_path / "told").exists()


def test_a_log_that_the_rules_do_not_play_names_its_line(browser):
    lines = log_text().splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("  p1 "))
    lines[at] = "  p1 play nothing"
    path = browser.post("/logs", log="\n".join(lines)).headers["location"]
    assert f"line {at + 1}: " in browser.get(path).json()["error"][0]


def test_names_in_a_log_stay_text(browser):
    path = browser.post("/logs", log=log_text().replace("p1 random", f"p1 {HTML}", 1)).headers["location"]
    for page in (browser.client.get(path).text, browser.client.get(f"{path}/replay.html").text):
        assert "alert(1)" in page
        assert HTML not in page


@pytest.mark.parametrize("name", ["nosuch", "keyforge-0000000g", "..%2ftold", "keyforge-00000000"])
def test_a_log_that_is_not_there_is_told(browser, name):
    for rest in ("", "/options?step=1", "/log.txt", "/replay.html"):
        assert browser.get(f"/logs/{name}{rest}").status_code == 404


# --- plans ------------------------------------------------------------------------------------------------------------


def problems(page):
    return re.findall(r'role="alert" id="wrong_(\w+)">(.*?)</p>', page)


def test_a_form_writes_the_plan_that_the_command_writes(browser, tmp_path, monkeypatch):
    fields = {"game": "keyforge", "question": "compare", "of": "decks", "within": "0.5", "hours": "2"}
    chosen = ["miss-onyx-censorius", "radiant-argus-the-supreme"]
    found = browser.post("/new", **fields, choose=chosen, name="same")
    assert found.headers["location"] == "/plans/same", problems(found.text)
    monkeypatch.chdir(tmp_path)
    command = ["new", "same.toml", "--game", "keyforge", "--question", "compare", "--of", "decks"]
    assert cli.main([*command, "--choose", ",".join(chosen), "--within", "0.5", "--hours", "2"]) == 0
    written = (tmp_path / "plans" / "same.toml").read_text(encoding="utf-8")
    assert written == (tmp_path / "same.toml").read_text(encoding="utf-8")


def test_all_that_is_wrong_stands_beside_its_field_at_once(browser, tmp_path):
    wrong = {"choose": ["brobnarr", "/etc/passwd"], "within": "-1", "games": "many", "name": "../climbs"}
    found = browser.post("/new", game="keyforge", question="compare", of="decks", **wrong)
    assert found.status_code == 400
    told = problems(found.text)
    assert {field for field, _ in told} == {"choose", "within", "games", "name"}
    assert [text for field, text in told if field == "choose"][1] == "there is no &#34;/etc/passwd&#34;"
    assert 'value="many"' in found.text, "what was typed is kept"
    assert not (tmp_path / "plans").exists()


SQUAD = """Mine
Gobrakh B1
Mountain Giant C1
Bonecrusher D1
Axe Master B2
Hammerer C2
Basaarg Dwarf D2
Forge Keeper B3
Centurion C3"""
SUPPLY = """My market
Jade
Diamond Cluster
gem 5+
relic
Relic
ignite
spell
spell
spell 5+"""


@pytest.mark.parametrize(
    ("game", "question", "of", "text", "chosen", "names"),
    [
        ("berserk", "compare", "squads", SQUAD, ["steppes-line"], ["Mine"]),
        ("berserk", "field", "squads", f"{SQUAD}\r\n---\r\n{SQUAD.replace('Mine', 'Twin')}", [], ["Mine", "Twin"]),
        ("berserk", "improve", "squads", SQUAD, [], []),
        ("aeons_end", "compare", "supplies", SUPPLY, ["free_charges"], ["My market"]),
        ("aeons_end", "grid", "supplies", SUPPLY, ["free_charges"], ["My market"]),
        ("aeons_end", "estimate", "supplies", SUPPLY, [], []),
    ],
)
def test_what_is_pasted_is_asked_about(browser, tmp_path, game, question, of, text, chosen, names):
    found = browser.post("/new", game=game, question=question, of=of, choose=chosen, choose_pasted=text, name="own")
    assert found.status_code == 303, problems(found.text)
    plan = read_plan(tmp_path / "plans" / "own.toml")
    written = (tmp_path / "plans" / "own.toml").read_text(encoding="utf-8")
    assert ("Gobrakh B1" if game == "berserk" else "Diamond Cluster") in written
    told = " ".join(variant.name for variant in plan.variants)
    assert all(name in told for name in names)
    if of == "supplies":
        wanted = ["jade", "diamond_cluster", "gem 5+", "relic", "relic", "ignite", "spell", "spell", "spell 5+"]
        assert [variant.table["supply"] == wanted for variant in plan.variants][-1]


@pytest.mark.parametrize(
    ("game", "of", "text", "told"),
    [
        ("berserk", "squads", SQUAD.replace("Gobrakh", "Gobrak"), "Gobrak"),
        ("berserk", "squads", "Mine", "a name on the first line and cards below it"),
        ("keyforge", "decks", "Mine\nBrobnar\nNo Such Card", "No Such Card"),
        ("aeons_end", "supplies", SUPPLY.replace("spell 5+", "fireball"), "fireball"),
        ("keyforge", "decks", f"Mine\n{HTML}", "alert(1)"),
    ],
)
def test_what_is_wrong_with_what_was_pasted_stands_beside_it(browser, tmp_path, game, of, text, told):
    wrong = {"within": "-1", "choose": "nosuch"}
    found = browser.post("/new", game=game, question="compare", of=of, choose_pasted=text, **wrong)
    assert found.status_code == 400
    fields = {field for field, _ in problems(found.text)}
    assert {"choose_pasted", "within", "choose"} <= fields, "all at once"
    assert any(told in text for field, text in problems(found.text) if field == "choose_pasted")
    assert HTML not in found.text
    assert not (tmp_path / "plans").exists()


def test_a_file_is_not_read_for_what_was_pasted(browser, tmp_path):
    deck = tmp_path / "deck.toml"
    deck.write_text("x", encoding="utf-8")
    for text in (str(deck), f"{deck}\n{deck}"):
        found = browser.post("/new", game="keyforge", question="compare", of="decks", choose_pasted=text)
        assert [field for field, _ in problems(found.text)][:1] == ["choose_pasted"]


def test_too_many_for_one_table_are_told_beside_a_width_that_is_none(browser):
    chosen = ["random", "best", "expert"]
    found = browser.post("/new", game="shards_of_infinity", question="estimate", of="agents", choose=chosen, within="x")
    assert {field for field, _ in problems(found.text)} == {"choose", "within"}


def test_a_deck_file_is_no_name_on_a_page(browser, tmp_path):
    deck = tmp_path / "deck.toml"
    deck.write_text("x", encoding="utf-8")
    found = browser.post("/new", game="keyforge", question="compare", of="decks", choose_more=str(deck))
    assert [field for field, _ in problems(found.text)] == ["choose"]
    found = browser.post("/new", game="keyforge", question="compare", of="decks", choose_more="random:3, random:4")
    assert found.status_code == 303


@pytest.mark.parametrize("game", GAMES)
def test_every_question_of_every_game_has_its_form(browser, game):
    page = browser.client.get(f"/new?game={game}").text
    asked = re.findall(rf"/new\?game={game}&amp;question=(\w+)\"", page)
    assert len(asked) > 2
    for question in asked:
        form = browser.client.get(f"/new?game={game}&question={question}")
        assert form.status_code == 200
        found = browser.post("/new", game=game, question=question, name=f"{game}-{question}")
        assert found.status_code in (303, 400)
        assert found.status_code == 303 or problems(found.text), question


def test_a_plan_is_started_stopped_and_gone_on_with(browser, tmp_path):
    fields = {"game": "shards_of_infinity", "question": "estimate", "of": "agents", "choose": "random"}
    assert browser.post("/new", **fields, against="random", games="3000000", name="night").status_code == 303
    page = browser.client.get("/plans/night").text
    assert "night: sound; 3,000,000 games" in page
    assert browser.post("/plans/night/start").status_code == 303
    run = wait_for(lambda: browser.get("/plans/night/started").headers.get("location"))
    wait_for(lambda: [run.status for run in list_runs(tmp_path)] == ["playing"])
    assert "being played already" in browser.post(f"{run}/go-on").json()["error"][0]
    assert wait_for(lambda: browser.post(f"{run}/stop").status_code == 303)
    wait_for(lambda: [run.status for run in list_runs(tmp_path)] == ["stopped"])
    assert "is not being played" in browser.post(f"{run}/stop").json()["error"][0]
    assert browser.post(f"{run}/go-on").status_code == 303
    wait_for(lambda: [run.status for run in list_runs(tmp_path)] == ["playing"])
    assert wait_for(lambda: browser.post(f"{run}/stop").status_code == 303)
    wait_for(lambda: [run.status for run in list_runs(tmp_path)] == ["stopped"])


def wait_for(what, seconds=120):
    """What something says as soon as that is so."""
    until = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < until, "this took too long"
        time.sleep(0.3)
    return found


@pytest.mark.parametrize("name", ["nosuch", "a%2fb", "%2e%2e%2fplan"])
def test_a_plan_that_is_not_there_is_told(browser, name):
    for rest in ("", "/started"):
        assert browser.get(f"/plans/{name}{rest}").status_code == 404
    assert browser.post(f"/plans/{name}/start").status_code in (400, 404, 405)
