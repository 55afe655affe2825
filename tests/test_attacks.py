"""What a night and a careless or hostile hand may do to runs and their files; the slow ones are marked as long."""

import builtins
import contextlib
import errno
import io
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from experiments import load, read_plan, run_plan
from experiments.answer.report import write_report
from experiments.commands import cli
from experiments.run import backends, parts, runner
from experiments.run.files import write_whole
from experiments.run.parts import Parts
from experiments.run.store import Store
from experiments.run.tuning import read_tuning
from sim.compiling import compile_game
from sim.core import kernel
from sim.core.errors import InputError
from sim.keyforge.cards import card_facts
from sim.keyforge.decks import generate_deck
from sim.scenario_files import run_files

PROJECT = Path(__file__).parents[1]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(PROJECT)}
GAME = "shards_of_infinity"
PROCESSES = ["--workers", "2", "--backend", "processes", "-q"]
HOSTILE = ["$\\frac{$", "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "[bold]__-- {{x}} %s"]
CARD = """
[crystal]
name = "<script>alert(2)</script>"
source = "assumed"
note = "<script>alert(3)</script>"
"""
KEYFORGE = """
name = "night"
question = "estimate"
game = "keyforge"
part_games = 20
agents = ["random", "random"]
table = { decks = ["random:1", "random:2"] }
[stop]
games = 400
"""


def make_plan(games=80, **values):
    return read_plan({
        "name": "run",
        "question": "compare",
        "game": GAME,
        "seed": 5,
        "agents": ["random", "random"],
        "table": {"health": 4},
        "variants": [{"name": "rules"}, {"name": "house", "table": {"hand": 6}}],
        "part_games": 40,
        "stop": {"games": games},
        **values,
    })  # fmt: skip


def play(plan, results, **how):
    return run_plan(plan, results, **{"workers": 1, "report": False, **how})


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """The folder of a finished run, not to be changed."""
    return play(make_plan(), tmp_path_factory.mktemp("finished"), report=True).folder


@pytest.fixture
def run(finished, tmp_path):
    """A copy of it, alone among its results."""
    return Path(shutil.copytree(finished, tmp_path / "results" / finished.name))


@pytest.fixture
def call(capsys):
    """Runs a command: exit status, standard output, standard error."""

    def run(*arguments):
        code = cli.main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return code, captured.out, captured.err

    return run


@pytest.fixture
def refuse(monkeypatch):
    """Lets the system refuse to write below a folder, also to an administrator."""

    def refuse(folder, code):
        def guarded(function, writes):
            def call(path, *args, **keywords):
                inside = isinstance(path, (str, os.PathLike)) and Path(folder) in Path(os.path.abspath(path)).parents
                if inside and writes(*args, **keywords):
                    raise OSError(code, os.strerror(code), str(path))
                return function(path, *args, **keywords)

            return call

        def opens(mode="r", *_, **__):
            return any(letter in mode for letter in "wax+")

        for module in (builtins, io):
            monkeypatch.setattr(module, "open", guarded(open, opens))
        for name in ("mkdir", "replace", "rename", "unlink", "rmdir"):
            monkeypatch.setattr(os, name, guarded(getattr(os, name), lambda *_, **__: True))

    return refuse


WRONG = """
pla ; run ; run nowhere.toml ; run . ; run PLAN PLAN ; run PLAN --workers 0 ; run PLAN --workers x
run PLAN --workers ; run PLAN --backend cluster ; run PLAN --results ; run PLAN --wrokers 2 ; run /dev/null
run /dev/zero ; run PLAN --workers 1.5 ; report ; report nobody --results RESULTS ; report RUN RUN
report RUN --colour ; report /dev/null ; report PLAN ; status nobody --results RESULTS ; status --json=yes
status RUN nobody --results RESULTS ; play ; play chess ; play RUN --game -1 ; play RUN --game 500000000
play RUN --game x ; play RUN --seed 3 ; play RUN --variant no ; play GAME --seed -1
curves RUN --of no ; curves RUN --whose no ; curves RUN --picture RESULTS ; curves RUN --picture x.pdf
worth RUN --entry no ; worth RUN --picture RESULTS ; replay RUN 0 --html RESULTS ; export RUN --to line --out RESULTS
play GAME --seed 99999999999999999999 ; play GAME --game 99999999999999999999999 ; play GAME --table x
play GAME --table =3 ; play GAME --table hand=999999 ; play GAME --table hand=BRACKETS
play GAME --table hand=DIGITS ; play GAME --cards nowhere.toml ; play GAME --cards /dev/zero
play GAME --cards . ; play GAME --agents best,best,best ; play GAME --agents , --variant x
play GAME --agents LONG ; play LONG ; scenario ; scenario nowhere.toml ; scenario RESULTS ; scenario PLAN
scenario /dev/zero ; plan ; plan nowhere.toml ; plan LONG.toml ; games --sort x ; agents ; agents chess ; cards chess
cards GAME --cards nowhere.toml ; words ; words LONG ; bench chess ; bench GAME --games 0
bench GAME --agent nobody ; doctor x
"""
LINES = [line.strip() for row in WRONG.strip().splitlines() for line in row.split(";") if line.strip()]


@pytest.mark.parametrize("line", LINES)
def test_a_wrong_command_line_gets_one_short_message(call, run, tmp_path, line):
    plan = tmp_path / "plan.toml"
    plan.write_text(make_plan().to_toml(), encoding="utf-8")
    words = {
        "PLAN": plan, "RUN": run, "RESULTS": run.parent, "GAME": GAME, "LONG": "n" * 300,
        "LONG.toml": "n" * 300 + ".toml",
        "hand=BRACKETS": "hand=" + "[" * 5000, "hand=DIGITS": "hand=" + "9" * 5000,
    }  # fmt: skip
    before = sorted(run.rglob("*"))
    code, out, err = call(*(words.get(word, word) for word in line.split()))
    assert (code, out) == (2, ""), line
    assert 0 < len(err) < 3000
    assert sorted(run.rglob("*")) == before


def test_a_file_that_is_named_is_written_and_what_is_no_file_stays_what_it_is(call, run, tmp_path):
    """A pipe or a link is written into; were it replaced, an administrator would lose /dev/stdout."""
    pipe, link, kept = tmp_path / "pipe", tmp_path / "link", tmp_path / "kept"
    os.mkfifo(pipe)
    link.symlink_to(kept)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    line = call("export", run, "--to", "line")[1]
    assert [call("export", run, "--to", "line", "--out", path)[0] for path in (pipe, link)] == [0, 0]
    assert pipe.is_fifo()
    assert os.read(reader, 9999).decode() == line
    os.close(reader)
    assert link.is_symlink()
    assert kept.read_text(encoding="utf-8") == line


def test_of_a_file_that_cannot_be_written_nothing_is_left(monkeypatch, tmp_path):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(tmp_path / "answer", b"words")
    assert list(tmp_path.iterdir()) == []


def test_there_are_fifty_wrong_command_lines():
    assert len(LINES) >= 50


def test_names_are_names_in_pictures_and_reports(tmp_path):
    (tmp_path / "cards.toml").write_text(CARD, encoding="utf-8")
    variants = [{"name": name, "table": {"hand": 3 + n}} for n, name in enumerate(HOSTILE)]
    plan = make_plan(variants=variants, cards=[str(tmp_path / "cards.toml")])
    result = play(plan, tmp_path / "results", report=True)
    page = result.report.read_text(encoding="utf-8")
    assert "&lt;script&gt;alert(1)" in page
    assert page.count("<script") == 2, "the one that sorts tables, and the one that tells of pictures"
    assert "<img src=x" not in page
    assert all(b"<script" not in path.read_bytes() for path in result.folder.rglob("*.svg"))
    assert "$\\frac{$" in page


@pytest.mark.drawn(1)
@pytest.mark.parametrize("name", ["renamed", "run-00000000", "ein Lauf"])
def test_a_run_that_was_moved_or_renamed_goes_on(call, run, tmp_path, name):
    moved = tmp_path / "elsewhere" / name
    moved.parent.mkdir()
    run.rename(moved)
    before = {path: path.stat().st_mtime_ns for path in moved.glob("parts/*/*")}
    assert call("report", moved)[0] == 0
    assert json.loads(call("status", "--results", moved.parent, "--json")[1])["runs"][0]["status"] == "done"
    code, out, _ = call("run", moved, "--json", "--workers", 1)
    assert (code, json.loads(out)["folder"]) == (0, str(moved))
    assert {path: path.stat().st_mtime_ns for path in moved.glob("parts/*/*")} == before
    assert list(moved.parent.iterdir()) == [moved]
    code, _, err = call("play", moved, "--game", 7)
    assert code == 0
    assert "the same game as the stored one" in err


def test_links_in_a_circle_among_the_results(call, run):
    (run.parent / "circle").symlink_to(run.parent)
    (run / "circle").symlink_to(run)
    (run.parent / "one").symlink_to(run.parent / "two")
    (run.parent / "two").symlink_to(run.parent / "one")
    code, out, _ = call("status", "--results", run.parent, "--json")
    assert (code, [found["status"] for found in json.loads(out)["runs"]]) == (0, ["done"])
    assert call("doctor", "--results", run.parent)[0] == 0
    assert call("run", run, "--quiet")[0] == 0
    code, _, err = call("run", run / "plan.toml", "--results", run.parent / "one")
    assert code == 2
    assert "one" in err


@pytest.mark.drawn(2)
@pytest.mark.parametrize("code", [errno.EROFS, errno.ENOSPC, errno.ENODEV, errno.EACCES])
def test_a_disk_that_cannot_be_written(call, run, tmp_path, refuse, code):
    plan = tmp_path / "plan.toml"
    plan.write_text(make_plan(160).to_toml(), encoding="utf-8")
    before = {path: path.read_bytes() for path in run.rglob("*") if path.is_file()}
    refuse(run.parent, code)
    status, out, _ = call("status", "--results", run.parent, "--json")
    assert (status, [found["status"] for found in json.loads(out)["runs"]]) == (0, ["done"])
    for command in (("report", run), ("run", plan, "--results", run.parent, "--workers", 1)):
        status, _, err = call(*command)
        assert status == 2
        (line,) = [line for line in err.splitlines() if os.strerror(code) in line]
        assert str(run) in line
        assert line.endswith("nothing finished is lost")
    assert {path: path.read_bytes() for path in run.rglob("*") if path.is_file()} == before


def test_a_disk_that_is_full_in_the_middle_of_a_run(call, tmp_path, monkeypatch):
    plan, results, write = make_plan(400), tmp_path / "results", Parts.write
    (tmp_path / "plan.toml").write_text(plan.to_toml(), encoding="utf-8")

    def fill(parts, path, data):
        if path.stem == "000000000200":
            with open("/dev/full", "wb") as full:
                full.write(data)
        write(parts, path, data)

    with monkeypatch.context() as full:
        full.setattr(Parts, "write", fill)
        code, _, err = call("run", tmp_path / "plan.toml", "--results", results, "--workers", 2)
    assert code == 2
    assert "No space left on device; nothing finished is lost" in err
    folder = Store.of_plan(plan, results).folder
    assert load(folder).status == "stopped"
    assert len(list(folder.glob("parts/0/*.parquet"))) == 5
    assert play(plan, results).games.equals(play(plan, tmp_path / "undisturbed").games)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_an_answer_that_cannot_be_written():
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "experiments", "games"],
            env=ENVIRONMENT, cwd=PROJECT, stdout=full, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == "standard output: No space left on device; nothing finished is lost"


def test_a_cache_that_cannot_be_written():
    done = subprocess.run(
        [sys.executable, "-m", "experiments", "games"],
        env={**ENVIRONMENT, "NUMBA_CACHE_DIR": "/dev/null/x"}, cwd=PROJECT, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert "set NUMBA_CACHE_DIR to another folder" in done.stderr


def test_a_part_is_known_whenever_the_writing_of_it_and_its_digest_is_broken_off(tmp_path, monkeypatch):
    plan = make_plan(90)
    for stop in range(1, 30):
        results, written = tmp_path / str(stop), 0
        play(make_plan(60), results)

        def breaking(path, data, limit=stop):
            nonlocal written
            written += 1
            if written > limit:
                raise KeyboardInterrupt
            write_whole(path, data)

        with monkeypatch.context() as broken:
            broken.setattr(parts, "write_whole", breaking)
            with contextlib.suppress(KeyboardInterrupt):
                play(plan, results)
        assert play(plan, results).status == "done"
        if written <= stop:
            break
    assert stop > 5


def test_a_clock_that_is_set_back(tmp_path, monkeypatch):
    assert play(make_plan(400), tmp_path / "a", stop_after=0.0).status == "stopped"
    monkeypatch.setattr(time, "time", lambda: 1.0)
    monkeypatch.setattr(runner, "_now", lambda: "1970-01-01T00:00:01+00:00")
    for path in (tmp_path / "a").rglob("*"):
        os.utime(path, (4e9, 4e9))
    kernel.prepare_cache.__wrapped__(tmp_path / "cache" / "new")
    result = play(make_plan(400), tmp_path / "a")
    assert result.status == "done"
    assert result.games.equals(play(make_plan(400), tmp_path / "b").games)
    assert load(result.folder).manifest["last_write"] < load(result.folder).manifest["started"]


def test_a_deck_file_of_100_megabytes(tmp_path):
    lines = b"no card is called like this\n"
    for name in ("deck.txt", "deck.toml", "deck.json"):
        (tmp_path / name).write_bytes(lines * (100 * 2**20 // len(lines)))
        deck = {"decks": [str(tmp_path / name), "random:1"]}
        with pytest.raises(InputError, match="at most 1,048,576 bytes"):
            make_plan(game="keyforge", table=deck, variants=[{"name": "a"}, {"name": "b", "table": {"chains": [1, 0]}}])
    (tmp_path / "deck.txt").write_bytes(lines * 30_000)
    with pytest.raises(InputError, match="lists 30,000 lines"):
        make_plan(
            game="keyforge", table={"decks": [str(tmp_path / "deck.txt"), "random:1"]}, question="estimate", variants=[]
        )


@contextlib.contextmanager
def soon():
    """Breaks off what hangs, by an error that nobody takes for one of a file."""

    def late(*_):
        raise AssertionError("it hangs")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(60)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def with_file(path):
    """What reads a file that somebody names, by what it should be."""
    decks = {"decks": [str(path), "random:1"]}
    return {
        "plan": lambda: read_plan(path),
        "deck": lambda: make_plan(game="keyforge", table=decks, question="estimate", variants=[]),
        "card": lambda: make_plan(cards=[str(path)]),
        "scenario": lambda: run_files([path]),
        "tuning": lambda: read_tuning(GAME, "best", path),
    }


@pytest.mark.parametrize("what", with_file(""))
def test_a_pipe_that_nobody_writes_into_is_no_file(tmp_path, what):
    path = tmp_path / "file.toml"
    os.mkfifo(path)
    with soon(), pytest.raises(InputError) as caught:
        with_file(path)[what]()
    assert caught.value.problems[0].endswith(f"{path}: a {what} file should be a file, this is a pipe")
    assert "cannot be" not in str(caught.value)


def test_a_device_is_no_file():
    with pytest.raises(InputError, match=r"^/dev/zero: a plan file should be a file, this is a device"):
        read_plan(Path("/dev/zero"))


def given_open(content):
    """The name of a pipe of this process that somebody wrote into, as `<(...)` of a shell is one."""
    reader, writer = os.pipe()
    os.write(writer, content.encode())
    os.close(writer)
    return f"/dev/fd/{reader}"


def test_a_pipe_that_was_given_is_read():
    assert read_plan(Path(given_open(KEYFORGE))).game.name == "keyforge"
    assert run_files([given_open('game = "aeons_end"' + OVERFLOWING["aeons_end"][0])]).failures
    for what in ("card", "deck"):  # read more than once
        with pytest.raises(InputError, match=f"a {what} file should be a file, this is a pipe"):
            with_file(given_open(CARD))[what]()


def test_a_plan_is_read_from_standard_input():
    done = subprocess.run(
        [sys.executable, "-m", "experiments", "plan", "/dev/stdin", "--json"],
        env=ENVIRONMENT, cwd=PROJECT, input=make_plan(400).to_toml(), capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["games"] == 400


def test_a_worker_that_dies_ends_the_run_with_a_message(tmp_path, monkeypatch):
    def die(*_):
        os.kill(os.getpid(), signal.SIGKILL)

    plan = make_plan(4000)
    monkeypatch.setattr(backends, "play_order", die)
    with pytest.raises(InputError, match="a worker process was killed"):
        play(plan, tmp_path, workers=2, backend="processes")
    result = load(Store.of_plan(plan, tmp_path).folder)
    assert result.status == "stopped"
    assert "It was stopped, for a worker process was killed, and can go on." in result.explain()


def test_workers_end_soon_after_the_process_that_started_them_was_killed(tmp_path):
    """Also those that are sending a large part just then. What they write to is open until they have all ended."""
    (tmp_path / "plan.toml").write_text(make_plan(4_000_000, part_games=20_000).to_toml(), encoding="utf-8")
    command = [sys.executable, "-m", "experiments", "run", "plan.toml", *PROCESSES]
    child = subprocess.Popen(command, cwd=tmp_path, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    while not list(tmp_path.rglob("parts/*/*.parquet")):
        assert child.poll() is None
        time.sleep(0.1)
    child.kill()
    assert b"Traceback" not in child.communicate(timeout=20)[1]


def kill_at_random(command, folder, moments, longest, seed, environment=ENVIRONMENT, anew=()):
    """Starts a command until it was killed at so many moments, each after up to so many seconds, and no more than it
    takes. If it ends before its moment, folders named in `anew` are removed.
    """
    chance = random.Random(seed)
    while moments:
        began = time.monotonic()
        child = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        try:
            assert child.wait(chance.uniform(0, longest)) == 0
            longest = time.monotonic() - began
            for name in anew:
                shutil.rmtree(folder / name)
        except subprocess.TimeoutExpired:
            child.kill()
            moments -= 1
        _, err = child.communicate(timeout=60)
        assert b"Traceback" not in err


@pytest.mark.long
def test_keyforge_killed_at_fifty_moments_with_processes_and_in_its_report(tmp_path):
    (tmp_path / "night.toml").write_text(KEYFORGE.replace("games = 400", "games = 40000"), encoding="utf-8")
    plan = read_plan(tmp_path / "night.toml")
    compile_game(plan.game)
    command = [sys.executable, "-m", "experiments", "run", "night.toml", *PROCESSES]
    kill_at_random(command, tmp_path, 50, 12, seed=1)
    subprocess.run(command, cwd=tmp_path, env=ENVIRONMENT, check=True, capture_output=True)
    undisturbed = play(plan, tmp_path / "undisturbed", workers=2, report=True).folder
    found = tmp_path / "results" / undisturbed.name
    names = [
        p.relative_to(undisturbed)
        for p in undisturbed.rglob("*")
        if p.suffix in (".parquet", ".csv", ".digest", ".svg")
    ]
    assert len(names) > 4000
    assert all((found / name).read_bytes() == (undisturbed / name).read_bytes() for name in names)
    assert not list(found.rglob("*.unfinished"))


@pytest.mark.long
def test_a_game_killed_while_it_compiles_compiles_in_the_end(tmp_path):
    (tmp_path / "plan.toml").write_text(make_plan().to_toml(), encoding="utf-8")
    environment = {**ENVIRONMENT, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    command = [sys.executable, "-m", "experiments", "run", "plan.toml", "--workers", "1", "-q"]
    kill_at_random(command, tmp_path, 10, 25, seed=2, environment=environment, anew=("cache", "results"))
    subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True)
    (found,) = (tmp_path / "results").glob("run-*")
    assert load(found).games.equals(play(make_plan(), tmp_path / "undisturbed").games)


ENDLESS_CARD = '[dust_imp]\nreap = ["gain 1", "repeat"]\nplay = ["gain 1", "repeat"]\n'


@pytest.mark.long
def test_texts_that_never_end_are_faults_with_every_index_checked(tmp_path):
    (tmp_path / "cards.toml").write_text(ENDLESS_CARD, encoding="utf-8")
    decks = '["miss-onyx-censorius", "radiant-argus-the-supreme"]'
    text = KEYFORGE.replace('["random:1", "random:2"]', decks)
    (tmp_path / "night.toml").write_text(text.replace("table =", 'cards = ["cards.toml"]\ntable ='), encoding="utf-8")
    command = [sys.executable, "-m", "experiments", "run", "night.toml", "--workers", "2", "--json"]
    environment = {**ENVIRONMENT, "NUMBA_BOUNDSCHECK": "1"}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert (answer["status"], answer["games"]) == ("done", 400)
    assert answer["faults"] > 0


OVERFLOWING = {
    "aeons_end": (
        """
[[scenario]]
name = "a discard pile"
given = { "p1.discard" = ["80 crystal"], "aether" = 9 }
do = ["gain jade"]
expect = { "aether" = 0 }
""",
        ["a pile was full"],
    ),
    "keyforge": (
        """
[[scenario]]
name = "archives"
cards = ["cards.toml"]
given = { "house" = "dis", "p1.hand" = ["dust_imp"], "p1.archives" = ["30 krump"], "p2.creatures" = ["12 krump"] }
do = ["play dust_imp"]
expect = { "p1.hand" = [] }

[[scenario]]
name = "as many abilities wait as there are cards, and nothing overflows"
cards = ["cards.toml"]
given = { house = "dis", "p1.hand" = ["gateway_to_dis"], "p1.creatures" = ["35 troll"], "p2.creatures" = ["36 troll"] }
do = ["play gateway_to_dis"]
expect = { "p1.hand" = [] }
""",
        ["a pile was full"],
    ),
}
OVERFLOWING_CARDS = '[dust_imp]\nplay = ["abduct each enemy creature"]\n\n[troll]\ndestroyed = ["gain 1"]\n'


@pytest.fixture
def overflowing(tmp_path):
    """A file of scenarios of a game in which something overflows."""

    def write(game):
        (tmp_path / "cards.toml").write_text(OVERFLOWING_CARDS, encoding="utf-8")
        text = OVERFLOWING[game][0].replace("cards.toml", str(tmp_path / "cards.toml"))
        path = tmp_path / "overflow.toml"
        path.write_text(f'game = "{game}"\n{text}', encoding="utf-8")
        return path

    return write


@pytest.mark.parametrize("game", OVERFLOWING)
def test_what_overflows_is_a_fault(overflowing, game):
    assert [failure.found for failure in run_files([overflowing(game)]).failures] == OVERFLOWING[game][1]


@pytest.mark.long
@pytest.mark.parametrize("game", OVERFLOWING)
def test_what_overflows_is_a_fault_with_every_index_checked(overflowing, game):
    """A write beyond a pile would end the process."""
    command = [sys.executable, "-m", "experiments", "scenario", str(overflowing(game)), "--json"]
    environment = {**ENVIRONMENT, "NUMBA_BOUNDSCHECK": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 1, done.stderr
    assert [failure["found"] for failure in json.loads(done.stdout)["failures"]] == OVERFLOWING[game][1]


@pytest.mark.parametrize("write", [0, *(pytest.param(n, marks=pytest.mark.long) for n in (1, 2, 3)), 4, 5])
def test_a_report_whose_writing_is_broken_off_is_written_whole_by_the_next_run(run, monkeypatch, write):
    """As a kill at that moment would: before the so-many-th file of the report is there."""
    whole = {path.name: path.read_bytes() for path in run.iterdir() if path.suffix in (".svg", ".html")}
    for name in whole:
        (run / name).unlink()
    written, replace = [], os.replace

    def break_off(source, target):
        if len(written) == write:
            raise KeyboardInterrupt
        written.append(target)
        replace(source, target)

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", break_off)
        with contextlib.suppress(KeyboardInterrupt):
            write_report(load(run))
    assert len(written) == write
    for path in run.glob("*"):
        if path.name in whole and path.suffix == ".svg":
            assert path.read_bytes() == whole[path.name], "what is there is whole"
    assert write_report(load(run)).exists()
    assert {path.name for path in run.iterdir() if path.suffix in (".svg", ".html")} == {*whole}


def test_names_of_decks_are_names_in_reports(tmp_path):
    """A deck's name comes from somebody else's file."""
    hostile = '<script>alert("x")</script> $\\frac{$ & "quotes" \'and\' {braces}'
    deck = generate_deck(5, card_facts()).to_table() | {"name": hostile}
    plan = read_plan({
        "name": "decks",
        "question": "matrix",
        "game": "keyforge",
        "seed": 1,
        "agents": ["random", "random"],
        "entries": [
            {"name": hostile, "seat": {"decks": deck}},
            {"name": "other", "seat": {"decks": "random:6"}},
        ],
        "stop": {"games": 40},
    })  # fmt: skip
    page = play(plan, tmp_path, report=True).report.read_text(encoding="utf-8")
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page
