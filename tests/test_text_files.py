"""Every text file is read and written in an encoding that is named, so that no machine's settings matter."""

import ast
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
FOLDERS = ("sim", "agents", "experiments", "tests")
OPENERS = ("open", "fdopen", "read_text", "write_text")


def without_encoding(source):
    """The calls of a source that read or write text and leave the encoding to the machine, with their lines."""
    return [
        (call.lineno, ast.unparse(call.func))
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call) and opens_text(call) and "encoding" not in {word.arg for word in call.keywords}
    ]


def opens_text(call):
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    modes = [word.value for word in call.keywords if word.arg == "mode"] + call.args[:2]
    is_binary = any(isinstance(mode, ast.Constant) and mode.value in BINARY for mode in modes)
    return name in OPENERS and ast.unparse(call.func) != "os.open" and not is_binary


BINARY = ("rb", "wb", "ab", "r+b", "w+b", "a+b", "xb")


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_text_file_has_its_encoding_named(folder):
    found = {
        str(path.relative_to(PROJECT)): calls
        for path in sorted((PROJECT / folder).rglob("*.py"))
        if (calls := without_encoding(path.read_text(encoding="utf-8")))
    }
    assert found == {}


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("path.read_text()", [1]),
        ("x = 1\nopen(path)", [2]),
        ("path.open('w')", [1]),
        ("path.write_text(text, errors='replace')", [1]),
        ("path.open('rb')", []),
        ("open(path, mode='wb')", []),
        ("os.open(path, os.O_WRONLY)", []),
        ("path.read_text(encoding='utf-8')", []),
    ],
)
def test_a_call_without_encoding_is_found(source, lines):
    assert [line for line, _ in without_encoding(source)] == lines
