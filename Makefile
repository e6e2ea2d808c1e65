PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DOCS_VENV := .venv-docs
# pip says what it gets and how far it is; into a log, where bars would be many lines, only what.
PIP_INSTALL := install --disable-pip-version-check --progress-bar on
INSTALL := $(BIN)/pip $(PIP_INSTALL)

# Tests and demo start many processes: none of them has to compile the sources again.
export PYTHONDONTWRITEBYTECODE :=
# There are more workers than processors: more threads in each would only wait for one another.
export OPENBLAS_NUM_THREADS := 1
export OPENCV_FOR_THREADS_NUM := 1

.PHONY: demo test thorough quick check bench measurements pictures docs lock clean

# The whole job on the simulated robot: scramble, scan, solve, drive, check.
demo: $(VENV)/ready
	$(BIN)/rokumen demo

test: $(VENV)/ready-dev
	$(BIN)/pytest -n auto --dist worksteal

# Further tests of the same parts, each of some seconds.
thorough: $(VENV)/ready-dev
	$(BIN)/pytest -n auto --dist worksteal -m "thorough and not slow"

# What needs no browser, no board's firmware, no whole job and no seconds of search: within a minute.
quick: $(VENV)/ready-dev
	$(BIN)/pytest -n auto --dist worksteal --quick \
		-m "not (slow or thorough or browser or board or job or long)"

# What must hold before a commit, beside the tests.
check: $(VENV)/ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# One of the project's own benchmarks: make bench NAME="lengths --states=100".
bench: $(VENV)/ready-dev
	$(BIN)/python -m benchmarks $(NAME)

# Measure what docs/measurements.md shows again, and write the page.
measurements: $(VENV)/ready-dev
	$(BIN)/python -m benchmarks measurements

# Draw the pictures of docs/pictures anew, or some of them: make pictures NAMES="robot-page demo".
# Those of pages need chromium.
pictures: $(VENV)/ready-dev
	$(BIN)/python -m docs.drawing $(NAMES)

# The pages of docs/ as a site with search, in out/site; a link that leads nowhere is an error.
docs: $(DOCS_VENV)/ready
	NO_MKDOCS_2_WARNING=1 $(DOCS_VENV)/bin/mkdocs build --strict --quiet --site-dir out/site
	@echo "out/site is built; to search in it: python3 -m http.server --directory out/site 8001"

$(DOCS_VENV)/ready: requirements-docs.lock
	$(PYTHON) -m venv $(DOCS_VENV)
	@echo "Installing what builds the pages into $(DOCS_VENV)"
	$(DOCS_VENV)/bin/pip $(PIP_INSTALL) --require-hashes -r requirements-docs.lock
	touch $@

# What `make demo` and every command need; the tests and checks need more, in the same environment.
$(VENV)/ready: requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "rokumen needs Python 3.11 or later; name one with: make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	@echo "Installing what rokumen runs with into $(VENV): about 190 MB"
	$(INSTALL) --require-hashes -r requirements.lock
	$(INSTALL) --no-deps --no-build-isolation --editable .
	touch $@

$(VENV)/ready-dev: requirements-dev.lock $(VENV)/ready
	@echo "Installing what the tests and checks need into $(VENV): about 170 MB"
	$(INSTALL) --require-hashes -r requirements-dev.lock
	touch $@

COMPILE := uv pip compile --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate --quiet

# Renew the lock files after a change of dependencies (needs uv on the PATH). The peers of the
# benchmarks are left out: some must be compiled.
lock:
	$(COMPILE) --group build pyproject.toml --output-file requirements.lock
	$(COMPILE) --group build --constraint requirements.lock \
		--extra calibration --extra cluster --extra dev --extra heic --extra lego --extra pca9685 \
		--extra plots --extra recordings --extra smart-cubes pyproject.toml --output-file requirements-dev.lock
	$(COMPILE) --group docs --output-file requirements-docs.lock

clean:
	rm -rf $(VENV) $(DOCS_VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .tables build dist out
