# make play     set everything up and open the tables; the address is printed
# make cluster  try several servers: PostgreSQL, three servers, a proxy, bot workers, on this machine only; Ctrl-C removes all
# make test     set everything up and run the whole gate; BROWSER=none leaves the browser out
# make quick    run the checks that your changes since the last commit can break
# make setup    set everything up; .venv/bin/carreau is there afterwards
# make wheel    build an sdist and a compiled wheel into dist/
# make browser  run the client in a real browser; CHROMIUM=/path uses another one than the set-up installs
# make browser-cluster  do that at three servers on PostgreSQL, behind a proxy
# make soak     run the random tests twenty times as long, with new random numbers
# make crash    let servers and databases fail under play, hundreds of times; nothing may be lost
# make day      let visitors come for several days in six minutes, with faults; memory and disk must level off
# make pythons  build, install and try a compiled wheel with every supported Python on this machine
# make newgame  create a game in a copy of the checkout and put it through the gate; `carreau new` creates one to keep
# make docs     build the documentation into build/site and check all its links
# make pictures  draw the pictures of the documentation from real games
# make calibration  compare the chances that reviews predict with the results of 2,000 games of each game; takes many hours
# make reviews  count the decisions that reviews call mistakes when level 5 plays itself; takes hours
# make bench    measure speed and memory, next to OpenSpiel

PYTHON ?= $(shell command -v python3.11 || command -v python3.12 || command -v python3.13 || command -v python3)
BIN := .venv/bin
UV := .boot/bin/uv
NODE := PATH="$(CURDIR)/$(BIN):$$PATH"
# Where bytecode isn't kept, each of the many processes here compiles the packages it imports again.
unexport PYTHONDONTWRITEBYTECODE
# Three at a time on two cores, because many tests wait for a server, a browser or a clock.
WORKERS := 3
# Only the plugins that tests use: of each package with a plugin, pytest compiles every file in a way of its own.
COLLECT := $(BIN)/pytest --disable-plugin-autoload -p xdist -p anyio -p hypothesispytest
PYTEST := $(COLLECT) --numprocesses=$(WORKERS) --dist=worksteal --durations=15
# What the uncompiled build has to prove: the rules, the laws, the reference games, and that a server runs. Exact beliefs
# are proved with the compiled build; tests/test_builds.py compares the guesses of both.
PURE := $(patsubst %,--ignore-glob=*_%.py,belief worlds optimum) tests/games tests/test_core.py \
	 tests/test_laws.py tests/test_reference.py tests/test_records.py tests/test_rng.py \
	tests/bots/test_schlauraff.py tests/bots/test_schlauraff_knowledge.py \
	tests/server/test_play.py::test_a_person_plays_every_game_against_bots

.PHONY: play cluster setup built compiled test quick check types types-client client client-check client-lint client-test collected tests tests-pure clauses \
	soak crash day browser browser-cluster wheel pythons newgame docs pictures bench reviews calibration env-pages generated lock clean

play: .venv/.installed
	@$(BIN)/python -m tools.play

cluster: .venv/.dev .venv/.installed
	@$(BIN)/python -m tools.cluster

setup: .venv/.dev built

built: .venv/.installed
	@$(BIN)/python -m tools.client & client=$$!; $(BIN)/python -m tools.compile && wait $$client

compiled: .venv/.installed
	@$(BIN)/python -m tools.compile

# Each stamp is written only after its step has succeeded, so an interrupted set-up is repeated.
.boot/.ready: requirements/boot.txt
	@echo "Installing packages"
	@rm -rf .boot
	@$(PYTHON) -m venv .boot
	@.boot/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements/boot.txt
	@touch $@

.venv/.build: requirements/build.txt .boot/.ready
	@$(UV) venv --quiet --clear --python $(PYTHON) .venv
	@$(UV) pip install --quiet --require-hashes --python $(BIN)/python --requirement requirements/build.txt
	@touch $@

.venv/.dev: requirements/dev.txt .venv/.build
	@echo "Installing what the tests need"
	@$(UV) pip install --quiet --require-hashes --python $(BIN)/python --requirement requirements/dev.txt
	@touch $@

.venv/.installed: pyproject.toml hatch_build.py .venv/.build
	@$(UV) pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
	@touch $@

# The same browser everywhere, from a package that needs neither root nor anything installed already.
.venv/.browser: .venv/.build $(wildcard tests/web/browser/*)
	@rm -rf .venv/browser
	@cp -R tests/web/browser .venv/browser
	@cd .venv/browser && $(NODE) npm ci --no-audit --no-fund --loglevel=error && $(NODE) node unpack.js
	@touch $@

# While mypyc translates, which needs one core, the packages of the tests are installed and types are checked; then what
# else needs one core, two at a time; then the tests, which use both.
test: .venv/.installed
	@$(MAKE) --no-print-directory --jobs=4 setup types check
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target client docs \
		$(if $(wildcard tests/__pycache__),,collected) $(if $(CHROMIUM)$(filter none,$(BROWSER)),,.venv/.browser)
	@$(MAKE) --no-print-directory tests tests-pure $(if $(filter none,$(BROWSER)),,browser) clauses

quick: setup
	@$(BIN)/python -m tools.quick

check: .venv/.dev .venv/.installed
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: .venv/.dev .venv/.installed
	$(BIN)/mypy

client: client-check client-lint client-test

client-check client-lint client-test: setup
	cd web && $(NODE) npm run --silent $(@:client-%=%)

collected: setup  # pytest compiles each test in a way of its own: once, not in each worker
	@$(COLLECT) --collect-only --quiet > /dev/null

tests: setup
	$(PYTEST) --ignore=tests/web

tests-pure: setup
	CARREAU_PURE=1 $(PYTEST) $(PURE)

clauses: setup
	$(BIN)/carreau clauses --check

soak: setup
	CARREAU_SOAK=20 $(PYTEST) tests/test_laws.py tests/test_reference.py tests/test_core.py tests/test_records.py

crash: setup
	$(BIN)/python -m tests.server.crash --kills 100
	$(BIN)/python -m tests.server.crash --kills 100 --postgresql
	$(BIN)/python -m tests.server.outages --faults 320

day: setup
	$(BIN)/python -m bench.day

browser: setup $(if $(CHROMIUM),,.venv/.browser)
	$(PYTEST) tests/web

browser-cluster: setup $(if $(CHROMIUM),,.venv/.browser)
	CLUSTER=1 $(PYTEST) tests/web

wheel: .venv/.installed
	rm -rf dist
	$(BIN)/python -m hatchling build

newgame: setup
	$(BIN)/python -m tools.newgame

pythons: setup
	COMPILED_PYTHONS=1 $(BIN)/pytest tests/test_packages.py -k every_python

docs: setup
	$(BIN)/python -m docs.pages build/pages
	$(BIN)/zensical build --clean --strict
	$(BIN)/python -m docs.links build/site

pictures: setup $(if $(CHROMIUM),,.venv/.browser)
	$(BIN)/python -m docs.pictures

bench: setup
	$(UV) pip install --quiet --python $(BIN)/python --require-hashes --requirement requirements/bench.txt
	$(BIN)/carreau bench

reviews: setup
	for game in $$($(BIN)/python -c 'from carreau.games.catalogue import GAMES; print(*GAMES)'); do nice $(BIN)/python -m bench.reviews $$game; done

calibration: setup
	nice $(BIN)/python -m bench.calibration $$($(BIN)/python -c 'from carreau.games.catalogue import GAMES; print(*GAMES)') --games 2000 --out bench/results/calibration.json

env-pages: setup  # docs/envs, from what the games declare
	$(BIN)/python -m carreau.envs.pages docs/envs

generated: setup  # what follows from the declarations of games
	$(BIN)/python -m carreau.codegen

types-client: setup  # the client's types from the server's
	$(BIN)/python -m carreau.server.typescript > web/src/wire.ts

LOCK := $(UV) pip compile --quiet --no-header --generate-hashes --universal --python-version 3.11 --extra postgresql
lock: .boot/.ready
	echo "uv==0.13.7" | $(UV) pip compile --quiet --no-header --generate-hashes --output-file requirements/boot.txt -
	$(LOCK) --output-file requirements/run.txt pyproject.toml
	$(LOCK) --group build --constraint requirements/run.txt --output-file requirements/build.txt pyproject.toml
	$(LOCK) --group dev --constraint requirements/build.txt --output-file requirements/dev.txt pyproject.toml
	$(LOCK) --group bench --constraint requirements/dev.txt --output-file requirements/bench.txt pyproject.toml

clean:
	rm -rf .boot .venv .compiled .cache build dist .mypy_cache .ruff_cache .pytest_cache
