"""What is in a digest: results and compiled code are kept apart by what can change them, and by nothing else."""

import ast
import functools
import random
import re
import shutil
import tokenize
from pathlib import Path

import pytest

from experiments import read_plan
from sim import GAMES, load_game
from sim.core import kernel
from sim.keyforge import cards as keyforge_cards

PROJECT = Path(__file__).parents[1]
PACKAGES = ("sim.core", "sim.cards", *(f"{room}.{game}" for room in ("sim", "agents") for game in GAMES), "agents")
CHANGES = {
    ("sim/core/pile.py", "pile.n += 1", "pile.n += 2"): ({*GAMES}, {*PACKAGES}),
    ("sim/core/turnloop.py", "DECISIONS_MAX = 200_000", "DECISIONS_MAX = 100_000"): ({*GAMES}, {*PACKAGES}),
    ("sim/cards/rows.py", "frame.pc += 1", "frame.pc += 2"): (
        {*GAMES},
        {*PACKAGES} - {"sim.core", "agents"},
    ),
    ("sim/shards_of_infinity/attack.py", "n = 0", "n = 1"): (
        {"shards_of_infinity"},
        {"sim.shards_of_infinity", "agents.shards_of_infinity"},
    ),
    ("sim/berserk/board.py", "def steps(", "def steps(wide=1, *, "): ({"berserk"}, {"sim.berserk", "agents.berserk"}),
    ("sim/nightfall/cards.py", "DRAW = Term(1, ", "DRAW = Term(18, "): (
        {"nightfall"},
        {"sim.nightfall", "agents.nightfall"},
    ),
    ("sim/nightfall/cards.py", "INFLUENCE = Term(2, _ONE, ", "INFLUENCE = Term(2, (), "): (set(), set()),
    ("sim/keyforge/cards.toml", "amber = 1", "amber = 2"): (set(), {"agents.keyforge"}),
    ("sim/keyforge/decks.toml", "name", "name"): (set(), set()),
    ("sim/aeons_end/cards.toml", "cost = 0", "cost = 1"): ({"aeons_end"}, {"sim.aeons_end", "agents.aeons_end"}),
    ("agents/keyforge/features.py", "@kernel\ndef ", "@kernel\ndef other_"): (set(), {"agents.keyforge"}),
    ("agents/nightfall/numbers.py", "    HOLD = Setting(", "    HELD = Setting("): (set(), {"agents.nightfall"}),
    ("agents/nightfall/numbers.py", '"a card kept in hand, in one\'s own turn"', '"a card kept"'): (set(), set()),
    ("agents/random.py", "return ", "return 0 * "): (set(), {"agents", *(f"agents.{game}" for game in GAMES)}),
}
"""(file, text there, another text): of which games the results, and of which packages the compiled code, are others
when it is changed. Cards are told by the tables; what agents and kernels take from card files, such as how many there
are, by the bytes of the files."""
FOR_PEOPLE = ("core/errors.py", "reading/*.py", "words/*.py", "*/describe.py", "*/notation.py", "*/cards.py", "*.py")
"""Files of `sim` of which every sentence may change."""


def forget():
    for known in (kernel.folder_digest, kernel.reached_digest, kernel.cache_folder):
        known.cache_clear()


@pytest.fixture(scope="module")
def copies(tmp_path_factory):
    folder = tmp_path_factory.mktemp("project")
    for room in kernel.OWN:
        shutil.copytree(PROJECT / room, folder / room, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture
def copy(copies, monkeypatch):
    """A copy of the project, in which digests are taken, as it was again afterwards."""
    monkeypatch.setattr(kernel, "ROOT", copies)
    yield copies
    for path in (path for path in copies.rglob("*") if path.suffix in (".py", ".toml")):
        path.write_bytes((PROJECT / path.relative_to(copies)).read_bytes())
    forget()


def digests():
    forget()
    rules = {game: load_game(game).source_digest() for game in GAMES}
    return rules, {package: kernel.cache_folder(package).name for package in PACKAGES}


@functools.cache
def untouched():
    """The digests of the project as it is."""
    return digests()


def changed(before, after):
    return {name for name in before if before[name] != after[name]}


@pytest.mark.drawn(6)
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change[0])
def test_a_change_shows_where_it_matters_and_nowhere_else(copy, change):
    file, old, new = change
    rules, compiled = untouched()
    path = copy / file
    source = path.read_text(encoding="utf-8")
    assert old in source
    path.write_text(source.replace(old, new, 1), encoding="utf-8")
    rules_after, compiled_after = digests()
    assert (changed(rules, rules_after), changed(compiled, compiled_after)) == CHANGES[change]


def sentences_changed(path, everything):
    """Says all comments and docstrings of a source otherwise, and, with everything, all texts of several words; returns
    how many.
    """
    with path.open("rb") as file:
        tokens = list(tokenize.tokenize(file.readline))
    lines, many = path.read_text(encoding="utf-8").splitlines(keepends=True), 0
    for token in reversed(tokens):
        row, column = token.start
        place = column + len(token.string) - len(token.string.lstrip("rbf"))
        is_text = token.type == tokenize.STRING and " " in token.string and (everything or '"""' in token.string)
        if token.type == tokenize.COMMENT or (is_text and token.string[0] != "b"):
            at = column + 1 if token.type == tokenize.COMMENT else place + (3 if '"""' in token.string else 1)
            lines[row - 1] = f"{lines[row - 1][:at]}Otherwise: {lines[row - 1][at:]}"
            many += 1
    path.write_text("".join(lines), encoding="utf-8")
    ast.parse(path.read_text(encoding="utf-8"))
    return many


def test_no_digest_knows_a_sentence(copy):
    before = untouched()
    for_people = {path for pattern in FOR_PEOPLE for path in (copy / "sim").glob(pattern)}
    many = sum(sentences_changed(path, path in for_people) for path in copy.rglob("*.py"))
    assert many > 5000
    assert [changed(*pair) for pair in zip(before, digests(), strict=True)] == [set(), set()]


@pytest.mark.drawn(3)
@pytest.mark.parametrize("game", GAMES)
def test_a_digest_knows_every_number_of_the_rules(copy, game, sample_seed):
    """Of a few, drawn anew with each change."""
    chance = random.Random(f"{sample_seed} {game}")
    files = [path for path in (copy / "sim" / game).glob("*.py") if "@kernel" in path.read_text(encoding="utf-8")]
    before = load_game(game).source_digest()
    for path in chance.sample(sorted(files), 3):
        source = path.read_text(encoding="utf-8")
        functions = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
        numbers = [
            node
            for function in functions
            if any(ast.unparse(decorator).partition("(")[0] == "kernel" for decorator in function.decorator_list)
            for node in ast.walk(function)
            if isinstance(node, ast.Constant) and type(node.value) is int
        ]
        if not numbers:
            continue
        number = chance.choice(numbers)
        lines = source.encode().splitlines(keepends=True)
        line = lines[number.lineno - 1]
        another = str(number.value + 1).encode()
        lines[number.lineno - 1] = line[: number.col_offset] + another + line[number.end_col_offset :]
        path.write_bytes(b"".join(lines))
        forget()
        assert load_game(game).source_digest() != before, f"{path.name}, line {number.lineno}, --sample {sample_seed}"
        path.write_text(source, encoding="utf-8")


def forget_cards():
    for known in (keyforge_cards._own_cards, keyforge_cards.card_tables):
        known.cache_clear()


def test_a_plan_knows_every_row_of_a_card(tmp_path, monkeypatch):
    asked = {"question": "estimate", "game": "keyforge", "agents": ["random", "random"], "stop": {"games": 20}}
    own = tmp_path / "cards.toml"
    monkeypatch.setattr(keyforge_cards, "CARDS_FILE", own)
    text = (PROJECT / "sim" / "keyforge" / "cards.toml").read_text(encoding="utf-8")
    found = []
    for amber in ("1", "2", "1 # Otherwise"):
        own.write_text(text.replace("amber = 1", f"amber = {amber}", 1), encoding="utf-8")
        forget_cards()
        found.append(read_plan(asked).digest())
    monkeypatch.undo()
    forget_cards()
    assert found[0] == found[2] == read_plan(asked).digest() != found[1]


def test_the_same_sources_have_the_same_digests_in_another_place(copy):
    assert digests() == untouched()


def test_digests_are_the_same_with_and_without_what_was_kept_of_them(monkeypatch, tmp_path):
    before = untouched()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "empty"))
    assert digests() == before
    for known in (tmp_path / "empty" / "overnight" / "reached").iterdir():
        known.write_text("cut", encoding="ascii")
    assert digests() == before


def test_a_digest_of_sources_that_were_changed_meanwhile_is_not_kept(copy, monkeypatch, tmp_path):
    before = untouched()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    forget()
    kernel.folder_digest(*kernel.OWN, suffixes=kernel.SUFFIXES)
    path = copy / "agents" / "value.py"
    source = path.read_text(encoding="utf-8")
    path.write_text(source.replace("1.0 + math.exp(-x)", "2.0 + math.exp(-x)"), encoding="utf-8")
    assert kernel.cache_folder("agents.nightfall").name != before[1]["agents.nightfall"]
    path.write_text(source, encoding="utf-8")
    assert digests() == before


@pytest.mark.parametrize("game", GAMES)
def test_what_is_played_does_not_know_the_words(game):
    """What no digest has must not be able to change play: no rule imports words, and words hold no kernel."""
    folder = PROJECT / "sim" / game
    for path in folder.glob("*.py"):
        source = path.read_text(encoding="utf-8")
        if path.name in kernel.WORDS:
            assert "kernel" not in source
        elif path.name != "__init__.py":
            assert not re.search(r"^\s*(from|import) .*\b(words|describe)\b", source, re.MULTILINE), path


def test_what_only_reads_holds_no_kernel():
    """No digest has it, so nothing of it may be compiled."""
    for path in (PROJECT / "sim" / "reading").glob("*.py"):
        assert not re.search(r"@(kernel|wrapping)|import .*\bkernel\b|numba", path.read_text(encoding="utf-8")), path


def test_kernels_are_cached_with_what_they_can_call():
    found = {
        "sim.core.pile": "sim.core",
        "sim.keyforge.turn": "sim.keyforge",
        "agents.keyforge.strategist": "agents.keyforge",
        "agents.random": "agents",
    }
    assert {module: kernel.package_of(module) for module in found} == found
