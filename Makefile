# make run and make test install what they need on a fresh machine with Swift: see scripts/bootstrap.
PREFIX ?= /usr/local
SWIFT ?= swift
# What no test needs: debug information, and an index of the system's modules. The index of the tests stays, because SwiftPM finds XCTest cases in it.
LEAN = -debug-info-format none -Xswiftc -index-ignore-system-modules -Xswiftc -index-ignore-clang-modules
# The debug build of make check and make test, one compilation for each module: from scratch that takes two thirds of the CPU time of an incremental build.
# The interface of a module is written by that compilation too: one of its own would expand every macro of the tests once more, for a tenth of all time.
# While you work on something, swift build and swift test compile only what has changed, in .build/debug.
AT_ONCE = -Xswiftc -no-emit-module-separately-wmo
WHOLE = -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2 -Xswiftc -disable-batch-mode $(AT_ONCE)
CHECKED = -Xswiftc -warnings-as-errors $(WHOLE) $(LEAN) --scratch-path .build/whole
# One binary without Foundation. On Linux it is fully static, which halves its start-up time. lld, because gold warns about
# functions that the command does not call.
RELEASE = --configuration release
# The same commit gives the same bytes in every folder. Debug information has the folder's path, and so have the hashes that the compiler keeps of each
# module for incremental builds.
RELEASE += -debug-info-format none -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen
ifeq ($(shell uname -s),Linux)
# Each function in a section of its own: the linker folds those that are the same, and puts those that a short job calls next to each other, which halves
# the memory of one (see scripts/startup-order).
SECTIONS = -Xswiftc -Xfrontend -Xswiftc -function-sections -Xcc -ffunction-sections
LINKING = -Xlinker -O2 -Xlinker --icf=all -Xlinker --symbol-ordering-file=scripts/linking/startup.order -Xlinker --no-warn-symbol-ordering
# Of the command alone: in an async program, the main thread ends by pthread_exit, which unwinds the stack.
COMMAND_LINKING = $(if $(STATIC),-Xlinker --no-eh-frame-hdr -Xlinker -T -Xlinker scripts/linking/unused-tables.ld)
# Without a static ncurses: make STATIC=
STATIC ?= -Xswiftc -static-executable -Xswiftc -use-ld=lld $(SECTIONS) $(LINKING)
# Not on macOS: the system has the standard library, and there is no static one.
RELEASE += --static-swift-stdlib $(STATIC)
# Nothing here uses regular expressions, whose module makes a static binary larger by a tenth.
RELEASE += -Xswiftc -Xfrontend -Xswiftc -disable-implicit-string-processing-module-import
# Nothing asks for the names of properties and cases at run time.
RELEASE += -Xswiftc -Xfrontend -Xswiftc -disable-reflection-metadata
# One trap for each function, not one for each check.
RELEASE += -Xswiftc -Xfrontend -Xswiftc -mergeable-traps
endif
BIN = $$($(SWIFT) build $(RELEASE) --show-bin-path)
DEBUG_BIN = $$($(SWIFT) build $(UNIT) --show-bin-path)
# On a terminal the tests run under a HUD of our own.
UNDER_HUD = set --; [ ! -t 2 ] || set -- "$(DEBUG_BIN)/hud-demo" --progress fd --label 'Terminal tests' --; "$$@"
ROOT = $(DESTDIR)$(PREFIX)
MANUAL = share/man/man1/hud-demo.1
BASH_COMPLETIONS = share/bash-completion/completions/hud-demo
ZSH_COMPLETIONS = share/zsh/site-functions/_hud-demo
FISH_COMPLETIONS = share/fish/vendor_completions.d/hud-demo.fish
SCHEMA = share/hud-demo/events.schema.json
SHARED = $(MANUAL) $(BASH_COMPLETIONS) $(ZSH_COMPLETIONS) $(FISH_COMPLETIONS) $(SCHEMA)
JOB ?= find /usr -name '*.h' -exec cat {} + | cksum

.PHONY: run test test-all unit unit-debug unit-release tsan probes examples terminal emulators golden pictures man check api check-macos lint mutants soak bench bench-against bench-groups bench-peers bench-programs startup-order docs dependents neighbors install install-built dist dist-twice uninstall headers bootstrap release clean help

## run: build hud-demo, in debug, and wrap a real command with it, in your terminal (JOB='…' for another)
run: headers
	$(SWIFT) build $(UNIT) --product hud-demo
	@echo "This is a debug build. make install builds for speed."
	@echo "hud-demo --grace 0.5 --min-show 1 -- sh -c '$(JOB)'"
	@"$(DEBUG_BIN)/hud-demo" --grace 0.5 --min-show 1 --label 'Reading every header' -- sh -c "$(JOB)"

## test: the package's tests in debug, and each test in a real terminal once: of those with a table of cases, the first case
test: unit-debug examples
	@scripts/bootstrap shells
	$(UNDER_HUD) python3 Tests/Terminal/run.py --once --binary "$(DEBUG_BIN)/hud-demo" --probes "$(DEBUG_BIN)" --examples "$(DEBUG_BIN)"

## test-all: every test: also the laws in release, the tests of threads under the thread sanitizer, and all tests in real terminals, of release builds
# Targets that need no terminal run at the same time, three because much of a build is single-threaded. The terminal tests run alone, because they depend on
# real time. ALSO=check-macos makes that target beside the others.
ALSO ?=
test-all: test
	$(MAKE) --no-print-directory --jobs=3 $(TOGETHER) unit-release $(ALSO) probes tsan
	$(MAKE) --no-print-directory terminal

# Keeps the output of each target together, if this make supports it.
TOGETHER = $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

# Builds what the tests need, and not the benchmark and the probes as well.
TESTS_ONLY = --test-product hudPackageTests

# Options of the debug tests, which use the build of make check.
UNIT ?= $(CHECKED)
# Laws in release too: only there the exhaustive and the million-call tests run at full depth. No other test is built again.
unit: unit-debug unit-release

unit-debug: bootstrap
	$(SWIFT) test $(UNIT)

unit-release: bootstrap
	HUD_TESTS=laws $(SWIFT) test $(TESTS_ONLY) --configuration release $(LEAN) $(AT_ONCE) --scratch-path .build/release-tests

# The files of the tests with threads, and nothing else: see Package.swift.
THREADS = Laws/EnduranceTests.swift LiveClockTests.swift LiveClockTests+Thread.swift HUDAsyncTests.swift Support
tsan: bootstrap
	HUD_TEST_TARGET=HUDCoreTests HUD_TEST_FILES='$(THREADS)' $(SWIFT) test $(TESTS_ONLY) --sanitize=thread -Xswiftc -DHUD_THREAD_SANITIZER $(WHOLE) \
	    --scratch-path .build/tsan --filter 'EnduranceTests|LiveClockTests|HUDAsyncTests'

probes: release
	$(SWIFT) build $(RELEASE) --product session-probe
	$(SWIFT) build $(RELEASE) --product hud-probe
	$(SWIFT) build $(RELEASE) --product job-probe

# Everything else in debug: hud-demo, the probes and the examples.
examples: bootstrap
	$(SWIFT) build $(UNIT)

terminal: probes examples
	@scripts/bootstrap shells
	@scripts/bootstrap emulators
	$(UNDER_HUD) python3 Tests/Terminal/run.py --binary "$(BIN)/hud-demo" --probes "$(BIN)" --examples "$(DEBUG_BIN)"

## emulators: windows that change their size, in tmux, and in xterm and VTE under Xvfb (HUD_STORMS=20 for 20 of each kind)
emulators: release
	@scripts/bootstrap emulators
	python3 Tests/Terminal/run.py --binary "$(BIN)/hud-demo" --only test_emulators --threads 6

## golden: redraw the frames in Tests/HUDTerminalTests/Golden; git diff shows the changes
golden: bootstrap
	HUD_GOLDEN=write $(SWIFT) test --filter GoldenTests

## pictures: draw the pictures in Assets and in the documentation, in HUDTerminal.docc/Resources; git diff shows the changes
pictures: bootstrap
	HUD_PICTURES=write $(SWIFT) test $(UNIT) --filter PicturesTests

## man: write the lists of options in man/hud-demo.1 from the tables of hud-demo; git diff shows the changes
man: bootstrap
	HUD_MANUAL=write $(SWIFT) test $(UNIT) --filter ManualTests

## check: lint, a build in which a warning is an error, the public API as in API/, the code of the documents, their pictures, and docs
check: bootstrap lint
	$(SWIFT) build --build-tests $(CHECKED)
	$(SWIFT) test --skip-build $(CHECKED) --filter PicturesTests
	scripts/api --check .build/whole
	scripts/documents .build/whole
	scripts/docs .build/whole

## api: print the public API of the libraries to API/, where a change of it shows in review
api: bootstrap
	$(SWIFT) build $(CHECKED)
	scripts/api .build/whole

# ARCHITECTURES=arm64 for one of the two.
ARCHITECTURES ?=
## check-macos: compile everything for macOS, on Linux: arm64 and x86_64, tests included; downloads 99 MB once
check-macos: bootstrap
	@scripts/bootstrap macos
	scripts/check-macos $(ARCHITECTURES)

lint:
	scripts/lint

## mutants: change one comparison, cancellation or tie-break of the state machines at a time; a test must fail each time
mutants: bootstrap
	scripts/mutants

## soak: gigabytes with constant memory, of a job and of a group, a thousand kills, 400 random jobs compared; 25 minutes (SOAK='--pipe 1 --jobs 100' for its options)
soak: bootstrap release
	@scripts/bootstrap shells
	python3 scripts/soak $(SOAK) "$(BIN)/hud-demo"

## bench: speed, each figure next to something measured in the same run
bench: bench-programs
	python3 scripts/bench "$(BIN)"
	python3 scripts/bench-wrap "$(BIN)"
	python3 scripts/bench-groups "$(BIN)"
	python3 scripts/bench-follow "$(BIN)"
	python3 scripts/bench-peers "$(BIN)"
	python3 scripts/bench-dependents

## bench-groups: what a job of a group costs, beside xargs, make and GNU parallel; a flood above rows; the memory of a job that waits
bench-groups: bootstrap release
	python3 scripts/bench-groups "$(BIN)"

## bench-peers: the cost of drawing, compared with tqdm, rich and indicatif (PEERS='--runs 3 --seconds 5' for its options)
bench-peers: bench-programs
	python3 scripts/bench-peers $(PEERS) "$(BIN)"

## bench-against: build this version and REF, run both in turn, and print ratios; fails if anything needs more than 1.10 times as much (REF=v1.0.0)
bench-against: bootstrap
	python3 scripts/bench-against $(AGAINST) $(or $(REF),$(error bench-against: say which version to compare with, for example REF=HEAD~10))

## startup-order: write down which functions a short job calls, for the linker, when bench-against says that start-up or memory grew; needs valgrind
startup-order: bootstrap release
	python3 scripts/startup-order "$(BIN)/hud-demo"
	@rm "$(BIN)/hud-demo" # so that the next build links it again

bench-programs: bootstrap release
	$(SWIFT) build $(RELEASE) --product hud-bench

## docs: the reference of the libraries, as a DocC archive in docs/
docs: bootstrap
	$(SWIFT) build $(CHECKED)
	scripts/docs .build/whole

## dependents: build a package that depends on this one, outside it, in Swift 5 mode, fully static and so on, and run its programs
dependents: bootstrap
	scripts/dependents

## neighbors: run hud-demo with real zigs from PyPI, several versions, about 90 MB each
neighbors: bootstrap release
	scripts/neighbors "$(BIN)"

## install: install hud-demo to PREFIX/bin, and its manual page and completions under PREFIX/share
install: release
	@$(MAKE) --no-print-directory --silent install-built
	@case "$(PREFIX)" in /usr|/usr/local) ;; *) \
	    echo 'For completions in zsh, add to ~/.zshrc before compinit: fpath=($(PREFIX)/share/zsh/site-functions $$fpath)' ;; esac

install-built:
	install -d $(addprefix "$(ROOT)"/,bin $(dir $(SHARED)))
	install -m 755 -s "$(BIN)/hud-demo" "$(ROOT)/bin/hud-demo"
	install -m 644 man/hud-demo.1 "$(ROOT)/$(MANUAL)"
	install -m 644 Schemas/events.schema.json "$(ROOT)/$(SCHEMA)"
	"$(BIN)/hud-demo" completions bash >"$(ROOT)/$(BASH_COMPLETIONS)"
	"$(BIN)/hud-demo" completions zsh >"$(ROOT)/$(ZSH_COMPLETIONS)"
	"$(BIN)/hud-demo" completions fish >"$(ROOT)/$(FISH_COMPLETIONS)"
	chmod 644 $(addprefix "$(ROOT)"/,$(SHARED))

## dist: a tarball and a Debian package of hud-demo, in dist/ (DIST=… for another folder)
DIST ?= dist
dist: bootstrap release
	@scripts/dist "$(BIN)/hud-demo" "$(DIST)"

## dist-twice: make dist, and once more from a clone of the last commit in another folder; fails if a byte differs
dist-twice: dist
	@folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && git clone --quiet . "$$folder/hud" && \
	    $(MAKE) --no-print-directory -C "$$folder/hud" dist DIST="$$folder/dist" >/dev/null && diff "$(DIST)/SHA256SUMS" "$$folder/dist/SHA256SUMS" && \
	    echo "The same bytes, twice."

uninstall:
	rm -f $(addprefix "$(ROOT)"/,bin/hud-demo $(SHARED))

release: headers
	$(SWIFT) build $(RELEASE) $(COMMAND_LINKING) --product hud-demo

headers:
	@scripts/bootstrap

bootstrap: headers
	@scripts/bootstrap tests

clean:
	rm -rf .build docs

## help: this list
help:
	@sed -n 's/^## //p' $(MAKEFILE_LIST)
