"""A game played in the terminal tells nothing that a seat cannot know, and takes decisions back."""

import re
import signal
import subprocess
import sys
import time
from typing import ClassVar

import numpy as np
import pytest
from numpy.lib.recfunctions import repack_fields

from experiments.answer.replay import new_setting
from experiments.commands import cli, output, terminal_game
from experiments.commands.terminal_game import TerminalGame, read_seats
from sim import GAMES, load_game
from sim.core.errors import InputError
from sim.words.paths import view
from sim.words.trace import Teller

TABLES = [
    *((name, {}, (0,)) for name in GAMES),
    ("berserk", {"decks": ["random:1", "random:2"]}, (1,)),
    ("nightfall", {"players": 3}, (0, 2)),
]
"""Game, table, and the seats of people."""


SHOWING = ("play ",)
"""What a seat does with a card of its own by showing it to all, wherever the card is until its text is done."""


def words_of(value):
    """All words in what can be read."""
    if isinstance(value, dict):
        return set().union(*map(words_of, value.values()))
    if isinstance(value, list):
        return set().union(*map(words_of, value))
    return set(re.split(r"[ :#,;()]+", str(value)))


class WatchedTeller(Teller):
    """Notes every card that is told of another seat's action though the viewer saw it neither before nor after it."""

    leaks: ClassVar[list[str]] = []

    def seen(self, s):
        paths = view(self.game.words.paths(self.tables, self.ids), self.viewer)
        return words_of([path.read(s) for path in paths.values()])

    def tell_step(self, s, seat, action, index=0):
        super().tell_step(s, seat, action, index)
        self.before = self.seen(s)

    def _tell_deed(self, s):
        deed, told = self.deed, len(self.lines)
        super()._tell_deed(s)
        if deed is not None and deed.seat != self.viewer:
            shown = words_of(deed.phrase) if deed.phrase.startswith(SHOWING) else set()
            named = words_of(self.lines[told:]) & set(self.ids)
            self.leaks += [f"{self.lines[-1]}: {card}" for card in named - shown - self.before - self.seen(s)]


class Scripted:
    """Somebody who plays at random, takes back some decisions, and looks whether he is told what he cannot know."""

    def __init__(self, name, table, seats, seed=3):
        self.luck, self.lines, self.asked, self.backs = np.random.default_rng(seed), [], 0, 0
        self.expected = None
        setting = new_setting(name, ["random"], table, (), seed)
        self.game = TerminalGame(setting, seats, 0, self.ask, self.lines.append)

    def ask(self, prompt):
        s, at = self.game.walk.state, self.game
        self.asked += 1
        if self.expected is not None:
            assert same(at.walk.mark(), self.expected)
            self.expected, self.backs = None, self.backs + 1
        elif at.taken and self.asked % 7 == 0:
            self.expected = at.taken[-1]
            return "u"
        if self.asked % 5 == 0:
            self.look(s, int(s.to_move))
        if self.asked % 11 == 0:
            return ("s", "help", "? 1", "s")[self.asked // 11 % 4]
        if self.asked % 4 == 0:
            return as_printed(self.game, self.last_phrase())
        listed = re.match(r" *(\d+)", self.lines[-1]) or re.match(r" *(\d+)", self.last_option())
        return str(self.luck.integers(int(listed[1])) + 1)

    def last_phrase(self):
        return self.last_option().split("  ", 2)[-1].strip()

    def last_option(self):
        return next(line for line in reversed(self.lines) if re.match(r" *\d+  ", line))

    def look(self, s, seat):
        """What is shown does not change when all that the seat cannot know is dealt anew."""
        at, game = self.game, self.game.setting.game
        copy = s.copy()
        game.determinize(copy, at.setting.tables, seat, self.asked)
        assert at.situation(copy) == at.situation(s)
        shown = []
        for state in (s, copy):
            actions = game.new_actions()
            n = game.legal_actions(state, at.setting.tables, actions)
            shown.append([game.words.phrase(state, action, at.ids) for action in actions[:n]])
        assert shown[0] == shown[1]


def as_printed(game, phrase):
    """A phrase in capitals and with the printed names of its cards, where each names one thing among all cards."""
    told = []
    for word in phrase.split():
        seat, colon, rest = word.rpartition(":")
        card, sharp, copy = rest.partition("#")
        name = str(game.cards.get(card, {}).get("name", card)).upper()
        told.append(f"{seat}{colon}{name}{sharp}{copy}" if card in game.cards else word.upper())
    return " ".join(told)


def values(state):
    """All that a state holds, without the room between its fields."""
    return repack_fields(np.array([state]), recurse=True).tobytes()


def same(one, other):
    """Whether two marks are of the same game at the same point."""
    return (
        values(one.state) == values(other.state)
        and (one.asked, one.steps, int(one.fingerprint)) == (other.asked, other.steps, int(other.fingerprint))
    )  # fmt: skip


@pytest.mark.drawn(3)
@pytest.mark.parametrize(("name", "table", "seats"), TABLES)
def test_a_whole_game_is_played_and_nothing_hidden_is_told(name, table, seats, monkeypatch):
    monkeypatch.setattr(terminal_game, "Teller", WatchedTeller)
    monkeypatch.setattr(WatchedTeller, "leaks", [])
    person = Scripted(name, table, seats)
    assert person.game.play()
    assert person.lines[-1].startswith("The game ends in turn")
    assert person.asked > 10
    assert person.backs > 1
    assert WatchedTeller.leaks == []
    assert not [line for line in person.lines if "is expected, found" in line or " may mean " in line]


def lines_of(answers, table=None, seats=(0,)):
    """What is told in a game of Nightfall to somebody who gives these answers."""
    given, lines = iter(answers), []

    def ask(prompt):
        lines.append(prompt)
        try:
            return next(given)
        except StopIteration:
            raise EOFError from None

    game = TerminalGame(new_setting("nightfall", ["random"], table), seats, 0, ask, lines.append)
    assert not game.play()
    return lines, game


def test_an_action_is_chosen_by_number_or_phrase():
    by_number, one = lines_of(["2"])
    phrase = next(line for line in by_number if line.startswith("   2  ")).removeprefix("   2  ")
    _, other = lines_of([phrase])
    assert same(one.walk.mark(), other.walk.mark())
    assert any(line.startswith(f"  p1 {phrase}") for line in by_number)
    assert by_number[-1] == "\nThe game is left in turn 1."


def test_what_is_wrong_is_told_and_asked_again():
    lines, game = lines_of(["9999", "draft zacharias_sand", "", "u", "q"])
    assert 'A number from 1 to 4 or a phrase is expected, found "9999"' in "\n".join(lines)
    assert 'did you mean "draft zacharias_sands"' in "\n".join(lines)
    assert "There is no decision of yours to take back." in lines
    assert game.walk.asked == 0


def test_taking_back_leads_to_the_same_game():
    lines, game = lines_of(["1", "1", "u", "1"])
    _, straight = lines_of(["1", "1"])
    assert same(game.walk.mark(), straight.walk.mark())
    assert "Taken back: turn 1 again." in lines


def test_advice_names_an_action_and_what_the_options_are_worth():
    lines, game = lines_of(["?"])
    assert "   1  draft zacharias_sands: pick a card of the packet" in "\n".join(lines)
    assert {"Zacharias Sands (zacharias_sands)", "  cost: 6"} <= set(lines)
    _, untouched = lines_of([])
    start = lines.index(next(line for line in lines if line.startswith("random would: draft ")))
    assert any(re.match(r"      [> ] \d+ %.* draft ", line) for line in lines[start:])
    assert same(game.walk.mark(), untouched.walk.mark())


def test_a_card_is_told_by_name_and_by_the_number_of_a_choice():
    by_name, _ = lines_of(["? LILITH"])
    assert {"Lilith (lilith)", "  cost: 3", "  strength: 2"} <= set(by_name)
    assert any(line.startswith("  kicked: target player opponent") for line in by_name)
    by_number, _ = lines_of(["?2"])
    assert "Cold Calculation (cold_calculation)" in by_number
    unknown, _ = lines_of(["? lilit"])
    assert 'No card is called "lilit"; did you mean "lilith"' in "\n".join(unknown)


def test_help_lists_the_commands_and_the_phrases_of_the_game():
    lines, game = lines_of(["Help"])
    assert any(line.startswith("  s       the whole table") for line in lines)
    assert all(f"  {verb}: {meaning}" in lines for verb, meaning in game.setting.game.words.verbs.items())


def shards(answers):
    """What is told to the first of two seats of Shards of Infinity by `s` after each of these answers, and the game."""
    told, given = [], iter(answers)
    lines = []

    def ask(prompt):
        try:
            answer = next(given)
        except StopIteration:
            raise EOFError from None
        lines.clear()
        return answer

    game = TerminalGame(new_setting("shards_of_infinity", ["random"]), [0], 0, ask, lines.append)

    def situation(s):
        told.append(TerminalGame.situation(game, s))
        return told[-1]

    game.situation = situation
    game.play()
    return told, game


def test_what_changed_since_ones_last_turn_is_marked_with_what_it_was():
    (first, second), _ = shards(["s", "play crystal", "focus", "end turn", "s"])
    assert not [line for line in first if line.startswith("*")]
    assert "  p1.mastery: 0" in first
    assert second[-1] == "* changed since the end of your last turn, which was turn 1"
    marked = [line for line in second[:-1] if line.startswith("*")]
    assert any(line.startswith("* turn: ") for line in marked)
    assert any(line.startswith("* p2.deck.count: ") and " -> " in line for line in marked)
    assert "  p1.mastery: 1" in second


def test_marks_are_of_the_game_as_it_is_after_taking_back():
    (back, straight), _ = shards(["play crystal", "focus", "end turn", "u", "end turn", "s", "u", "end turn", "s"])
    assert back == straight
    (once,), _ = shards(["play crystal", "focus", "end turn", "s"])
    assert once == straight


def test_what_a_person_waits_for_is_told(monkeypatch, capsys):
    monkeypatch.setattr(output, "SILENT_SECONDS", 0.05)

    class Slow:
        def __init__(self, agent):
            self.params, self.name, self.outside = agent.params, agent.name, False
            self.decide = agent.choose

        def choose(self, *situation):
            time.sleep(0.3)
            return self.decide(*situation)

    asked = []

    def ask(prompt):
        asked.append(capsys.readouterr().err)
        if len(asked) == 4:
            raise EOFError
        return "1"

    game = TerminalGame(new_setting("nightfall", ["random"]), [1], 0, ask, lambda line: None)
    game.walk.agents = tuple(map(Slow, game.walk.agents))
    assert not game.play()
    assert "the others decide ...\n" in asked
    assert set(asked) <= {"the others decide ...\n", ""}
    time.sleep(0.2)
    assert capsys.readouterr().err == ""


def test_people_who_share_a_terminal_are_told_what_their_own_seat_saw():
    lines, _ = lines_of(["1", "1", "1"], {"players": 3}, (0, 1))
    told = "\n".join(lines)
    assert "p1 decides" in told
    assert "p2 decides" in told
    assert "p1 draft a card that is hidden" in told


def test_seats_are_read():
    assert read_seats("p3, p1", 3) == [0, 2]
    with pytest.raises(InputError, match='--me: no seat is called "p4"'):
        read_seats("p4", 3)


COMMAND = [sys.executable, "-m", "experiments", "play", "nightfall", "--agents", "random", "--me", "p1"]


def test_input_may_come_from_a_pipe_and_end():
    done = subprocess.run(COMMAND, input="1\n2\n", capture_output=True, text=True, timeout=300)
    assert done.returncode == cli.DONE, done.stderr
    assert done.stdout.endswith("The game is left in turn 1.\n")
    assert "p1> 1\n" in done.stdout


def test_an_interrupt_ends_the_game_with_its_status():
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        while "decides" not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == cli.INTERRUPTED


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--me", "p9"], "--me: no seat is called"),
        (["--me", "p1", "--view", "p2"], "--view is for"),
        (["--me", "p1", "--json"], "--json is for"),
        (["--me", "p1", "--game", "-1"], "from 0 on"),
    ],
)
def test_wrong_options_are_told(options, message, capsys):
    assert cli.main(["play", "nightfall", *options]) == cli.WRONG_INPUT
    assert message in capsys.readouterr().err


def test_every_game_says_by_what_a_seat_is_ahead():
    for name in GAMES:
        game = load_game(name)
        figures = [figure.lstrip("-") for figure in game.words.margin]
        assert figures
        prefix = "" if game.words.team else "p1_"
        assert {f"{prefix}{figure}" for figure in figures} <= set(game.measures)
