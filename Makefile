# make demo         the main job: a real map through the command, then C++ for the trade model
# make test         the quick tests
# make test-full    the quick tests, long fuzzing and the cross runs
# make bench        measures generated code beside the original implementations, and writes docs/benchmarks.md
# make clean

CARGO := cargo
CARGO_FLAGS := --locked
PARALLEL := --jobs=$(shell nproc) --output-sync

demo:
	scripts/setup demo
	$(CARGO) build $(CARGO_FLAGS) --release --package polywire
	scripts/demo

test:
	scripts/setup test
	scripts/oracles
	$(CARGO) test $(CARGO_FLAGS) --workspace
	$(MAKE) -C runtime/erlang test
	$(MAKE) $(PARALLEL) -C runtime/cpp/tests
	$(MAKE) $(PARALLEL) -C bench test

test-full: export POLYWIRE_FULL := 1
test-full: test

bench:
	scripts/peers
	bench/publish

clean:
	$(CARGO) clean
	rm -rf build

.PHONY: demo test test-full bench clean
