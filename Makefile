# From a fresh clone: make demo, make test.  Needs Python >= 3.11 with venv, a C compiler and make.
# Another interpreter: make PYTHON=python3.12 test.  Another folder for the environment: VENV=...

PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
VENV ?= .venv
JOBS ?= 2
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check
# The package is built in this tree, where an unchanged C file is not compiled again, so the tools that
# pyproject.toml asks for are installed beside it instead of in an environment of their own.
INSTALL := $(PIP) install --quiet --no-build-isolation
MODULES = $(patsubst src/skfast/%.pyi,skfast.%,$(wildcard src/skfast/_*.pyi))
TESTS ?=

.DEFAULT_GOAL := help
.PHONY: help demo test lint bench instructions sanitize coverage install clean

help:
	@echo 'make demo      the legal moves of three positions'
	@echo 'make test      the test suite (TESTS="-k rules" for a part, TESTS=--slow for all)'
	@echo 'make lint      ruff, cython-lint, mypy --strict, stubtest'
	@echo 'make bench     the benchmarks'
	@echo 'make instructions  instructions a move, by valgrind'
	@echo 'make sanitize  the test suite under AddressSanitizer and UBSan'
	@echo 'make coverage  the test suite with line coverage of the Python and the Cython'
	@echo 'make clean     remove what these made, the environment too'

$(VENV)/.ready: pyproject.toml
	@test -n "$(PYTHON)" || { echo 'skfast needs Python 3.11 or newer: make PYTHON=/path/to/python ...' >&2; exit 1; }
	@echo 'setting up $(VENV) ...'
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) install --quiet $$($(PY) -c 'import tomllib; \
	print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"])')
	@touch $@

# build/lib keeps only what costs time to make, so that a removed file is not installed again.
build-tree: $(VENV)/.ready
	@if [ -d build ]; then find build -path 'build/lib*' -type f ! -name '*.so' ! -path '*/skfast/lib/*' -delete; fi
	@echo 'building skfast ...'
.PHONY: build-tree

install: build-tree
	@$(INSTALL) .

demo: install
	@$(PY) examples/demo.py

test: build-tree
	@$(INSTALL) '.[test]'
	$(PY) -m pytest -n $(JOBS) --dist loadgroup $(TESTS)

lint: build-tree
	@$(INSTALL) '.[lint]'
	$(VENV)/bin/ruff check .
	PATH="$(abspath $(VENV))/bin:$$PATH" cython-lint src benchmarks
	$(PY) -m mypy
	$(PY) -m mypy.stubtest --concise $(MODULES)

bench: build-tree
	@$(INSTALL) '.[bench]'
	@$(PIP) install --quiet --no-deps douzero || echo 'no DouZero: its comparison will be skipped' >&2
	$(PY) -m benchmarks.build
	$(PY) -m pytest benchmarks -p no:cacheprovider -q --benchmark-quiet $(TESTS)

instructions: build-tree
	@$(INSTALL) '.[bench]'
	$(PY) -m benchmarks.instructions

# A build of its own in build/sanitize; what the sanitizers say goes to a file, for pytest-xdist would swallow it.
# Leaks are not looked for: the interpreter itself has many at exit.
REPORT := $(CURDIR)/build/sanitize/report
sanitize: $(VENV)/.ready
	@$(INSTALL) '.[test]'
	SKFAST_CFLAGS='-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined' \
	$(PY) setup.py --quiet build --build-base build/sanitize --build-lib build/sanitize/lib
	@rm -f $(REPORT).*
	LD_PRELOAD="$$($${CC:-cc} -print-file-name=libasan.so) $$($${CC:-cc} -print-file-name=libubsan.so)" \
	ASAN_OPTIONS=detect_leaks=0:log_path=$(REPORT) UBSAN_OPTIONS=print_stacktrace=1:log_path=$(REPORT) \
	PYTHONMALLOC=malloc PYTHONPATH=build/sanitize/lib \
	$(PY) -m pytest -n $(JOBS) --dist loadgroup $(TESTS) || { head -n 30 $(REPORT).* 2>/dev/null; exit 1; }

# Cython lines are found by the path they had when they were compiled, beside their C file: so a copy of everything is
# built in place, traced, and tested there.
coverage: $(VENV)/.ready
	@$(INSTALL) '.[test]'
	@$(PIP) install --quiet coverage
	rm -rf build/coverage && mkdir -p build/coverage
	cp -r $(filter-out build dist $(VENV),$(wildcard *)) .ci build/coverage/
	find build/coverage/src -name '*.so' -delete -o -name '_*.c' -delete
	touch build/coverage/src/skfast/kernel/__init__.py build/coverage/src/skfast/objects/__init__.py # so that it looks above
	cd build/coverage && SKFAST_LINETRACE=1 $(abspath $(PY)) setup.py --quiet build_ext --inplace
	cd build/coverage && PYTHONPATH=src $(abspath $(PY)) -m coverage run -m pytest -p no:xdist $(TESTS)
	cd build/coverage && $(abspath $(PY)) -m coverage report

clean:
	rm -rf $(VENV) build dist src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks .coverage*
	rm -f src/skfast/_*.c src/skfast/*.so benchmarks/*.c benchmarks/*.so
