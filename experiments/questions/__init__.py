"""Questions: what each asks for, and how its totals become an answer. Every file of the room is loaded, so that the
register knows all questions, but for the pictures, which are loaded when something is drawn.
"""

import importlib
import pkgutil

for _module in pkgutil.iter_modules(__path__):
    if _module.name != "drawing":
        importlib.import_module(f".{_module.name}", __name__)
