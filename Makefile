PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DOCS_VENV := .venv-docs

# Tests and demo start many processes: none of them has to compile the sources again.
export PYTHONDONTWRITEBYTECODE :=
# There are more workers than processors: more threads in each would only wait for one another.
export OPENBLAS_NUM_THREADS := 1
export OPENCV_FOR_THREADS_NUM := 1

.PHONY: demo test thorough quick check bench pictures docs lock clean

# The whole job on the simulated robot: scramble, scan, solve, drive, check.
demo: $(VENV)/ready
	$(BIN)/rokumen demo

test: $(VENV)/ready
	$(BIN)/pytest -n auto --dist worksteal

# Further tests of the same parts, each of some seconds: CI runs them after `make test`.
thorough: $(VENV)/ready
	$(BIN)/pytest -n auto --dist worksteal -m "thorough and not slow"

# What needs no browser, no board's firmware, no whole job and no seconds of search: within a minute.
quick: $(VENV)/ready
	$(BIN)/pytest -n auto --dist worksteal --quick \
		-m "not (slow or thorough or browser or board or job or long)"

# What must hold before a commit, beside the tests.
check: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# One of the project's own benchmarks: make bench NAME="lbl --cubes=100".
bench: $(VENV)/ready
	$(BIN)/python -m benchmarks $(NAME)

# Draw the pictures of docs/pictures anew, or some of them: make pictures NAMES="robot-page demo".
# Those of pages need chromium.
pictures: $(VENV)/ready
	$(BIN)/python -m docs.drawing $(NAMES)

# The pages of docs/ as a site with search, in out/site; a link that leads nowhere is an error.
docs: $(DOCS_VENV)/ready
	NO_MKDOCS_2_WARNING=1 $(DOCS_VENV)/bin/mkdocs build --strict --quiet --site-dir out/site
	@echo "out/site is built; to search in it: python3 -m http.server --directory out/site 8001"

$(DOCS_VENV)/ready: requirements-docs.lock
	$(PYTHON) -m venv $(DOCS_VENV)
	$(DOCS_VENV)/bin/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-docs.lock
	touch $@

$(VENV)/ready: requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "rokumen needs Python 3.11 or later; name one with: make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $@

# Renew the lock files after a change of dependencies (needs uv on the PATH). The peers of the
# benchmarks are left out: some must be compiled.
lock:
	uv pip compile --universal --python-version 3.11 --generate-hashes \
		--extra cluster --extra dev --extra heic --extra plots --extra recordings \
		--extra smart-cubes \
		--no-header --no-annotate --quiet pyproject.toml --output-file requirements.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --group docs \
		--no-header --no-annotate --quiet --output-file requirements-docs.lock

clean:
	rm -rf $(VENV) $(DOCS_VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .tables build dist out
