"""Control signs in names that a user gives reach neither the terminal nor a report."""

import pytest

from experiments.commands import cli

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
