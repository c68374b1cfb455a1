# Each recipe contains the commands that a person would type.
SWIFT ?= swift
SWIFTC ?= $(SWIFT)c
PREFIX ?= /usr/local
SHARE = $(DESTDIR)$(PREFIX)/share
REPORTS ?= Reports
STREAMS ?= Sources/Streams
LEAKCHECK_OPTIONS ?=
UNTRACED = --disable-default-traits --scratch-path .build-untraced

# The command with which the fuzzer examines programs, installed as users install it.
FUZZ_PREFIX ?= $(INSTALLED)
FUZZ_TOOL ?= $(FUZZ_PREFIX)/bin/leakcheck
FUZZ = $(SWIFT) run --package-path Tests/Fuzz fuzz --leakcheck "$(FUZZ_TOOL)" \
  --output "$(CURDIR)/.build/fuzz"
FUZZ_OPTIONS ?=
SEEDS ?= 1-20
# The seeds of programs that were judged correctly three times each with -Onone and -O.
CI_SEEDS = 1-8,72960
# The seeds of further programs, which are different on each day of the month.
DAY := $(shell date +%d)
seeds_from = $(1)-$(shell expr $(1) + $(2) - 1)
DAY_SEEDS = $(call seeds_from,$(shell expr 100 + 4 \* $(DAY)),4)
NIGHT_SEEDS = $(call seeds_from,$(shell expr 1000 + 40 \* $(DAY)),40)

.PHONY: help build test test-again leakcheck mutants bench compare corpus fuzz fuzz-install fuzz-ci nightly \
  nightly-fuzz nightly-debug uncalled generate golden symbols \
  aarch64 outside fuzz-inputs dist \
  sanitize sanitize-threads \
  sanitize-addresses lint format docs install clean

help: ## list the targets
	@sed -n 's/^\([a-z0-9-]*\): *## /\1:/p' $(MAKEFILE_LIST) | awk -F: '{ printf "  %-10s %s\n", $$1, $$2 }'

build: ## build everything
	$(SWIFT) build

# Tests examine programs with the command that users install: a release build in a separate folder.
INSTALLED = $(CURDIR)/.build/installed

TEST_OPTIONS ?=
SWIFT_TEST = LEAKCHECK_TOOL="$(INSTALLED)/bin/leakcheck" $(SWIFT) test

test: ## run all tests
	$(MAKE) install PREFIX="$(INSTALLED)" DESTDIR=
	$(SWIFT_TEST) $(TEST_OPTIONS)

# Runs the tests that match a regular expression, after make test: TESTS=EXPRESSION make test-again
test-again:
	$(SWIFT_TEST) --skip-build --filter "$$TESTS"

leakcheck: ## run the scenario matrix and all planted mistakes, and write Reports/
	$(SWIFT) build --product leakcheck
	.build/debug/leakcheck run --self-test --output "$(REPORTS)" $(LEAKCHECK_OPTIONS)
	.build/debug/leakcheck mutants --sample

mutants: ## run all generated mistakes in the library, and write Reports/mutants.md
	$(SWIFT) build --product leakcheck
	.build/debug/leakcheck mutants --output "$(REPORTS)"

# Each part runs in a separate process, so that the heap of one does not affect the next.
bench: ## measure events and subscriptions per second, allocations, and the cost of tracing and exec
	$(SWIFT) build -c release --product leakbench
	$(SWIFT) build -c release --product leakcheck
	$(SWIFT) build -c release --product LeakPreload
	$(SWIFT) build -c release --product leakbench $(UNTRACED)
	for part in streams graph walk exec; do .build/release/leakbench $$part || exit 1; done
	.build/release/leakbench streams --json > .build/traced.json
	.build-untraced/release/leakbench streams --json > .build/untraced.json
	.build/release/leakbench compare .build/untraced.json .build/traced.json
	$(SWIFT) run -c release --package-path Tests/Peers peers

compare: ## run leakcheck and other installed tools on three programs
	$(MAKE) install PREFIX="$(INSTALLED)" DESTDIR=
	.ci/compare "$(INSTALLED)/bin/leakcheck" .build/compare

corpus: ## examine the planted programs twenty times each, with the release and the debug build
	$(MAKE) install PREFIX="$(INSTALLED)" DESTDIR=
	LEAKCHECK_CORPUS_ROUNDS=20 LEAKCHECK_TOOL="$(INSTALLED)/bin/leakcheck" \
	  $(SWIFT) test --filter CorpusTests
	LEAKCHECK_CORPUS_ROUNDS=20 $(SWIFT) test --filter CorpusTests

fuzz: ## compare random programs with a model of their heap: make fuzz SEEDS=1-200
fuzz: fuzz-install fuzz-inputs
	$(FUZZ) --seeds $(SEEDS) $(FUZZ_OPTIONS)

# To fuzz another installed version: make -o fuzz-install fuzz FUZZ_PREFIX=DIR
fuzz-install:
	$(MAKE) install PREFIX="$(FUZZ_PREFIX)"

fuzz-inputs: ## read 10,000 mutations of each kind of input file
	LEAKCHECK_INPUT_MUTATIONS=10000 $(SWIFT) test --filter InputFuzzTests

fuzz-ci: ## fuzz a few fixed random programs, and a few of the day of the month
fuzz-ci: fuzz-install
	@echo "fuzz-ci: seeds $(CI_SEEDS), and $(DAY_SEEDS) of day $(DAY)"
	$(FUZZ) --seeds $(CI_SEEDS),$(DAY_SEEDS) --repetitions 2 --max-minimized 1

# With make --keep-going, the other parts run even if one part fails.
nightly: ## run the corpus, the random programs of the day, the tests of a debug build, and make uncalled
nightly: corpus nightly-fuzz nightly-debug uncalled

nightly-fuzz:
	@echo "nightly: seeds $(NIGHT_SEEDS) of day $(DAY)"
	$(MAKE) fuzz SEEDS=$(NIGHT_SEEDS)

# Without LEAKCHECK_TOOL, tests examine programs with the command of their own build.
nightly-debug:
	$(SWIFT) test --filter '^(CommandTests|BreakEditTests)'
	$(MAKE) -o fuzz-install fuzz-ci FUZZ_TOOL=.build/debug/leakcheck

uncalled: ## list functions of the library that no cell of the matrix calls
	.ci/uncalled-functions

generate: ## generate the overloads of zip and combineLatest for two to eight sequences
	@mkdir -p .build
	$(SWIFTC) -o .build/arities .ci/arities.swift
	.build/arities "$(STREAMS)"

golden: ## rewrite the golden files; the tests then fail, so that the changes are reviewed
	RECORD_GOLDENS=1 $(SWIFT) test

symbols: ## check that Streams contains no code of the registry when tracing is off
	.ci/tracing-symbols

aarch64: ## compile the recorder's C for aarch64, and test it in emulation if that is installed
	.ci/aarch64

outside: ## check that a package which depends on LeakTesting builds only what it needs
	.ci/outside-package

sanitize: ## test the walker and the streams with the thread and address sanitizers
sanitize: sanitize-threads sanitize-addresses

# Tests that a sanitizer makes fail. Some need the C library's own allocator, with which a process can
# be forked at any moment, or map memory at chosen addresses; sanitizers replace the allocator. Others
# list all system calls of a forked process; sanitizers make system calls of their own.
OF_THE_C_LIBRARY = CopiedReferencesTests|aChangingHeapIsWalked|theRestOfAReusedBlock|theEntryOfAFreedMappedBlock|SandboxedCallTests

sanitize-threads:
	$(SWIFT) build --build-tests --sanitize=thread --scratch-path .build-tsan
	clang -shared -fPIC -O1 .ci/thread-sanitizer.c -o .build-tsan/libmutex.so
	TSAN_OPTIONS="suppressions=$(CURDIR)/.ci/thread-sanitizer.suppressions" \
	  LD_PRELOAD="$(CURDIR)/.build-tsan/libmutex.so" $(SWIFT) test --skip-build \
	  --sanitize=thread --scratch-path .build-tsan \
	  --filter '^(HeapWalkingTests|StreamsTests|RACDisposablesTests)' --skip DegradedBuildTests \
	  --skip '$(OF_THE_C_LIBRARY)'

# Freed memory is reused immediately, because a test of addresses waits for that. The address sanitizer
# enlarges global variables, so that their size differs from that of their type.
sanitize-addresses:
	$(SWIFT) build --build-tests --sanitize=address --scratch-path .build-asan
	ASAN_OPTIONS=detect_leaks=0:quarantine_size_mb=0:thread_local_quarantine_size_kb=0 \
	  $(SWIFT) test --skip-build --sanitize=address --scratch-path .build-asan \
	  --filter '^HeapWalkingTests' --skip DegradedBuildTests --skip '$(OF_THE_C_LIBRARY)' \
	  --skip ModuleVariablesTests

lint: ## check the style
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests
	.ci/documented-declarations

format: ## apply the style
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests

# The catalogs are built from the modules of a debug build. A warning fails the target.
docs: ## build the documentation of Streams, LeakTesting and the command, in .build/docs
	$(SWIFT) build --product leakcheck
	$(SWIFT) build --target LeakTesting
	for module in Streams LeakTesting leakcheck; do .ci/documentation $$module || exit 1; done

install: ## install the command, the recorder, completions and the manual page below PREFIX
	$(SWIFT) build -c release --product leakcheck
	$(SWIFT) build -c release --product LeakPreload
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/lib"
	install .build/release/leakcheck "$(DESTDIR)$(PREFIX)/bin/leakcheck"
	install .build/release/libLeakPreload.so "$(DESTDIR)$(PREFIX)/lib/libLeakPreload.so"
	install -d "$(SHARE)/bash-completion/completions" "$(SHARE)/zsh/site-functions" \
	  "$(SHARE)/fish/vendor_completions.d" "$(SHARE)/man/man1"
	.build/release/leakcheck completions bash > "$(SHARE)/bash-completion/completions/leakcheck"
	.build/release/leakcheck completions zsh > "$(SHARE)/zsh/site-functions/_leakcheck"
	.build/release/leakcheck completions fish > "$(SHARE)/fish/vendor_completions.d/leakcheck.fish"
	.build/release/leakcheck completions manual > "$(SHARE)/man/man1/leakcheck.1"

dist: ## build a folder with the command for images without a toolchain, .build-dist/leakcheck
	.ci/dist .build-dist/leakcheck

clean: ## remove all build products
	rm -rf .build .build-untraced .build-tsan .build-asan .build-dist
	rm -rf "$${TMPDIR:-/tmp}/leakcheck-tests-$$(id -u)"
