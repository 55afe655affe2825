# Two commands set everything up on a machine with Python 3.11 or newer: `make demo` and `make test`.
PYTHON ?= python3
BIN := .venv/bin
TESTS ?=
GAMES ?= shards_of_infinity aeons_end keyforge berserk berserk_heroes nightfall
# tests start hundreds of processes, so bytecode is kept even where the machine says otherwise
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n 2
INSTALLED := .venv/installed

.PHONY: install demo test test-long lint bench clean

install: $(INSTALLED)

$(INSTALLED): requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("Overnight needs Python 3.11 or newer, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@echo "Installing into .venv what requirements.lock lists (numba, pandas, matplotlib, pyarrow and others): about a gigabyte, and about a minute of computing beside the download."
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --disable-pip-version-check --requirement requirements.lock
	$(BIN)/python -m pip install --disable-pip-version-check --no-deps --editable .
	touch $(INSTALLED)

demo: install
	$(BIN)/overnight run shards_of_infinity_demo

test: install
	$(PYTEST) $(TESTS)

test-long: install
	$(PYTEST) -m long $(TESTS)

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/vulture
	$(BIN)/mypy

bench: install
	for game in $(GAMES); do for agent in random best; do \
		$(BIN)/overnight bench $$game --players 2 --agent $$agent || exit 1; done; done

clean:
	rm -rf .venv
