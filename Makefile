# Answerable: the few things a person does here. Each target does its own set-up.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# One more than there are cores, at most four: some tests wait for servers and browsers.
WORKERS := $(shell $(PYTHON) -c 'import os; print(min(4, (os.cpu_count() or 1) + 1))')
# numpy's matrices are small here: a second thread would only wait, and waiting takes a whole core.
export OPENBLAS_NUM_THREADS ?= 1
# Every test that starts a process would compile a thousand modules again.
unexport PYTHONDONTWRITEBYTECODE
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: help setup demo serve quick test lint bench mutants lock clean

help: ## show this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 10

setup: $(VENV)/.run ## make .venv with everything needed to run
	@echo "Ready: $(BIN)/answerable --help"

demo: $(VENV)/.run ## answer real questions about the bundled sample shop, offline
	@$(BIN)/answerable demo

serve: $(VENV)/.run ## the web page on this machine, over the sample shop; Ctrl-C ends it
	@$(BIN)/answerable serve --source sample

quick: $(VENV)/.dev ## lint, and the tests that need no server, browser or network weights
	@$(MAKE) --no-print-directory lint
	$(BIN)/python -m pytest --quick -n 2 -q -rfE

test: $(VENV)/.dev ## lint, then every test, real servers included
	@sh scripts/system_packages.sh
	@$(MAKE) --no-print-directory lint
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -n $(WORKERS) --dist worksteal
	@$(BIN)/coverage combine --quiet && $(BIN)/coverage report

lint: $(VENV)/.dev ## ruff, mypy strict, import-linter
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.dev ## measure speed; prints the figures kept in benchmarks/RESULTS.md
	$(BIN)/python -m benchmarks

mutants: $(VENV)/.dev ## change guard, masking, trust, approvals, executor and receipts; see whether a test notices
	$(BIN)/python -m scripts.mutants

lock: ## pin dependencies anew (needs uv on PATH); records hashes, no index address
	uv pip compile -q --universal --generate-hashes --no-emit-index-url --no-header --python-version 3.11 \
	  --extra web --extra oidc --extra postgres --extra mysql --extra openai --extra anthropic --extra google \
	  --group build --group dev pyproject.toml -o requirements/dev.lock
	uv pip compile -q --universal --generate-hashes --no-emit-index-url --no-header --python-version 3.11 \
	  --extra web --extra postgres --extra mysql --group build pyproject.toml -c requirements/dev.lock -o requirements/run.lock

clean: ## remove the virtual environment and caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .coverage*

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Answerable needs Python 3.11 or newer; '$(PYTHON)' is older. Try: make $(MAKECMDGOALS) PYTHON=python3.11" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: $(VENV)/bin/python requirements/run.lock pyproject.toml
	@echo "Installing Answerable into $(VENV) ..."
	$(PIP) install --require-hashes -r requirements/run.lock
	$(PIP) install --no-deps --no-build-isolation -e .
	@$(BIN)/python -m compileall -q src # pip compiles what it copies, not what it links to
	@touch $@

$(VENV)/.dev: $(VENV)/.run requirements/dev.lock
	$(PIP) install --require-hashes -r requirements/dev.lock
	@touch $@
