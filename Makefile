# Everything happens in .venv inside this folder; a target makes what it needs, once.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test bench lint

demo: $(VENV)/installed
	$(BIN)/jounce demo

# two workers, and one thread each for linear algebra, so that they do not fight for the cores
test: export OPENBLAS_NUM_THREADS = 1
test: export OMP_NUM_THREADS = 1
test: export MKL_NUM_THREADS = 1
test: $(VENV)/installed-dev
	$(BIN)/python -m pytest -n 2 --dist loadfile

bench: $(VENV)/installed-bench
	$(BIN)/jounce bench

lint: $(VENV)/installed-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

$(VENV)/created:
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/installed: pyproject.toml | $(VENV)/created
	$(BIN)/python -m pip install --quiet -e .
	touch $@

$(VENV)/installed-%: pyproject.toml | $(VENV)/created
	$(BIN)/python -m pip install --quiet -e ".[$*]"
	touch $@
