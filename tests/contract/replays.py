"""Games, redeals and scenarios under other settings of the compiler.

Run as a program with a list of what to do (`python -m contract.replays '[["scenarios", "keyforge"]]'`), this file
prints what each comes to, both as JSON; the tests run it so in other processes, and compare.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from quick import quick_agents

from agents import Agent, load_agent
from agents.search import NUMBERS, SearchAgent
from sim.core.errors import InputError
from sim.core.kernel import kernel
from sim.core.records import record_type
from sim.core.turnloop import play_games
from sim.scenario_files import run_files

from .code_changes import unnoticed_of_all, unnoticed_of_known
from .mutations import noticed
from .pending import met_in_scenarios
from .subject import subject

ROOT = Path(__file__).parents[2]
SCENARIOS = ROOT / "tests" / "scenarios"
COLUMNS = ("fingerprint", "score", "measures", "first_seat", "turns", "decisions", "error")


def thinking_of(agent, share, shares):
    """An agent that thinks, if it does, in decisions of a share of the kinds alone; of a kind at least."""
    kinds = [name for name in agent.parameters if name not in NUMBERS] if isinstance(agent, SearchAgent) else []
    shares = min(shares, len(kinds))
    return agent.with_parameters(**{kind: float(k % shares == share % shares) for k, kind in enumerate(kinds)})


def rows(name, seats, table, first, count, shares, short):
    """What games of these agents at a table come to. seats: the name of each, and which share of `shares` it thinks in,
    see `thinking_of`; short: whether the games end early.
    """
    of, agents = subject(name), quick_agents(name)
    players = [thinking_of(agents[agent], share, shares) for agent, share in seats]
    rules = {**of.tables[table], **(of.short if short else {})}
    batch = play_games(of.game, of.game.make_tables(rules, []), players, 5, first, count)
    return {column: getattr(batch, column).tolist() for column in COLUMNS}


def rounds_of_all(name, tables, rounds):
    """So many rounds in which every agent of a game sits down once, at one table after the other, and next to others in
    each: rows of a table and its seats, each an agent and its round.
    """
    agents, of, seated, found = list(quick_agents(name)), subject(name), 0, []
    while seated < rounds * len(agents):
        table = tables[len(found) % len(tables)]
        places = range(seated, seated + of.tables[table]["players"])
        found.append((table, [(agents[sum(divmod(k, len(agents))) % len(agents)], k // len(agents)) for k in places]))
        seated += len(places)
    return found


def redealt(name, table, steps):
    """Every field of a state in mid-game as several seats imagine it."""
    of = subject(name)
    game = of.game
    tables, s, actions = game.make_tables(of.tables[table], []), game.new_state(), game.new_actions()
    game.setup(s, tables, 3, 1)
    for step in range(steps):
        if not s.over:
            game.apply(s, tables, actions[step % game.legal_actions(s, tables, actions)])
    for viewer in range(int(s.players)):
        game.determinize(s, tables, viewer, 10 + viewer)
    return {field: s[field].tobytes().hex() for field in s.dtype.names}


def checked(name, table, games):
    """How many of many games end in a fault; with every index checked, one out of bounds ends this with an error."""
    of = subject(name)
    tables, players = of.game.make_tables(of.tables[table], []), of.tables[table]["players"]
    batch = play_games(of.game, tables, [load_agent(name, "random")] * players, 1, 0, games)
    state = of.game.new_state()
    for number in range(20):
        of.game.setup(state, tables, 1, number)
        of.game.determinize(state, tables, number % players, number)
    return int((batch.error != 0).sum())


def begun_anew(name, table, steps):
    """In what games begun in records that held something else differ from one begun in a new record: numbers of the
    state when they begin, or what is legal on the way.
    """
    of = subject(name)
    game, kind = of.game, record_type(of.game.STATE)
    tables, actions, others = game.make_tables(of.tables[table], []), game.new_actions(), game.new_actions()
    noise = np.random.default_rng(1).integers(0, 256, game.STATE.itemsize, np.uint8)
    numbers = [field for field in game.STATE.names if game.STATE[field].shape == () and game.STATE[field].kind in "iuf"]
    found = []
    for held in (noise, np.full_like(noise, 1), np.full_like(noise, 255)):
        new, used = game.new_state(), held.copy().view(kind)[0]
        for state in (new, used):
            game.setup(state, tables, 1, 1)
        found += [field for field in numbers if new[field] != used[field]]
        for step in range(steps):
            if found or new.over:
                break
            n = game.legal_actions(new, tables, actions)
            if game.legal_actions(used, tables, others) != n or (actions[:n] != others[:n]).any():
                found.append(f"step {step}")
            for state in (new, used):
                game.apply(state, tables, actions[7 * step % n])
    return found


def scenarios(name):
    """The scenario files of a game."""
    return run_files([SCENARIOS / name]).as_dict()


def changed_facts(name):
    """The cards with a changed fact with which scenarios read or write out of bounds, with every index checked."""
    of, found = subject(name), []
    for card in of.mutations.cards:
        for change, make in of.mutations.changes(card):
            for scenario in of.scenarios_with(card):
                try:
                    noticed([scenario], make)
                except IndexError:
                    found.append(f"{card}: {change}: {scenario[0].name}")
    return found


def random_cards(name, files):
    """Which games with random card files break a rule."""
    from .test_random_cards import broken  # which asks for what this file does

    with tempfile.TemporaryDirectory() as folder:
        return broken(name, 0, files, "checked", Path(folder), 1)[0]


def waited_together(name):
    """The pairs of kinds of triggers that wait at the same time in scenarios."""
    return sorted(met_in_scenarios(name))


def beyond(name, table):
    """What ends games with agents that read beyond the end of an array, with every index checked."""

    def choose(s, t, actions, n, params):
        return 0 if params[n + 100] < 1e300 else 1

    of = subject(name)
    rules, wrong = of.tables[table], Agent("wrong", name, "wrong", kernel(cache=False)(choose))
    try:
        play_games(of.game, of.game.make_tables(rules, []), [wrong] * rules["players"], 1, 0, 1)
    except InputError as error:
        return str(error)
    return "nothing"


DEEDS = {
    deed.__name__: deed
    for deed in (
        rows,
        redealt,
        checked,
        begun_anew,
        scenarios,
        changed_facts,
        random_cards,
        waited_together,
        beyond,
        unnoticed_of_known,
        unnoticed_of_all,
    )
}


def run(deeds, **settings):
    """A run of this file as a program, in a process with such settings."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (ROOT, ROOT / "tests"))), **settings}
    command = [sys.executable, "-m", "contract.replays", json.dumps(deeds)]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)


def results(deeds, **settings):
    """What the deeds come to in a process with such settings."""
    done = run(deeds, **settings)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return json.loads(done.stdout)


def here(deeds):
    """What the deeds come to in this process."""
    return json.loads(json.dumps([DEEDS[name](*arguments) for name, *arguments in deeds]))


if __name__ == "__main__":
    np.seterr(over="raise")  # interpreted, a narrow field that overflows ends this with an error
    print(json.dumps(here(json.loads(sys.argv[1]))))
