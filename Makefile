# make run · make test · make lint · make bench · make clean · make lock · make messages
# Needs Python 3.11 or newer and nothing else; PYTHON=python3.13 chooses another one.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
UV     := $(BIN)/uv
ARGS   ?=

# The Python above is used, never one that uv would fetch from somewhere.
export UV_PYTHON_DOWNLOADS := never
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# Of the project's own code, what ruff and mypy look at (apps that do not exist yet are left out).
CODE := $(wildcard manage.py config clubs scoring seasons tournaments bench tests)

.DEFAULT_GOAL := help
.PHONY: help run test bench lint format clean lock messages runtime dev

help:
	@echo "make run       the site on this computer, with a demo club"
	@echo "make test      every test, on SQLite and on PostgreSQL (ARGS=\"-k bettler\" goes to pytest)"
	@echo "make lint      ruff and mypy      make format   let ruff put it right"
	@echo "make bench     speed, as ratios   make messages collect and compile translations"
	@echo "make lock      resolve dependencies again     make clean   remove everything made (not var/)"

run: runtime
	@exec $(BIN)/python -m config.serve

test: dev
	@$(BIN)/python -m tests.run $(ARGS)

bench: dev
	@$(BIN)/python -m bench $(ARGS)

lint: dev
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/mypy $(CODE)

format: dev
	$(BIN)/ruff check --fix $(CODE)
	$(BIN)/ruff format $(CODE)

# Needs GNU gettext, which only who translates has to have.
messages: dev
	$(BIN)/python manage.py makemessages --locale de --locale en --no-location --ignore .venv --ignore var
	$(BIN)/python manage.py compilemessages --locale de --locale en --ignore .venv

# var/ holds the database and the secret key: data of a person, never removed from here.
clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .schemathesis test-results var/static
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- The environment -------------------------------------------------------------------------------
# Stamps say which lock was installed. The development lock contains the runtime lock (same versions),
# so once it is there, `make run` uses it too and nothing is installed back and forth.

runtime: $(VENV)/.runtime
dev: $(VENV)/.dev

# install LOCK: exactly what the lock says, hashes checked. uv does it in a third of pip's time, removes
# what no longer belongs and compiles, so that later starts are quick. Where uv cannot be had or does not get
# through (a company's own certificates, say), pip reads the same file.
define install
	@{ [ -x $(UV) ] && $(UV) pip sync --quiet --compile-bytecode --require-hashes --python $(BIN)/python $(1); } \
	    || $(BIN)/python -m pip install -qq --require-hashes -r $(1)
endef

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	    { echo "Python 3.11 or newer is needed; 'make PYTHON=/path/to/python3.12 ...' uses another one."; exit 1; }
	@echo "Setting up the environment in $(VENV), this happens once ..."
	@$(PYTHON) -m venv --clear $(VENV) || \
	    { echo "Python's venv module does not work here (on Debian: apt install python3-venv)."; exit 1; }
	@$(BIN)/python -m pip install -qq uv || echo "uv cannot be installed here, going on with pip."
	@touch $@

$(VENV)/.runtime: requirements.lock | $(VENV)/.made
	$(call install,$(if $(wildcard $(VENV)/.dev),requirements-dev.lock,$<))
	@touch $@

$(VENV)/.dev: requirements-dev.lock requirements.lock | $(VENV)/.made
	$(call install,$<)
	@touch $(VENV)/.runtime $@

COMPILE = $(UV) pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
          --no-header --no-annotate pyproject.toml

lock: | $(VENV)/.made
	@[ -x $(UV) ] || { echo "make lock needs uv."; exit 1; }
	$(COMPILE) --output-file requirements.lock
	$(COMPILE) --group dev --constraint requirements.lock --output-file requirements-dev.lock
	@! grep -nE 'https?://' requirements.lock requirements-dev.lock
