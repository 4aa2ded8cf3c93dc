# One command per habit, the same by hand and in CI.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: setup verify certify campaign unit test agreement attack check docs verdicts bench bench-words golden

setup: $(READY)

$(READY): pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --editable '.[dev,docs,second-solver]'
	touch $@

# 3 says that something stayed unknown and nothing worse was found: the table tells what, and that is no failure.
verify: setup
	$(BIN)/rulewright verify || [ $$? -eq 3 ]

# Every certificate put to the checker; what it accepted is written down beside the rules. Minutes for each game.
# What goes on record rests on the texts as they are read now, not on a cache.
certify: setup
	RULEWRIGHT_CACHE= $(BIN)/rulewright certify --record

# Hours, not minutes: 10,000 plays of everything, every invariant at every step.
campaign: setup
	$(BIN)/rulewright campaign

# Meant to take about a minute: what is not marked as slow, without games and agreement. `make test` runs all.
unit: setup
	$(BIN)/pytest -n 2 -m "not slow"

test: setup
	$(BIN)/pytest -n 2

# Long plays of every rule set, each step read by the generated Python and by the symbolic reader, then by the
# compiled reader, then by the JavaScript of the pages (needs Node): an hour or more.
agreement: setup
	$(BIN)/python -m tests.agreement
	$(BIN)/python -m tests.agreement.native
	$(BIN)/python -m tests.agreement.browser

# Every rule set and thousands of random games, played by the machine and by the definition of the language; and
# verdicts on small games against brute force: hours.
attack: setup
	$(BIN)/python -m tests.agreement.definition --steps 10000
	$(BIN)/python -m tests.random_games --games 20000
	$(BIN)/python -m tests.random_games.verdicts --games 20000

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/rulewright fmt --check

docs: setup
	$(BIN)/rulewright docs build --pairs

# What the pages say is proved: asked again where the rules have changed, and written beside them.
verdicts: setup
	$(BIN)/rulewright docs verdicts

bench: setup
	$(BIN)/python -m benchmarks

# Edited rulebooks against `audit` and slips in catalogues; BENCH names folders with cases and texts.
BENCH ?= benchmarks/rulebooks/written benchmarks/rulebooks/set-aside
bench-words: setup
	$(BIN)/python -m benchmarks.words $(BENCH)
	$(BIN)/python -m benchmarks.slips

# Rewrites what people read (diagnostics, generated Python, pages); review the diff like prose.
golden: setup
	$(BIN)/pytest --golden-update
