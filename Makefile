# Everything happens in .venv inside this folder; a target makes what it needs, once.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test test-fast test-costs campaign bench speed lint docs agreement trust papers figures page loops chromium compiler

demo: $(VENV)/installed
	$(BIN)/jounce demo

# two workers, and one thread each for linear algebra, so that they do not fight for the cores
test test-fast test-costs campaign agreement trust: export OPENBLAS_NUM_THREADS = 1
test test-fast test-costs campaign agreement trust: export OMP_NUM_THREADS = 1
test test-fast test-costs campaign agreement trust: export MKL_NUM_THREADS = 1
test: $(VENV)/installed-dev chromium compiler
	$(BIN)/python -m pytest -n 2 --dist loadfile

# the tests that cost less than 0.12 s of processor time each, by docs/reference/test_costs.json; while one works
test-fast: $(VENV)/installed-dev
	$(BIN)/python -m pytest -n 2 --dist loadfile -m "not campaign and not slow"

# what each test costs, for docs/reference/test_costs.md; with an empty cache of its own
test-costs: $(VENV)/installed-dev chromium compiler
	rm -rf $(VENV)/cache-of-costs
	JOUNCE_CACHE=$(CURDIR)/$(VENV)/cache-of-costs PYTHONPATH=tests \
	$(BIN)/python -m pytest -n 2 --dist loadfile -p costs --costs=docs/reference/test_costs.json
	$(BIN)/python docs/test_costs.py

# the many cases of which `make test` runs a sample; before a release
campaign: $(VENV)/installed-dev
	$(BIN)/python -m pytest -n 2 --dist load -m campaign

bench: $(VENV)/installed-bench
	$(BIN)/jounce bench

# what the benchmarks measure on this machine, for docs/reference/speed.md
speed: $(VENV)/installed-bench
	$(BIN)/jounce bench --json > docs/reference/speed.json
	$(BIN)/python docs/speed.py

lint: $(VENV)/installed-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

# the documentation site; warnings are errors
docs: $(VENV)/installed-docs
	$(BIN)/python -m sphinx -W --keep-going -q -b html -d docs/_build/doctrees docs docs/_build/html
	@echo "open docs/_build/html/index.html"

# what the tests and campaigns measure, for docs/reference/agreement.md
agreement: $(VENV)/installed-dev
	$(BIN)/python -m pytest -n 2 --dist loadfile -m "campaign or not campaign" --agreement=docs/reference/agreement.json
	$(BIN)/python docs/agreement.py

# figures of the programme's sheet of six cars beside what scripts find otherwise, for docs/reference/trust.md; ten minutes
trust: $(VENV)/installed-dev
	$(BIN)/python tests/trust/write_trust.py

# every figure and table of the papers anew, as one page; its numbers are those of docs/papers
papers: $(VENV)/installed
	$(BIN)/jounce papers --out docs/_build/papers
	cp docs/_build/papers/papers.json docs/papers/papers.json
	$(BIN)/python docs/tables.py

# the page as users get it, from the TypeScript in web/; needs node and npm, which users do not
page: $(VENV)/installed-dev
	$(BIN)/python web/make_types.py
	cd web && npm install --no-save --no-audit --no-fund && npm run build

# all pictures of the documentation anew, screenshots in a chromium; takes minutes
figures: $(VENV)/installed-dev
	for script in docs/figures/make_*.py; do $(BIN)/python $$script || exit 1; done

# the LLVM IR of integrators, sweeps and roads as users get it; after a change of their sources. Needs numba, on x86-64
loops: $(VENV)/installed-dev
	$(BIN)/python -m jounce.simulation.shipping.make_loops

# tests that drive the page in a browser take the one that is there; root on Debian gets one
chromium:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null \
	|| { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && echo "installing chromium for the tests of the page" \
	  && { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; } >/dev/null 2>&1; } \
	|| echo "no chromium: the tests that drive the page in a browser will not run"

# tests that compile exported C take the compilers that are there
compiler:
	@command -v gcc >/dev/null || command -v clang >/dev/null || command -v cc >/dev/null \
	|| echo "no C compiler: the tests that compile exported C will not run"

$(VENV)/created:
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/installed: pyproject.toml | $(VENV)/created
	$(BIN)/python -m pip install --quiet -e .
	touch $@

$(VENV)/installed-%: pyproject.toml | $(VENV)/created
	$(BIN)/python -m pip install --quiet -e ".[$*]"
	touch $@
