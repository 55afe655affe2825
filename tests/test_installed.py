"""The wheel in an environment of its own: beside a distribution with other packages `agents` and `sim`, and called from
a folder that has a `sim/`. Nothing of the checkout is on the path; the libraries are those of this environment.
"""

import json
import os
import shutil
import site
import subprocess
import sys
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
SOURCES = ("sim", "agents", "experiments", "overnight.py", "setup.py", "pyproject.toml", "README.md", "LICENSE")
OF_PAGES = ("starlette", "uvicorn", "h11")
"""What the extra `web` brings that nothing else needs."""
OF_ANOTHER = 'WHOSE = "of another distribution"\n'
TINY = 'question = "estimate"\ngame = "Nightfall"\nagents = ["random", "random"]\n[stop]\ngames = 40\n'
OWN_AGENT = """
import agents, sim, overnight

@overnight.define_agent("nightfall")
def last(s, tables, actions, n, params):
    return n - 1

if __name__ == "__main__":
    found = overnight.estimate("nightfall", [last, "random"], games=40, results="results", name="own")
    print(agents.WHOSE, found.manifest["games"], list(found.table["agent"])[0], sep="|")
"""
SAME_RULES = """
from {sim} import GAMES, load_game
from {agents} import load_agent
for name in GAMES:
    print(name, load_game(name).source_digest(), load_agent(name, "best").digest())
"""
FACE = """
import sys, overnight
assert issubclass(overnight.InputError, Exception) and overnight.load_game("nightfall").title == "Nightfall"
missing = [name for name in dir(overnight) if getattr(overnight, name) is None]
loaded = [name for name in ("sim", "agents", "experiments") if name in sys.modules]
print(overnight.__file__, missing, loaded, sep="|")
"""

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built of a copy of the sources alone."""
    folder = tmp_path_factory.mktemp("built")
    for name in SOURCES:
        source = PROJECT / name
        if source.is_dir():
            shutil.copytree(source, folder / "source" / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder / "source" / name)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "wheel", "--no-deps"]
    subprocess.run([*pip, "--wheel-dir", str(folder), str(folder / "source")], check=True, timeout=300)
    return next(folder.glob("*.whl"))


def clean():
    """What a user's programs know of their surroundings: nothing of the checkout."""
    return {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "NUMBA"))}


@pytest.fixture(scope="module")
def run(wheel, tmp_path_factory):
    """Runs a program of the environment with the wheel in the folder of a user: its output, its narration."""
    environment, evening = tmp_path_factory.mktemp("environment"), tmp_path_factory.mktemp("evening")
    venv.create(environment, symlinks=True)
    python = environment / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "--python", str(python), "install"]
    subprocess.run([*pip, "--no-deps", "--no-index", str(wheel)], env=clean(), cwd=evening, check=True, timeout=300)
    (packages,) = environment.glob("lib/python*/site-packages")
    (packages / "libraries.pth").write_text("\n".join(site.getsitepackages()), encoding="utf-8")
    for name in ("agents", "sim"):
        (packages / name).mkdir()
        (packages / name / "__init__.py").write_text(OF_ANOTHER, encoding="utf-8")
    (evening / "sim").mkdir()
    (evening / "sim" / "__init__.py").write_text("", encoding="utf-8")
    (evening / "tiny.toml").write_text(TINY, encoding="utf-8")
    (evening / "own.py").write_text(OWN_AGENT, encoding="utf-8")

    def runs(program, *arguments, code=0):
        done = subprocess.run(
            [str(environment / "bin" / program), *arguments], cwd=evening, env=clean(), capture_output=True, text=True,
            timeout=900,
        )  # fmt: skip
        assert done.returncode == code, done.stderr
        return done.stdout, done.stderr

    return runs


def test_everything_lies_in_one_package_and_no_file_is_left_out(wheel):
    inside = [name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name]
    assert {name.partition("/")[0] for name in inside} == {"overnight"}
    wanted = {
        f"overnight/{path.relative_to(PROJECT)}"
        for room in ("sim", "agents", "experiments")
        for path in (PROJECT / room).rglob("*")
        if path.is_file() and path.suffix != ".md" and "__pycache__" not in path.parts
    }
    assert wanted <= set(inside)
    assert {"overnight/__init__.py", "overnight/__main__.py", "overnight/py.typed"} <= set(inside)


def test_the_face_offers_all_and_the_names_of_others_stay_theirs(run):
    where, missing, loaded = run("python", "-c", FACE)[0].strip().split("|")
    assert "site-packages/overnight/__init__.py" in where
    assert (missing, loaded) == ("[]", "[]")


def test_games_are_listed_by_the_command_and_by_the_module(run):
    for program in (["overnight"], ["python", "-m", "overnight"]):
        assert "keyforge" in run(*program, "games")[0]


def test_plans_that_come_with_it_are_found_by_name(run):
    assert "shards_of_infinity_demo" in run("overnight", "run", code=2)[1]
    assert 'did you mean "keyforge_chains"' in run("overnight", "plan", "keyforge_chain", code=2)[1]


def test_a_card_is_told_without_the_scenarios_of_a_checkout(run):
    told = run("overnight", "cards", "aeons_end", "Jade")[0]
    assert "cost: 2" in told
    assert "Scenarios" not in told


def test_a_plan_is_run_in_threads_and_the_same_games_in_processes(run):
    in_threads = json.loads(run("overnight", "run", "tiny.toml", "--json", "--workers", "2")[0])
    found = run("overnight", "run", "tiny.toml", "--json", "--backend", "processes", "--workers", "2",
                "--results", "others")[0]  # fmt: skip
    in_processes = json.loads(found)
    assert in_threads["games"] == in_processes["games"] == 40
    assert in_threads["table"] == in_processes["table"]
    assert "tiny" in run("overnight", "status")[0]


def test_an_agent_of_ones_own_plays(run):
    assert run("python", "own.py")[0].strip().split("|") == ["of another distribution", "40", "last"]


def test_rules_and_agents_are_the_same_as_in_the_checkout(run):
    here = subprocess.run(
        [sys.executable, "-c", SAME_RULES.format(sim="sim", agents="agents")], cwd=PROJECT, capture_output=True,
        text=True, check=True,
    ).stdout  # fmt: skip
    assert run("python", "-c", SAME_RULES.format(sim="overnight.sim", agents="overnight.agents"))[0] == here


def test_with_its_extra_it_serves_pages(wheel, tmp_path):
    """The packages of the extra are not those of this environment: they are installed with the wheel."""
    environment, libraries = tmp_path / "environment", tmp_path / "libraries"
    venv.create(environment, symlinks=True)
    libraries.mkdir()
    for path in (path for folder in site.getsitepackages() for path in Path(folder).iterdir()):
        if not path.name.startswith(OF_PAGES):
            (libraries / path.name).symlink_to(path)
    (packages,) = environment.glob("lib/python*/site-packages")
    (packages / "libraries.pth").write_text(str(libraries), encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "--python"]
    install = [*pip, str(environment / "bin" / "python"), "install"]
    command = [str(environment / "bin" / "overnight"), "serve", "--port", "0", "--json"]
    around = {"cwd": tmp_path, "env": clean(), "text": True}
    subprocess.run([*install, "--no-deps", "--no-index", str(wheel)], check=True, timeout=300, **around)
    without = subprocess.run(command, capture_output=True, timeout=120, check=False, **around)
    assert without.returncode == 2
    assert 'pip install "overnight[web]"' in without.stderr
    found = subprocess.run([*install, f"overnight[web] @ {wheel.as_uri()}"], capture_output=True, timeout=600, **around)
    if found.returncode and "CI" not in os.environ and "NewConnectionError" in found.stderr:
        pytest.skip("no package index can be reached")
    assert found.returncode == 0, found.stderr
    assert {"starlette", "uvicorn"} <= {path.name for path in packages.iterdir()}
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **around)
    try:
        url = json.loads(server.stdout.readline())["address"]
        for path in ("", "new?game=nightfall&question=compare", "play?game=keyforge", "logs"):
            with urllib.request.urlopen(url + path, timeout=120) as page:
                assert "<h1>" in page.read().decode()
    finally:
        server.kill()
        server.communicate()
