"""Whatever is done to a file that somebody wrote, or that a run wrote, it is answered, or refused in clear words: never
a traceback, never for long, never with much memory.
"""

import os
import random
import resource
import shutil
import time
import tomllib
import unicodedata
from contextlib import suppress
from pathlib import Path

import pytest
import tomli_w
from contract.random_cards import draw_file
from mutated import mutated, mutated_bytes

from agents import load_agent
from experiments import load, read_plan, run_plan
from experiments.commands.runs import list_runs, runs_table
from experiments.run.tuning import read_tuning
from sim import GAMES, load_game
from sim.core.errors import InputError
from sim.nameable import named
from sim.scenario_files import load_scenarios

PROJECT = Path(__file__).parents[1]
SECONDS, MEGABYTES, LETTERS = 2.0, 300, 250_000
"""What one answer may take of the processor, what all of a sort may take of memory, and how long a refusal may be."""
SHORT, LONG = 200, 10_000
"""How many mutations of each sort are tried."""
SLOW = {"cards keyforge": 8, "cards berserk": 8, "cards berserk_heroes": 8, "results": 4, "scenarios berserk": 4}
"""Sorts of which so many times fewer are tried in the short tests: those that take long."""
PLAN_FILES = (
    "shards_of_infinity_demo", "shards_of_infinity_balance", "shards_of_infinity_matrix", "nightfall_field",
    "keyforge_chains", "aeons_end_nemeses", "berserk_heroes_gold", "nightfall_draft", "aeons_end_supply",
    "aeons_end_improve",
)  # fmt: skip
UNDER = {
    "question": "compare",
    "game": "shards_of_infinity",
    "under": ["best", {"agent": "random", "games": 20}],
    "variants": [{"name": "one"}, {"name": "two", "table": {"hand": 6}}],
    "stop": {"games": 40},
}
SHORT_LISTS = {
    "question": "matrix",
    "game": "keyforge",
    "agents": ["random", "random"],
    "entries_of": {"decks": ["random:1", "random:2", "miss-onyx-censorius"]},
    "over": [{"chains": [0, 0]}, {"chains": [2, 2]}],
    "stop": {"games": 40},
}
DECKS = [("keyforge", "decks"), ("berserk", "decks"), ("berserk", "squads"), ("berserk_heroes", "decks")]
RESULTS = {
    "question": "compare",
    "name": "run",
    "game": "shards_of_infinity",
    "agents": ["random", "random"],
    "table": {"health": 2},
    "variants": [{"name": "one"}, {"name": "two", "table": {"hand": 6}}],
    "part_games": 20,
    "stop": {"games": 40},
}


class Mutant:
    """A mutation of one of several trees, as a tree or as a file."""

    def __init__(self, trees, seed, folder):
        self.chance, self.folder = random.Random(seed), folder
        self.tree = self.chance.choice(trees)

    def as_tree(self):
        return mutated(self.tree, self.chance)

    def as_file(self, name):
        """A TOML file of a mutated tree, or a mutated TOML file."""
        path = self.folder / name
        if self.chance.random() < 0.5:
            try:
                path.write_text(tomli_w.dumps(self.as_tree()), encoding="utf-8")
                return path
            except (TypeError, ValueError, RecursionError):  # what no TOML file can say
                pass
        path.write_bytes(mutated_bytes(tomli_w.dumps(self.tree).encode(), self.chance))
        return path


class Whole(Mutant):
    """What stands before a mutation: the first answer also compiles what the others need."""

    def as_tree(self):
        return self.tree

    def as_file(self, name):
        path = self.folder / name
        path.write_text(tomli_w.dumps(self.tree), encoding="utf-8")
        return path


# --- sorts of files: what they say, and what is asked of a mutant -----------------------------------------------------


def plans():
    shipped = [
        tomllib.loads((PROJECT / f"experiments/plans/{name}.toml").read_text(encoding="utf-8")) for name in PLAN_FILES
    ]
    return [*shipped, UNDER, SHORT_LISTS, RESULTS]


def ask_plan(mutant):
    if mutant.chance.random() < 0.5:
        return read_plan(mutant.as_tree())
    return read_plan(mutant.as_file("plan.toml"))


def decks(game, key):
    def ask(mutant):
        rules = load_game(game)
        if mutant.chance.random() < 0.3:
            mine = mutant.as_tree()
        else:
            mine = str(mutant.as_file(mutant.chance.choice(("deck.toml", "deck.txt", "deck.json", "deck"))))
        table = rules.resolve_table({key: [mine, "random:3"]}, (), mutant.folder)
        return rules.make_tables(table, ())

    entries = list(named(game, key).values())[:6]
    return [{k: v for k, v in entry.items() if k not in ("kind", "source")} for entry in entries], ask


def cards(game):
    def ask(mutant):
        path = mutant.as_file("cards.toml")
        return load_game(game).make_tables({}, [path])

    return [cut for seed in range(12) if (cut := dict(list(draw_file(game, str(seed)).items())[:3]))], ask


def scenarios(game):
    def ask(mutant):
        return load_scenarios([mutant.as_file("scenario.toml")])

    files = sorted((PROJECT / f"tests/scenarios/{game}").glob("*.toml"), key=lambda path: path.stat().st_size)[:6]
    trees = [tomllib.loads(path.read_text(encoding="utf-8")) for path in files]
    return [{**tree, "scenario": tree["scenario"][:2]} for tree in trees], ask


def tunings(game):
    def ask(mutant):
        return read_tuning(game, "best", mutant.as_file("tuning.toml"))

    file = sorted((PROJECT / f"agents/{game}").glob("tuning*.toml"))[0]
    tree = tomllib.loads(file.read_text(encoding="utf-8"))["best"]
    return [{"best": {**tree, "tables": tree["tables"][:1], "held_out": tree["held_out"][:1]}}], ask


def numbers(game):
    def ask(mutant):
        return load_agent(game, mutant.as_tree().get("agent"))

    found = dict(list(load_agent(game, "best").parameters.items())[:3])
    return [{"agent": {"agent": "best", **found}}], ask


SORTS = {
    "plans": lambda: (plans(), ask_plan),
    **{f"{key} {game}": lambda game=game, key=key: decks(game, key) for game, key in DECKS},
    **{f"cards {game}": lambda game=game: cards(game) for game in GAMES},
    **{f"scenarios {game}": lambda game=game: scenarios(game) for game in GAMES},
    **{f"tunings {game}": lambda game=game: tunings(game) for game in GAMES},
    **{f"numbers {game}": lambda game=game: numbers(game) for game in GAMES},
}


def answered(ask, seed):
    """Asks; what is refused has to say why. The CPU-seconds that it took."""
    began, told = time.process_time(), "an answer"
    try:
        ask()
    except InputError as error:
        told = str(error)
    except Exception as error:
        raise AssertionError(f"{seed}: {type(error).__name__}: {error}") from error
    assert 0 < len(told) < LETTERS, seed
    assert not [sign for sign in told if sign != "\n" and unicodedata.category(sign) == "Cc"], seed
    return time.process_time() - began


def memory():
    """Megabytes that this process has held at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def try_all(sort, sample, first, many, folder):
    trees, ask = SORTS[sort]()
    for tree in trees:
        answered(lambda tree=tree: ask(Whole([tree], "whole", folder)), "whole")
    before = memory()
    for number in range(first, first + many):
        seed = f"{sample} {sort} {number}"
        assert answered(lambda seed=seed: ask(Mutant(trees, seed, folder)), seed) < SECONDS, seed
    assert memory() - before < MEGABYTES


@pytest.mark.drawn(4)
@pytest.mark.parametrize("sort", SORTS)
def test_mutated_files_are_answered_or_refused(sort, sample_seed, tmp_path):
    try_all(sort, sample_seed, 0, SHORT // SLOW.get(sort, 1), tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("sort", SORTS)
def test_ten_thousand_mutated_files_are_answered_or_refused(sort, part, tmp_path):
    try_all(sort, "long", part * LONG // 10, LONG // 10, tmp_path)


# --- the folder of a run ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """Two runs beside each other."""
    results = tmp_path_factory.mktemp("results")
    for name, under in (("run", {}), ("other", {"seed": 9})):
        run_plan(read_plan({**RESULTS, "name": name, **under}), results, workers=1, report=False)
    levels = '{"best": "run", "random": "other"}'
    for folder in results.iterdir():
        (folder / "levels.json").write_text(levels, encoding="utf-8")
    return results


def damage(folder, chance):
    """Does something to one file of a run."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix not in (".csv", ".html"))
    path, other = chance.choice(files), chance.choice(files)
    sort = chance.randrange(9)
    if sort < 4:
        path.write_bytes(mutated_bytes(path.read_bytes(), chance))
    elif sort == 4:
        path.unlink()
    elif sort == 5:
        path.unlink()
        path.mkdir()
    elif sort == 6:
        content = other.read_bytes()
        path.write_bytes(content)
    elif sort == 7:
        path.unlink()
        path.symlink_to(chance.choice((path, other, Path("/dev/zero"), Path("..") / ".." / "nowhere", folder)))
    else:
        path.unlink()
        os.mkfifo(path)


def look_at(results, healthy):
    """Everything that is read of runs without playing."""
    listed = list_runs(results)
    assert [run.status for run in listed if run.run == healthy] == ["done"]
    runs_table(listed).text()
    for folder in sorted(results.iterdir()):
        for ask in (
            lambda run: run.explain(),
            lambda run: run.faults,
            lambda run: run.games,
            lambda run: run.levels,
            lambda run: run.notable(),
        ):
            with suppress(InputError):
                ask(load(folder))


def look_at_damaged(finished, tmp_path, seed):
    results = Path(shutil.copytree(finished, tmp_path / "results"))
    healthy, damaged = sorted(results.iterdir())
    damage(damaged, random.Random(seed))
    answered(lambda: look_at(results, healthy.name), seed)
    shutil.rmtree(results)


def test_damaged_results_are_answered_or_refused_and_hide_no_other_run(finished, sample_seed, tmp_path):
    for number in range(SHORT // SLOW["results"]):
        look_at_damaged(finished, tmp_path, f"{sample_seed} {number}")


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
def test_ten_thousand_damaged_results_are_answered_or_refused(finished, part, tmp_path):
    for number in range(part * LONG // 10, (part + 1) * LONG // 10):
        look_at_damaged(finished, tmp_path, f"long {number}")
