# make play   sets everything up and opens the tables: the address is printed
# make test   sets everything up and runs the whole gate; BROWSER=none leaves the browser out
# make setup  sets everything up: .venv/bin/carreau is there afterwards
# make soak   the random tests twenty times as long, with new random numbers
# make crash  kills the server a hundred times under load; nothing may be lost
# make browser  the client in a real browser; CHROMIUM=/path/to/it takes another one than the set-up installs
# make docs   the documentation, in build/site, with all its links checked
# make bench  speed and memory, next to OpenSpiel

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
UV := .boot/bin/uv
SOURCES := $(shell find src -name '*.py' -o -name '*.toml') $(shell find web -type f -not -path '*/node_modules/*')

.PHONY: play setup test check types types-client client tests-compiled tests-pure clauses soak crash browser docs bench env-pages lock clean

# Only what is wrong is printed below the address: it should stay in sight.
play: setup
	@CARREAU_LOG_LEVEL=$${CARREAU_LOG_LEVEL:-warning} $(BIN)/carreau serve

setup: .venv/.ready

# Each stamp is written only after its step has succeeded, so an interrupted set-up is done again.
.boot/.ready: requirements/boot.txt
	rm -rf .boot
	$(PYTHON) -m venv .boot
	.boot/bin/python -m pip install --quiet --require-hashes --requirement requirements/boot.txt
	touch $@

.venv/.packages: requirements/dev.txt .boot/.ready
	$(UV) venv --quiet --clear --python $(PYTHON) .venv
	$(UV) pip sync --quiet --require-hashes --python $(BIN)/python requirements/dev.txt
	touch $@

.venv/.ready: .venv/.packages pyproject.toml hatch_build.py $(SOURCES)
	@echo "Building carreau (some minutes where there is a C compiler)"
	$(UV) pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --reinstall .
	touch $@

# The same browser everywhere, of a package that needs neither root nor anything that is installed already.
.venv/.browser: .venv/.packages $(wildcard tests/web/browser/*)
	rm -rf .venv/browser
	cp -R tests/web/browser .venv/browser
	cd .venv/browser && export PATH="$(CURDIR)/$(BIN):$$PATH" && npm ci --no-audit --no-fund --loglevel=error && node unpack.js
	touch $@

test: setup check types client docs tests-compiled tests-pure $(if $(filter none,$(BROWSER)),,browser) clauses

check: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: setup
	$(BIN)/mypy
	$(BIN)/mypy hatch_build.py
	$(BIN)/mypy --explicit-package-bases docs/*.py
	$(BIN)/mypy --explicit-package-bases bench

client: setup
	cd web && PATH="$(CURDIR)/$(BIN):$$PATH" npm run --silent check
	cd web && PATH="$(CURDIR)/$(BIN):$$PATH" npm run --silent test

tests-compiled: setup
	$(BIN)/pytest --numprocesses=2 --dist=worksteal --ignore=tests/web

tests-pure: setup
	CARREAU_PURE=1 $(BIN)/pytest --numprocesses=2 --dist=worksteal --ignore=tests/web

clauses: setup
	$(BIN)/carreau clauses --check

soak: setup
	CARREAU_SOAK=20 $(BIN)/pytest --numprocesses=2 --dist=worksteal tests/test_laws.py tests/test_slow.py tests/test_core.py tests/test_records.py

crash: setup
	$(BIN)/python -m tests.server.crash --kills 100

browser: setup $(if $(CHROMIUM),,.venv/.browser)
	$(BIN)/pytest --numprocesses=2 --dist=worksteal tests/web

docs: setup
	$(BIN)/python -m docs.pages build/pages
	$(BIN)/zensical build --clean --strict
	$(BIN)/python -m docs.links build/site

bench: setup
	$(UV) pip install --quiet --python $(BIN)/python --require-hashes --requirement requirements/bench.txt
	$(BIN)/carreau bench

env-pages: setup  # docs/envs, from what the games declare
	$(BIN)/python -m carreau.envs.pages docs/envs

types-client: setup  # the client's types from the server's
	$(BIN)/python -m carreau.server.typescript > web/src/wire.ts

lock: .boot/.ready
	echo "uv==0.13.7" | $(UV) pip compile --quiet --no-header --generate-hashes --output-file requirements/boot.txt -
	$(UV) pip compile --quiet --no-header --generate-hashes --python-version 3.11 --extra dev --output-file requirements/dev.txt pyproject.toml
	$(UV) pip compile --quiet --no-header --generate-hashes --python-version 3.11 --extra dev --extra bench --output-file requirements/bench.txt pyproject.toml

clean:
	rm -rf .boot .venv .cache build dist .mypy_cache .ruff_cache .pytest_cache
