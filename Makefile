# One door: `make serve` runs the site, `make test` runs every test.  Both set up what they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
HOST ?= 127.0.0.1
PORT ?= 8000
export HOST PORT

.DEFAULT_GOAL := help
.PHONY: help install install-dev environments chromium serve load test test-fast test-browser lint format check-content \
	bench bench-web screenshots numbers requirements clean

help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | awk -F'\t' '{printf "  make %-16s %s\n", $$1, $$2}'

# --- set-up -------------------------------------------------------------------------------------------------------

$(VENV)/.base: requirements/base.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "unraise needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V 2>&1). Try: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 2; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || \
		{ echo "could not create $(VENV): on Debian, 'apt install python3-venv' first" >&2; exit 2; }
	@echo "setting up $(VENV): this takes a minute or two, once"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/base.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@$(BIN)/python -m compileall -q app  # so that the first lookup starts as fast as the rest
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.base
	@echo "adding what the tests need"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@

install: $(VENV)/.base ## set up what the site and the command line need

install-dev: $(VENV)/.dev ## set up what the tests need as well

environments: $(VENV)/.dev ## build the pinned environments that the entries' examples run in
	$(BIN)/python -m app.content.proof.environments build

chromium: $(VENV)/.dev
	@sh scripts/chromium.sh $(BIN)

# --- running ------------------------------------------------------------------------------------------------------

serve: $(VENV)/.base ## set up, load the content, serve on http://127.0.0.1:8000
	@$(BIN)/unraise serve

load: $(VENV)/.base ## load the content into the database
	@$(BIN)/unraise load

# --- checking -----------------------------------------------------------------------------------------------------

test: $(VENV)/.dev chromium ## every test, then the proof of every entry whose environment is built
	$(BIN)/python -m pytest
	$(BIN)/python -m app.content.proof check --all

test-fast: $(VENV)/.dev ## the tests that need neither browser nor example environments
	$(BIN)/python -m pytest -m "not browser and not environments and not slow"

test-browser: $(VENV)/.dev chromium ## the tests that drive Chromium
	$(BIN)/python -m pytest -m browser

lint: $(VENV)/.dev ## formatting, lint, types, content
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/unraise lint

format: $(VENV)/.dev ## format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

check-content: $(VENV)/.dev ## lint the entries and prove those that changed
	$(BIN)/unraise lint
	$(BIN)/python -m app.content.proof check

# --- measuring and looking ----------------------------------------------------------------------------------------

bench: $(VENV)/.dev ## speed, memory and size, as ratios beside named baselines
	$(BIN)/python -m benchmarks

bench-web: $(VENV)/.dev chromium ## page weights and Chromium's own figures
	$(BIN)/python -m benchmarks.web

screenshots: $(VENV)/.dev chromium ## every kind of page, three widths, light and dark, into screenshots/
	$(BIN)/python scripts/screenshots.py

numbers: $(VENV)/.dev ## count what a corpus of labelled pastes is answered with, for the about page: CORPUS=folder
	@$(BIN)/python -m tests.corpus.numbers $(CORPUS)

requirements: ## pin requirements/*.in with hashes (needs uv)
	for set in base dev; do uv pip compile --quiet --generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate \
		--universal --python-version 3.11 --custom-compile-command "make requirements" requirements/$$set.in -o requirements/$$set.txt; done

clean: ## remove what was built in this folder
	rm -rf $(VENV) var .pytest_cache .mypy_cache .ruff_cache .hypothesis screenshots
