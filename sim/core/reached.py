"""What compiled code reaches, read from the sources: a digest of it changes with what is played, and with no sentence.

A definition counts if it is compiled or if one that counts names it: functions, constants, record types, members of
enumerations, and so on through imports. Docstrings and what is raised do not count. A plain function, or a class with
methods, counts only beside compiled ones: the others read files for people, and what they make of them is told by the
bytes of the tables, or here by the data files of their folder.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from pathlib import Path

Chain = tuple[str, ...]
"""a name with the attributes that are taken of it: ("np", "int64")"""
COMPILING = {"kernel", "wrapping", "intrinsic", "define_agent"}
"""What is decorated with these, or calls them, is compiled."""
WHOLE = ("compiler.py", "members.py", "borrowing.py", "leaner.py", "arrays.py", "calls.py", "sharing.py")
"""Files of the core of which everything counts: they compile."""
PLAYING = "play_games"
"""What plays games from their seeds, and is not compiled itself."""
RECORDS = ("Term", "Setting")
SAID = ("readers", "help", "works_on", "default", "of", "word")
"""What makes the record of a word, of which the first part is its code (see sim/reading/notation.py), or of a number of
agents, of which it is the number (see agents/strategist.py); and of their parts those that only say how a word is
written and what it means."""
KEEPER = "kernel.py"
"""Of the core: it keeps machine code on disk, which changes nothing that is played."""
Function = (ast.FunctionDef, ast.AsyncFunctionDef)


class Source:
    """One source file: what it defines at its top, what it imports."""

    def __init__(self, file: str, content: bytes) -> None:
        self.file = file
        """its path from the root, with slashes"""
        self.definitions: dict[str, list[ast.stmt]] = {}
        """by name: the statements that make it or change it"""
        self.imports: dict[str, tuple[int, str, str]] = {}
        """by name: the level, the module and the name there; no name for a whole module"""
        for statement in _Plain().visit(ast.parse(content)).body:
            self._note(statement)
        self._read: dict[str, tuple[list[str], set[Chain]]] = {}
        self.is_compiled = any(_compiles(s) for found in self.definitions.values() for s in found)

    def read(self, name: str) -> tuple[list[str], set[Chain]]:
        """The texts of a definition, and the names in it."""
        if name not in self._read:
            found = self.definitions[name]
            chains = {chain for statement in found for chain in _names(statement)}
            self._read[name] = [ast.unparse(statement) for statement in found], chains
        return self._read[name]

    def _note(self, statement: ast.stmt) -> None:
        if isinstance(statement, ast.ImportFrom):
            for found in statement.names:
                self.imports[found.asname or found.name] = (statement.level, statement.module or "", found.name)
        elif isinstance(statement, ast.Import):
            for found in statement.names:
                self.imports[found.asname or found.name] = (0, found.name, "")
        elif isinstance(statement, ast.If) and ast.unparse(statement.test) == "TYPE_CHECKING":
            return
        else:
            for name in _made_by(statement):
                self.definitions.setdefault(name, []).append(statement)


def reached(root: Path, folders: tuple[str, ...], package: str = "") -> list[bytes]:
    """The definitions that compiled code in these folders (or files) under root reaches, each by its file, its name and
    its text, and the data files behind them; the same however often, and in whatever place.

    package: what stands before the names of modules where the project is installed, such as "overnight.".
    """
    return _Reach(root, package).of(folders)


class _Reach:
    def __init__(self, root: Path, package: str) -> None:
        self.root, self.package = root, package
        self.sources: dict[str, Source] = {}
        self.found: dict[tuple[str, str], list[str]] = {}
        self.data: set[str] = set()
        """the folders of data files"""
        self.files: dict[str, str] = {}
        """by the path of a module, its file; "" if it is none of the project"""
        self.places: dict[tuple[str, Chain], list[tuple[Source, str]]] = {}
        """by file and name there, where what is imported is defined"""

    def of(self, folders: tuple[str, ...]) -> list[bytes]:
        """See `reached`."""
        todo = [(source, name) for folder in folders for source in self._sources(folder) for name in _entries(source)]
        while todo:
            todo += self._visit(*todo.pop())
        texts = [f"{file}\0{name}\0{text}" for (file, name), found in self.found.items() for text in found]
        files = {file for folder in self.data for file in (self.root / folder).glob("*.toml")}
        data = sorted(file for file in files if file.name != "readings.toml")
        return [*map(str.encode, sorted(texts)), *(file.read_bytes() for file in data)]

    def _sources(self, folder: str) -> Iterator[Source]:
        path = self.root / folder
        for file in [path] if path.is_file() else sorted(path.rglob("*.py")):
            yield self._source(file.relative_to(self.root).as_posix())

    def _source(self, file: str) -> Source:
        if file not in self.sources:
            self.sources[file] = _read(file, (self.root / file).read_bytes())
        return self.sources[file]

    def _visit(self, source: Source, name: str) -> list[tuple[Source, str]]:
        """Notes what a name stands for in a source; returns what else must be looked at."""
        if name not in source.definitions:
            return self._imported(source, (name,))
        place = (source.file, name)
        if place in self.found or _is_kept(source):
            return []
        if any(map(_is_plain, source.definitions[name])) and not (source.is_compiled or _in_core(source, *WHOLE)):
            self.data.add(_folder(source.file))
            return []
        self.found[place], chains = source.read(name)
        following = [(source, chain[0]) for chain in chains if chain[0] in source.definitions]
        return following + [found for chain in chains for found in self._imported(source, chain)]

    def _imported(self, source: Source, chain: Chain) -> list[tuple[Source, str]]:
        """Where a name is defined that a source imports, of the project."""
        if chain[0] not in source.imports:
            return []
        place = (source.file, chain)
        if place not in self.places:
            self.places[place] = self._looked_up(source, chain)
        return self.places[place]

    def _looked_up(self, source: Source, chain: Chain) -> list[tuple[Source, str]]:
        level, module, name = source.imports[chain[0]]
        if not level and self.package and not module.startswith(self.package):
            return []
        base = source.file
        for _ in range(level):
            base = _folder(base)
        path = _joined(base if level else "", *module.removeprefix(self.package).split("."))
        attributes = chain[1:]
        if name and self._file(_joined(path, name)):
            path, name = _joined(path, name), ""
        while not name and attributes:
            name, attributes = attributes[0], attributes[1:]
            if self._file(_joined(path, name)):
                path, name = _joined(path, name), ""
        file = self._file(path)
        return [(self._source(file), name)] if file and name else []

    def _file(self, path: str) -> str:
        """The file of a module; "" if there is none."""
        if path not in self.files:
            places = (f"{path}.py", f"{path}/__init__.py")
            self.files[path] = next((file for file in places if (self.root / file).is_file()), "")
        return self.files[path]


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _joined(*parts: str) -> str:
    return "/".join(filter(None, parts))


_read = functools.cache(Source)


def _in_core(source: Source, *names: str) -> bool:
    return source.file.split("/")[-2:] in [["core", name] for name in names]


def _is_kept(source: Source) -> bool:
    return _in_core(source, KEEPER)


@functools.cache
def _entries(source: Source) -> list[str]:
    """The names in a source at which compiled code is entered."""
    if _is_kept(source):
        return []
    whole = _in_core(source, *WHOLE)
    return [
        name for name, found in source.definitions.items() if whole or name == PLAYING or any(map(_compiles, found))
    ]


def _is_plain(statement: ast.stmt) -> bool:
    """Whether a statement makes a function or a class with methods: plain ones, in a file that holds no kernel."""
    inside = statement.body if isinstance(statement, ast.ClassDef) else [statement]
    return any(isinstance(node, Function) for node in inside)


def _compiles(statement: ast.stmt) -> bool:
    """Whether a statement makes something that is compiled."""
    return any(isinstance(node, ast.Name) and node.id in COMPILING for node in ast.walk(statement))


def _made_by(statement: ast.stmt) -> set[str]:
    """The names that a statement at the top of a file makes or changes."""
    if isinstance(statement, (*Function, ast.ClassDef)):
        return {statement.name}
    if isinstance(statement, ast.Expr):
        value = statement.value
        return {chain[0] for chain in _names(value.func)} if isinstance(value, ast.Call) else set()
    made = {node.name for node in ast.walk(statement) if isinstance(node, (*Function, ast.ClassDef))}
    for node in ast.walk(statement):
        targets = list(node.targets) if isinstance(node, ast.Assign) else []
        targets += [node.target] if isinstance(node, (ast.AnnAssign, ast.AugAssign, ast.For)) else []
        made |= {part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)}
    return made


def _names(node: ast.AST) -> set[Chain]:
    """The names that code reads, with what is taken of each at once; annotations, which nothing obeys, are left out."""
    found: set[Chain] = set()
    if isinstance(node, ast.Attribute):
        taken: list[str] = []
        inner: ast.AST = node
        while isinstance(inner, ast.Attribute):
            taken.insert(0, inner.attr)
            inner = inner.value
        return {(inner.id, *taken)} if isinstance(inner, ast.Name) else _names(inner)
    if isinstance(node, ast.Name):
        return {(node.id,)} if isinstance(node.ctx, ast.Load) else set()
    for field, value in ast.iter_fields(node):
        if field not in ("annotation", "returns"):
            for child in value if isinstance(value, list) else [value]:
                found |= _names(child) if isinstance(child, ast.AST) else set()
    return found


class _Plain(ast.NodeTransformer):
    """Leaves out docstrings, what is raised, and what records of words say to those who read cards."""

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """Of a member of an enumeration that is a record, `Term(1, ..., "draw so many cards", picks=True)`, its first
        part is left, and what kernels ask of it.
        """
        for statement in node.body:
            value = statement.value if isinstance(statement, ast.Assign) else None
            if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in RECORDS:
                asked = [part for part in value.keywords if part.arg not in SAID]
                named = [ast.Tuple([ast.Constant(part.arg), part.value], ast.Load()) for part in asked]
                statement.value = ast.Tuple([value.args[0], *named], ast.Load())  # type: ignore[attr-defined]
        return self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        """A text that stands alone becomes an empty statement."""
        return ast.Pass() if isinstance(node.value, ast.Constant) else self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        """That something is raised, without its words."""
        return ast.Raise()
