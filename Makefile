# Every recipe is what a person would type; swift does the work.
SWIFT ?= swift
SWIFTC ?= $(SWIFT)c
PREFIX ?= /usr/local
SHARE = $(DESTDIR)$(PREFIX)/share
REPORTS ?= Reports
STREAMS ?= Sources/Streams
LEAKCHECK_OPTIONS ?=
UNTRACED = --disable-default-traits --scratch-path .build-untraced

# The command that the fuzzer runs programs under, installed as users install it.
FUZZ_PREFIX ?= $(INSTALLED)
FUZZ = $(SWIFT) run --package-path Tests/Fuzz fuzz --leakcheck "$(FUZZ_PREFIX)/bin/leakcheck" \
  --output "$(CURDIR)/.build/fuzz"
FUZZ_OPTIONS ?=
SEEDS ?= 1-20
# Programs that were judged right three times each with -Onone and -O.
CI_SEEDS = 1-8

.PHONY: help build test test-again leakcheck mutants bench compare corpus fuzz fuzz-install fuzz-ci generate golden symbols \
  aarch64 outside fuzz-inputs dist \
  sanitize sanitize-threads \
  sanitize-addresses lint format docs install clean

help: ## what there is to make
	@sed -n 's/^\([a-z0-9-]*\): *## /\1:/p' $(MAKEFILE_LIST) | awk -F: '{ printf "  %-10s %s\n", $$1, $$2 }'

build: ## everything
	$(SWIFT) build

# Programs are looked into by what users install: a release build, in a folder of its own.
INSTALLED = $(CURDIR)/.build/installed

TEST_OPTIONS ?=
SWIFT_TEST = LEAKCHECK_TOOL="$(INSTALLED)/bin/leakcheck" $(SWIFT) test

test: ## all tests
	$(MAKE) install PREFIX="$(INSTALLED)" DESTDIR=
	$(SWIFT_TEST) $(TEST_OPTIONS)

# Some tests after make test: TESTS=... make test-again. The shell reads the regular expression.
test-again:
	$(SWIFT_TEST) --skip-build --filter "$$TESTS"

leakcheck: ## the scenario matrix and every planted mistake, reported in Reports/
	$(SWIFT) build --product leakcheck
	.build/debug/leakcheck run --self-test --output "$(REPORTS)" $(LEAKCHECK_OPTIONS)
	.build/debug/leakcheck mutants --sample

mutants: ## every generated mistake in the library, reported in Reports/mutants.md
	$(SWIFT) build --product leakcheck
	.build/debug/leakcheck mutants --output "$(REPORTS)"

# A process each: what one left of its heap would lie between the objects of the next.
bench: ## events and subscriptions a second, mallocs, and what tracing and exec cost
	$(SWIFT) build -c release --product leakbench
	$(SWIFT) build -c release --product leakcheck
	$(SWIFT) build -c release --product LeakPreload
	$(SWIFT) build -c release --product leakbench $(UNTRACED)
	for part in streams graph walk exec; do .build/release/leakbench $$part || exit 1; done
	.build/release/leakbench streams --json > .build/traced.json
	.build-untraced/release/leakbench streams --json > .build/untraced.json
	.build/release/leakbench compare .build/untraced.json .build/traced.json
	$(SWIFT) run -c release --package-path Tests/Peers peers

compare: ## what leakcheck and the other tools installed here report of three programs
	$(MAKE) install PREFIX="$(INSTALLED)" DESTDIR=
	.ci/compare "$(INSTALLED)/bin/leakcheck" .build/compare

corpus: ## the planted programs, twenty times each, by the release and the debug build
	$(MAKE) install PREFIX="$(INSTALLED)" DESTDIR=
	LEAKCHECK_CORPUS_ROUNDS=20 LEAKCHECK_TOOL="$(INSTALLED)/bin/leakcheck" \
	  $(SWIFT) test --filter CorpusTests
	LEAKCHECK_CORPUS_ROUNDS=20 $(SWIFT) test --filter CorpusTests

fuzz: ## random programs judged by a model of their heap: make fuzz SEEDS=1-200
fuzz: fuzz-install fuzz-inputs
	$(FUZZ) --seeds $(SEEDS) $(FUZZ_OPTIONS)

# FUZZ_PREFIX=DIR fuzzes another installed version: make -o fuzz-install fuzz FUZZ_PREFIX=DIR
fuzz-install:
	$(MAKE) install PREFIX="$(FUZZ_PREFIX)"

fuzz-inputs: ## 10,000 mutations of each kind of file that the command reads
	LEAKCHECK_INPUT_MUTATIONS=10000 $(SWIFT) test --filter InputFuzzTests

fuzz-ci: ## a few random programs that stay the same
fuzz-ci: fuzz-install
	$(FUZZ) --seeds $(CI_SEEDS) --repetitions 2 --max-minimized 1

generate: ## the overloads of zip and combineLatest for two to eight sequences
	@mkdir -p .build
	$(SWIFTC) -o .build/arities .ci/arities.swift
	.build/arities "$(STREAMS)"

golden: ## the golden files anew; the tests then fail, so that the change is looked at
	RECORD_GOLDENS=1 $(SWIFT) test

symbols: ## that nothing of the registry is left in Streams when tracing is off
	.ci/tracing-symbols

aarch64: ## the recorder's C for aarch64, tested in emulation where that is installed
	.ci/aarch64

outside: ## that a package which depends on LeakTesting builds only what it needs
	.ci/outside-package

sanitize: ## the walker's and the streams' tests with the thread and address sanitizers
sanitize: sanitize-threads sanitize-addresses

# Tests that need the C library's own allocator, in which a process can be copied at any moment, or
# that list every system call of a copy: a sanitizer replaces the one and makes calls of its own.
OF_THE_C_LIBRARY = aHeapInMotionIsWalked|theRestOfAReusedBlock|ofABlockWithPagesOfItsOwn|SandboxedCallTests

sanitize-threads:
	$(SWIFT) build --build-tests --sanitize=thread --scratch-path .build-tsan
	clang -shared -fPIC -O1 .ci/thread-sanitizer.c -o .build-tsan/libmutex.so
	LD_PRELOAD="$(CURDIR)/.build-tsan/libmutex.so" $(SWIFT) test --skip-build \
	  --sanitize=thread --scratch-path .build-tsan \
	  --filter '^(HeapWalkingTests|StreamsTests|RACDisposablesTests)' --skip DegradedBuildTests \
	  --skip '$(OF_THE_C_LIBRARY)'

# Freed memory is given out again at once, because a test of addresses waits for that.
sanitize-addresses:
	$(SWIFT) build --build-tests --sanitize=address --scratch-path .build-asan
	ASAN_OPTIONS=detect_leaks=0:quarantine_size_mb=0:thread_local_quarantine_size_kb=0 \
	  $(SWIFT) test --skip-build --sanitize=address --scratch-path .build-asan \
	  --filter '^HeapWalkingTests' --skip DegradedBuildTests --skip '$(OF_THE_C_LIBRARY)'

lint: ## the style, strictly
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests
	.ci/documented-declarations

format: ## the style, applied
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests

# The catalogs are built from the modules of a debug build. A warning fails the target.
docs: ## the documentation of Streams, LeakTesting and the command, in .build/docs
	$(SWIFT) build --product leakcheck
	$(SWIFT) build --target LeakTesting
	for module in Streams LeakTesting leakcheck; do .ci/documentation $$module || exit 1; done

install: ## bin/leakcheck below PREFIX, what exec loads in lib/, completions and manual in share/
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

dist: ## the command in one folder for images without a toolchain, .build-dist/leakcheck
	.ci/dist .build-dist/leakcheck

clean: ## nothing of what was built stays
	rm -rf .build .build-untraced .build-tsan .build-asan .build-dist
