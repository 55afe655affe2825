"""Control signs in names that a user gives reach neither the terminal nor a report."""

import pytest
import tomli_w

from experiments.commands import cli
from sim.keyforge.cards import card_facts
from sim.keyforge.decks import generate_deck

SIGNS = {"escape": "\x1b[31m", "nul": "\0", "bell": "\x07", "return": "\r", "delete": "\x7f", "c1": "\x9b2J"}
RAW = [chr(code) for code in [*range(32), 127, *range(128, 160)] if chr(code) != "\n"]
PLAN = """question = "estimate"
game = "shards_of_infinity"
{}
[stop]
games = 4
"""
TOML = {sign: "".join(f"\\u{ord(letter):04x}" for letter in text) for sign, text in SIGNS.items()}


def raw_signs(text):
    """The control signs in a text but for the ends of lines."""
    return [sign for sign in RAW if sign in text]


@pytest.fixture
def call(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        status = cli.main([*map(str, arguments)])
        told = capsys.readouterr()
        return status, told.out + told.err

    return run


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize(
    "where",
    [
        'name = "a{}b"', 'agents = ["be{}st", "best"]', 'cards = ["my{}.toml"]', 'table = {{ "hand{}" = 1 }}',
        'question2 = "{}"', 'table = {{ first = "{}" }}',
    ],
)  # fmt: skip
def test_a_plan_with_control_signs_is_refused_without_them(call, tmp_path, where, sign):
    (tmp_path / "plan.toml").write_text(PLAN.format(where.format(TOML[sign])), encoding="utf-8")
    status, told = call("plan", "plan.toml")
    assert status == 2
    assert told.strip()
    assert not raw_signs(told)


@pytest.mark.parametrize("sign", SIGNS)
def test_a_card_file_with_control_signs_in_names_is_told_without_them(call, tmp_path, sign):
    card = f'[golem]\nname = "Go{TOML[sign]}lem"\nfaction = "undergrowth"\ntype = "champion"\ncost = 1\ndefense = 1\n'
    (tmp_path / "cards.toml").write_text(card, encoding="utf-8")
    for command in ("play", "cards"):
        _, told = call(command, "shards_of_infinity", "--cards", "cards.toml")
        assert told.strip()
        assert not raw_signs(told)


@pytest.mark.parametrize("sign", SIGNS)
def test_a_deck_with_control_signs_in_names_is_told_without_them(call, tmp_path, sign):
    deck = f'name = "de{TOML[sign]}ck"\n[cards]\n"gr{TOML[sign]}oll" = 3\n'
    (tmp_path / "deck.toml").write_text(deck, encoding="utf-8")
    table = 'table = { decks = ["deck.toml", "random:1"] }'
    plan = PLAN.replace("shards_of_infinity", "keyforge").format(table)
    (tmp_path / "plan.toml").write_text(plan, encoding="utf-8")
    status, told = call("plan", "plan.toml")
    assert status == 2
    assert not raw_signs(told)


def test_a_deck_file_with_control_signs_in_its_name_is_refused(call, tmp_path):
    path = tmp_path / f"my{SIGNS['escape']}deck.toml"
    deck = generate_deck(5, card_facts()).to_table()
    path.write_text(tomli_w.dumps({key: value for key, value in deck.items() if key != "name"}), encoding="utf-8")
    plan = {"question": "estimate", "game": "keyforge", "table": {"decks": [str(path), "random:1"]}}
    (tmp_path / "plan.toml").write_text(tomli_w.dumps(plan), encoding="utf-8")
    status, told = call("plan", "plan.toml")
    assert status == 2
    assert "the name should have at most 100 printable letters" in told
    assert not raw_signs(told)


def test_a_folder_with_control_signs_is_told_without_them_and_no_report_has_them(call, tmp_path):
    (tmp_path / "plan.toml").write_text(PLAN.format('agents = ["random", "random"]'), encoding="utf-8")
    results = "re" + "".join(SIGNS.values()).replace("\0", "") + "sults"
    for command in (
        "run plan.toml", "run plan.toml", "status", "report plan", "index", "export plan --to line", "games plan",
        "replay plan 3", "worth plan", "curves plan", "doctor",
    ):  # fmt: skip
        status, told = call(*command.split(), "--results", results)
        assert (status, raw_signs(told)) == (0, []), command
    texts = [path for path in (tmp_path / results).rglob("*") if path.suffix in (".html", ".svg", ".toml", ".json")]
    assert len(texts) > 4
    assert not [path for path in texts if raw_signs(path.read_text(encoding="utf-8"))]
