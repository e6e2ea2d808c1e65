PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# Tests and demo start many processes: none of them has to compile the sources again.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: demo test quick check pictures lock clean

# The whole job on the simulated robot: scramble, scan, solve, drive, check.
demo: $(VENV)/ready
	$(BIN)/rokumen demo

test: $(VENV)/ready
	$(BIN)/pytest -n auto --dist worksteal

# What needs no browser, no board's firmware, no whole job and no seconds of search: within a minute.
quick: $(VENV)/ready
	$(BIN)/pytest -n auto --dist worksteal --quick \
		-m "not (slow or browser or board or job or long)"

# What must hold before a commit, beside the tests.
check: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Draw the pictures of docs/pictures anew, or some of them: make pictures NAMES="robot-page demo".
# Those of pages need chromium.
pictures: $(VENV)/ready
	$(BIN)/python -m docs.drawing $(NAMES)

$(VENV)/ready: requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "rokumen needs Python 3.11 or later; name one with: make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $@

# Renew the lock file after a change of dependencies (needs uv on the PATH). The peers of the
# benchmarks are left out: some must be compiled.
lock:
	uv pip compile --universal --python-version 3.11 --generate-hashes \
		--extra cluster --extra dev --extra heic --extra plots \
		--no-header --no-annotate --quiet pyproject.toml --output-file requirements.lock

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .tables build dist out
