# soundprobe: thin targets over the commands. `make help` lists them.

PYTHON ?= python3
VENV ?= .venv
OUT ?= build
CORPORA ?=
WORKERS ?=
ARGS ?=

BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
LEVELS := 1 2 3 4 5
DEMO := sagi-level2-demo-0.1.0
OPTIONS = $(if $(CORPORA),--corpora "$(CORPORA)") $(if $(WORKERS),--workers $(WORKERS)) $(ARGS)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help install dev lock $(LEVELS:%=build-level%) release demo-record check test test-fast lint zoo bench clean

help: ## list the targets
	@grep -hE '^[a-z][a-z%0-9-]*:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([^:]*):.*## (.*)/  \1|\2/' | awk -F'|' '{printf "  %-16s %s\n", $$1, $$2}'
	@echo
	@echo '  CORPORA=/data    use the real corpora found below /data; the demo corpus stands in for the others'
	@echo '  WORKERS=2        processes that render (default: all cores)'
	@echo '  OUT=build        where datasets are written'
	@echo '  ARGS=...         passed to the command as it is'

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "soundprobe needs Python 3.11 or newer; '$(PYTHON)' is `$(PYTHON) -V 2>&1`. Try: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.core: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "installing soundprobe into $(VENV) (once)"
	$(PIP) install --constraint constraints.txt --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "installing soundprobe and its test tools into $(VENV) (once)"
	$(PIP) install --constraint constraints.txt --editable '.[dev,eval]'
	@touch $@ $(VENV)/.core

install: $(VENV)/.core ## make .venv with the pinned dependencies
dev: $(VENV)/.dev ## the same, with the tools for tests and lint

$(LEVELS:%=build-level%): build-level%: $(VENV)/.core
	$(BIN)/soundprobe build sagi/level$* --out $(OUT)/level$* $(OPTIONS)

build-level%: ## build a level of the SAGI suite (1 to 5)

release: $(VENV)/.core ## build, check and verify the demo release; rebuild its committed record
	rm -rf build/records/$(DEMO) build/releases/$(DEMO)
	$(BIN)/soundprobe release build sagi/level2 --name sagi-level2-demo --version 0.1.0 --limit 12 --records build/records $(OPTIONS)
	$(BIN)/soundprobe release verify build/releases/$(DEMO)
	$(BIN)/soundprobe release rebuild manifests/releases/$(DEMO)

demo-record: $(VENV)/.core ## make the demo release's record anew (only while it is unpublished)
	rm -rf manifests/releases/$(DEMO) build/releases/$(DEMO)
	$(BIN)/soundprobe release build sagi/level2 --name sagi-level2-demo --version 0.1.0 --limit 12 $(OPTIONS)

check: $(VENV)/.core ## verify every dataset that was built
	$(BIN)/soundprobe check $(OUT)

test: $(VENV)/.dev ## the whole test suite, two files at a time
	$(BIN)/python -m pytest --numprocesses 2 --dist loadfile $(ARGS)

test-fast: $(VENV)/.dev ## the tests without those marked slow
	$(BIN)/python -m pytest --numprocesses 2 --dist loadfile -m 'not slow' $(ARGS)

lint: $(VENV)/.dev ## ruff and mypy
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

zoo: $(VENV)/.dev ## plant every kind of defect and print how the audit finds them
	$(BIN)/python -m tests.zoo $(ARGS)

bench: $(VENV)/.dev ## speed and memory, as ratios in one run
	$(BIN)/python -m benchmarks $(ARGS)

lock: ## write constraints.txt anew from pyproject.toml (needs uv)
	uv pip compile --universal --fork-strategy fewest --python-version 3.11 --all-extras --upgrade \
	  --no-annotate --custom-compile-command 'make lock' pyproject.toml -o constraints.txt

clean: ## remove what was built (not .venv)
	rm -rf $(OUT)
