# Two commands set everything up on a machine with Python 3.11 or newer: `make demo` and `make test`.
PYTHON ?= python3
BIN := .venv/bin
TESTS ?=
# tests start hundreds of processes, so bytecode is kept even where the machine says otherwise
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n 2
PIP = $(BIN)/python -m pip install --disable-pip-version-check
INSTALLED := .venv/installed
TESTED := .venv/installed-for-tests

.PHONY: install install-tests demo test test-long lint bench clean

install: $(INSTALLED)

install-tests: $(TESTED)

$(INSTALLED): requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("Overnight needs Python 3.11 or newer, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@echo "Installing into .venv what requirements.lock lists (numba, pandas, matplotlib, pyarrow and others): about 840 MB, and about half a minute of computing beside the download."
	$(PYTHON) -m venv .venv
	$(PIP) --requirement requirements.lock
	$(PIP) --no-deps --editable .
	touch $(INSTALLED)

$(TESTED): requirements-tests.lock $(INSTALLED)
	@echo "Installing beside it what requirements-tests.lock lists: what tests, linters, notebooks, Dask and PettingZoo need."
	$(PIP) --requirement requirements.lock --requirement requirements-tests.lock
	touch $(TESTED)

demo: install
	$(BIN)/overnight run shards_of_infinity_demo

test: install-tests
	$(PYTEST) $(TESTS)

test-long: install-tests
	$(PYTEST) -m long $(TESTS)

lint: install-tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/vulture
	$(BIN)/mypy

bench: install
	$(BIN)/overnight bench

clean:
	rm -rf .venv
