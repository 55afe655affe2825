"""A file that is edited between two questions of one process is read again: the answer is that of a fresh process."""

import json
import subprocess
import sys
from pathlib import Path

import tomli_w

from agents import load_agent
from experiments import environment, read_plan, run_plan
from experiments.answer.replay import new_setting
from experiments.answer.result import load
from experiments.answer.traces import playable
from experiments.commands import catalog
from experiments.run.tuning import read_tuning
from sim import GAMES, load_game
from sim.core.kernel import digest
from sim.nameable import named
from sim.scenario_files import load_scenarios, run, run_files

PROJECT = Path(__file__).parents[1]
FACTS = ("power", "cost", "life")
"""Numbers of cards, one of which every game has."""
SCENARIO = """
game = "{game}"

[[scenario]]
name = "version {version}"
cards = ["{cards}"]
seed = 1
over = false
"""
PLAYED = """
game = "keyforge"

[[scenario]]
name = "a bonus of aember"
cards = ["{cards}"]
given = {{ "p1.hand" = ["dust_imp"], "p1.amber" = 0, "house" = "dis" }}
do = ["play dust_imp"]
expect = {{ "p1.amber" = 2 }}
"""


def write(path, content):
    path.write_text(content if isinstance(content, str) else tomli_w.dumps(content), encoding="utf-8")


def seats(game):
    return min(load_game(game).player_counts)


def question(game, table=(), **values):
    asked = {"question": "estimate", "game": game, "agents": ["random"] * seats(game), "stop": {"games": 20}}
    return {**asked, "table": {"players": seats(game), **dict(table)}, **values}


def bytes_of(*made):
    return [digest(one.tobytes()) for one in made]


# --- files of every sort: two versions, and what is asked of them, as text --------------------------------------------


class Cards:
    """A card file: a number of a card of the game is another one."""

    games = tuple(GAMES)

    def write(self, game, folder, version):
        facts = load_game(game).words.cards()
        known = ((card, name) for card in facts for name in FACTS if type(facts[card].get(name)) is int)
        card, name = next((card, name) for card, name in known if facts[card]["type"] not in ("mage", "nemesis"))
        other = [value for value in (1, 2, 3) if value != facts[card][name]]
        write(folder / "cards.toml", {card: {name: other[version]}})

    def ask(self, game, folder):
        path = str(folder / "cards.toml")
        plan = read_plan(question(game, cards=[path]))
        setting, world = new_setting(game, ["random"], cards=[path]), environment(game, cards=[path])
        known = digest(repr(catalog.cards(game, [path]).facts).encode())
        return [plan.digest(), known, *bytes_of(plan.variants[0].tables, setting.tables, world.tables)]


class Decks:
    """A deck or a squad of each seat."""

    def __init__(self, key, *games):
        self.key, self.games = key, games

    def write(self, game, folder, version):
        entry = list(named(game, self.key).values())[version]
        write(folder / "deck.toml", {name: value for name, value in entry.items() if name not in ("kind", "source")})

    def ask(self, game, folder):
        table = {self.key: [str(folder / "deck.toml")] * 2}
        plan = read_plan(question(game, table=table))
        return [plan.digest(), *bytes_of(plan.variants[0].tables, load_game(game).make_tables(table, ()))]


class Plans:
    """A plan, with numbers of its agents."""

    games = tuple(GAMES)

    def write(self, game, folder, version):
        name, value = next(iter(load_agent(game, "best").parameters.items()))
        agents = [{"agent": "best", name: value + 1 + version}] * seats(game)
        write(folder / "plan.toml", question(game, agents=agents))

    def ask(self, game, folder):
        plan = read_plan(folder / "plan.toml")
        return [plan.digest(), [agent.digest() for agent in plan.agents], digest(plan.to_toml().encode())]


class Tunings:
    """Which numbers of an agent are tuned."""

    games = tuple(GAMES)

    def write(self, game, folder, version):
        table = {"players": seats(game)}
        numbers = list(load_agent(game, "best").parameters)[: 2 + version]
        write(folder / "tuning.toml", {"best": {"tables": [table], "held_out": [table], "numbers": numbers}})

    def ask(self, game, folder):
        tuning = read_tuning(game, "best", folder / "tuning.toml")
        return [tuning.digest(), list(tuning.numbers)]


class Scenarios(Cards):
    """A scenario, and a card file that it names."""

    def write(self, game, folder, version):
        super().write(game, folder, version)
        text = SCENARIO.format(game=game, version=version, cards=folder / "cards.toml")
        write(folder / "scenario.toml", text)

    def ask(self, game, folder):
        (scenario,) = load_scenarios([folder / "scenario.toml"])
        return [scenario.name, *bytes_of(scenario.tables())]


class PlayedScenario:
    """A card file under a scenario that stays."""

    games = ("keyforge",)

    def write(self, game, folder, version):
        write(folder / "cards.toml", {"dust_imp": {"amber": 1 + version}})
        write(folder / "scenario.toml", PLAYED.format(cards=folder / "cards.toml"))

    def ask(self, game, folder):
        return [run_files([folder / "scenario.toml"]).as_dict()["failed"]]


class Games(Cards):
    """Games that are played with a card file, and what their folder keeps of it."""

    games = ("keyforge",)

    def write(self, game, folder, version):
        write(folder / "cards.toml", {"dust_imp": {"power": 2 + 7 * version, "play": ["gain 9"]}})

    def ask(self, game, folder):
        decks = {"decks": ["miss-onyx-censorius", "radiant-argus-the-supreme"]}
        plan = read_plan(question(game, table=decks, cards=[str(folder / "cards.toml")], part_games=20))
        played = run_plan(plan, folder / "results", workers=1, report=False)
        kept = sorted(path.name for path in (played.folder / "cards").iterdir())
        return [plan.digest(), digest(played.games.to_csv().encode()), kept]


SORTS = {
    "cards": Cards(),
    "decks": Decks("decks", "keyforge", "berserk", "berserk_heroes"),
    "squads": Decks("squads", "berserk"),
    "plans": Plans(),
    "tunings": Tunings(),
    "scenarios": Scenarios(),
    "played": PlayedScenario(),
    "games": Games(),
}
CASES = [(sort, game) for sort, files in SORTS.items() for game in files.games]


def answers(folder):
    """What is asked of the files of every case as they are now."""
    return {f"{sort} {game}": SORTS[sort].ask(game, folder / f"{sort}-{game}") for sort, game in CASES}


def write_all(folder, version):
    for sort, game in CASES:
        place = folder / f"{sort}-{game}"
        place.mkdir(parents=True, exist_ok=True)
        SORTS[sort].write(game, place, version)


def test_every_file_that_is_edited_between_two_questions_is_read_again(tmp_path):
    folder = tmp_path / "files"
    write_all(folder, 0)
    before = answers(folder)
    write_all(folder, 1)
    after = json.loads(json.dumps(answers(folder)))
    command = [sys.executable, __file__, str(folder)]
    fresh = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, timeout=600)
    assert fresh.returncode == 0, fresh.stderr
    assert after == json.loads(fresh.stdout)
    same = [case for case in after for old, new in zip(before[case], after[case], strict=True) if old == new]
    assert not same


def test_a_plan_plays_the_card_files_that_it_was_read_with(tmp_path):
    path = tmp_path / "cards.toml"
    write(path, {"crystal": {"cost": 1}})
    plan = read_plan(question("shards_of_infinity", cards=[str(path)], part_games=20))
    write(path, {"crystal": {"cost": 2}, "new": {"name": "New", "type": "ally", "cost": 1, "copies": 1}})
    played = run_plan(plan, tmp_path / "results", workers=1, report=False)
    (kept,) = (played.folder / "cards").iterdir()
    assert kept.read_text(encoding="utf-8") == tomli_w.dumps({"crystal": {"cost": 1}})
    assert read_plan(played.folder / "plan.toml").digest() == plan.digest()
    again = playable(load(played.folder))
    assert len(again.game.words.card_ids(again.variants[0].card_files)) == len(again.game.words.card_ids())


def test_scenarios_are_played_with_the_card_files_that_they_were_read_with(tmp_path):
    PlayedScenario().write("keyforge", tmp_path, 1)
    scenarios = load_scenarios([tmp_path / "scenario.toml"])
    PlayedScenario().write("keyforge", tmp_path, 0)
    assert run(scenarios).passed == 1
    assert run_files([tmp_path / "scenario.toml"]).failed == 1


if __name__ == "__main__":
    print(json.dumps(answers(Path(sys.argv[1]))))
