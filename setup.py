"""Puts `sim`, `agents` and `experiments` into a wheel as parts of the one package `overnight`, whose face is
`overnight.py`; what they import of each other is renamed on the way. A checkout that is installed to be edited keeps
its folders and names.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from setuptools import find_namespace_packages, setup
from setuptools.command.build_py import build_py

FACE = "overnight"
ROOMS = ("sim", "agents", "experiments")
IMPORTS = re.compile(rf"^(\s*from )(?=({'|'.join(ROOMS)})(\.|\s))", re.MULTILINE)
NOT_RENAMED = re.compile(rf"^\s*import ({'|'.join(ROOMS)})\b", re.MULTILINE)
FILES = ["*.toml", "*.html", "*.css", "*.js"]
TO_BE_EDITED = "editable_wheel" in sys.argv

found = find_namespace_packages(include=[pattern for room in ROOMS for pattern in (room, f"{room}.*")])


class UnderOnePackage(build_py):
    """Copies the modules, and renames what they import of each other."""

    def find_package_modules(self, package, package_dir):
        """The modules of a package; those of the face are the file of its name, and the command as a module."""
        if package != FACE:
            return super().find_package_modules(package, package_dir)
        return [(FACE, "__init__", f"{FACE}.py"), (FACE, "__main__", "experiments/__main__.py")]

    def find_data_files(self, package, src_dir):
        """The files of a package that are no modules; the face has none but the mark that its types are told."""
        return [] if package == FACE else super().find_data_files(package, src_dir)

    def build_module(self, module, module_file, package):
        """Copies one module into the folder that becomes the wheel, with the names that it has there."""
        outfile, copied = super().build_module(module, module_file, package)
        if not TO_BE_EDITED:
            text = Path(module_file).read_text(encoding="utf-8")
            if NOT_RENAMED.search(text):
                raise ValueError(f"{module_file}: write `from ... import ...`, which is renamed for the wheel")
            Path(outfile).write_text(IMPORTS.sub(rf"\1{FACE}.", text), encoding="utf-8")
        return outfile, copied

    def run(self):
        """Copies all, and marks the package as one whose types are told."""
        super().run()
        if not TO_BE_EDITED:
            Path(self.build_lib, FACE, "py.typed").touch()


if TO_BE_EDITED:
    names = {"packages": found, "py_modules": [FACE]}
else:
    folders = {f"{FACE}.{package}": package.replace(".", "/") for package in found}
    names = {"packages": [FACE, *folders], "package_dir": {FACE: ".", **folders}}
setup(cmdclass={"build_py": UnderOnePackage}, package_data={"": FILES}, **names)
