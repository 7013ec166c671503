# make demo         converts a real map with the command, then generates C++ for the trade model
# make test         runs the quick tests
# make test-full    runs the quick tests, long fuzzing and the cross runs
# make test-connect runs the conformance suite of Connect, gRPC and gRPC-Web against servers and calls of the command
# make fuzz         runs every fuzz target for MINUTES, one by default
# make bench        compares generated code with the original implementations and writes docs/benchmarks.md
# make install      installs the command and the runtimes for generated code in PREFIX (/usr/local), or in DESTDIR for packages
# make dist         builds a source archive, a Debian package and a Python wheel in build/dist
# make test-dist    installs these in clean environments and tests them
# make clean        removes build and target folders

CARGO := cargo
CARGO_FLAGS := --locked
PARALLEL := --jobs=$(shell nproc) --output-sync

demo:
	scripts/setup demo
	$(CARGO) build $(CARGO_FLAGS) --release --package polywire
	scripts/demo

# Every part runs even if earlier ones fail; at the end, missing oracles and tools are listed.
test: export POLYWIRE_ABSENT := $(CURDIR)/build/absent
test:
	scripts/setup test
	scripts/oracles
	@mkdir -p build && rm -f $$POLYWIRE_ABSENT
	@status=0; $(MAKE) --keep-going --no-print-directory $(PARALLEL) $(TESTS) || status=$$?; scripts/absent $$POLYWIRE_ABSENT; exit $$status

# The longest come first.
TESTS := test-engines test-crates test-bench test-cpp test-erlang

test-connect:
	scripts/connect-conformance

# The unsafe functions of Rust's runtime.
test-miri:
	scripts/miri

ENGINES := tests/cross-engine,tests/conformance

# Without the flags of make, whose job server would limit the programs that tests start. Features of packages are those of the whole
# workspace, whichever tests are run, so that nothing is compiled twice.
CARGO_TEST := env --unset=MAKEFLAGS $(CARGO) test $(CARGO_FLAGS)
WHOLE_TEST := $(CARGO_TEST) --workspace --features polywire-build/tonic

# Cargo runs one program of tests at a time, so there are two sets of them. Both are compiled before either runs.
run_if = --config 'target."cfg(all())".runner = ["$(CURDIR)/scripts/run-if", "$(1)", "$(ENGINES)"]'

test-engines: test-compiled
	$(WHOLE_TEST) --no-fail-fast --tests $(call run_if,only)

test-crates: test-compiled
	$(WHOLE_TEST) --no-fail-fast $(call run_if,except)
	$(CARGO_TEST) --package polywire-runtime --no-default-features

test-compiled:
	$(WHOLE_TEST) --no-run
	@echo "The tests run in two sets. Each prints its results when it has ended, in about 15 minutes on two processors."

test-erlang:
	$(MAKE) -C runtime/erlang test

test-cpp:
	$(MAKE) -C runtime/cpp/tests

test-bench:
	$(MAKE) -C bench test

test-full: export POLYWIRE_FULL := 1
test-full: TESTS += test-miri
test-full: test

# Needs clang; stable Rust is enough.
fuzz:
	scripts/setup test
	$(MAKE) --no-print-directory -C fuzz run

bench:
	scripts/peers
	bench/publish

PREFIX ?= /usr/local

install: release
	scripts/install $(DESTDIR)$(PREFIX)

dist: release
	scripts/dist

test-dist: dist
	scripts/test-dist

release:
	$(CARGO) build $(CARGO_FLAGS) --release --package polywire

clean:
	$(CARGO) clean
	rm -rf build

.PHONY: demo test $(TESTS) test-compiled test-miri test-connect test-full fuzz bench install dist test-dist release clean
