# Pulsewatt's commands. `make run` and `make test` do all the set-up they need.

PREFIX ?= /usr/local
DESTDIR ?=
SYSCONFDIR ?= /etc
BINDIR = $(PREFIX)/bin
# systemd, udev and sysusers look below /usr/local/lib as well as /usr/lib; dbus-daemon does not.
UNITDIR = $(PREFIX)/lib/systemd/system
SYSUSERSDIR = $(PREFIX)/lib/sysusers.d
UDEVDIR = $(PREFIX)/lib/udev/rules.d
DBUSDIR = $(if $(filter /usr,$(PREFIX)),/usr/share/dbus-1/system.d,$(SYSCONFDIR)/dbus-1/system.d)
MANDIR = $(PREFIX)/share/man

CACHE = $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/pulsewatt
SWIFT_FLAGS = --explicit-target-dependency-import-check error
RELEASE_FLAGS = $(SWIFT_FLAGS) -c release --static-swift-stdlib
RELEASE = .build/release/pulsewatt
DEBUG = .build/debug/pulsewatt
PICTURES = .build/pictures


.PHONY: help run build release test test-unit test-threads test-browser test-real-stack docs lint format bench install uninstall clean
.DEFAULT_GOAL := help

help:
	@echo 'make run              build, record a short simulated ride and show its file'
	@echo 'make test             lint, unit tests, pictures in a browser and the tests on a real BlueZ'
	@echo 'make test-unit        lint and unit tests only'
	@echo 'make test-threads     the model under ThreadSanitizer only'
	@echo 'make test-browser     pictures of workouts in a browser only'
	@echo 'make test-real-stack  the tests on a real BlueZ only'
	@echo 'make docs             the documentation of OpenHealthKit, in .build/docs'
	@echo 'make bench            how fast the hot paths are on this machine'
	@echo 'make install          install below DESTDIR and PREFIX ($(PREFIX))'

run: build
	@scripts/run-simulated-ride $(DEBUG)

build:
	@scripts/setup build
	@scripts/stage 'debug build' swift build $(SWIFT_FLAGS) --product pulsewatt

release:
	@scripts/setup build
	@scripts/stage 'release build' swift build $(RELEASE_FLAGS) --product pulsewatt

test: test-unit test-threads test-browser test-real-stack

test-unit:
	@scripts/stage 'set-up' scripts/setup test
	@scripts/stage 'lint' scripts/lint
	@scripts/stage 'debug build with tests' swift build $(SWIFT_FLAGS) --build-tests
	@scripts/stage 'Python tools' scripts/python-tools
	@PULSEWATT_PYTHON_TOOLS='$(CACHE)/python-tools/bin' \
		scripts/stage 'unit tests' swift test --skip-build
	@scripts/stage 'documentation' scripts/check-docs

# A scratch path of its own: the sanitizer's build and the ordinary one cannot share theirs.
test-threads:
	@scripts/setup test
	@scripts/stage 'model under ThreadSanitizer' swift test $(SWIFT_FLAGS) --scratch-path .build/threads \
		--sanitize=thread --filter 'HealthModelTests|OpenHealthKitTests|SQLiteHealthDatabaseTests'

# The unit tests write the pictures that the browser then shows.
test-browser:
	@scripts/setup test
	@scripts/stage 'debug build with tests' swift build $(SWIFT_FLAGS) --build-tests
	@scripts/stage "tests' Python tools" scripts/python-tools
	@PULSEWATT_PICTURES='$(abspath $(PICTURES))' scripts/stage 'pictures' \
		swift test --skip-build --filter 'PictureFilesTests|SimulatedPictureTests'
	@scripts/stage 'browser' Tests/Browser/run $(PICTURES)

docs:
	@scripts/setup build
	@scripts/stage 'debug build' swift build $(SWIFT_FLAGS)
	@scripts/check-docs .build/docs

# With what people install: the optimising compiler is tested too.
test-real-stack: release
	@scripts/setup test
	@PULSEWATT='$(abspath $(RELEASE))' scripts/stage 'real stack' Tests/RealStack/run

lint:
	@scripts/setup test
	@scripts/lint

format:
	swift format --in-place --parallel --recursive Package.swift Sources Tests Benchmarks

bench:
	@scripts/setup bench
	@scripts/stage 'release build' swift build $(RELEASE_FLAGS)
	@.build/release/benchmarks
	@scripts/bench-command .build/release/benchmarks $(RELEASE)
	@scripts/stage 'numpy, DuckDB and fit-tool' scripts/python-tools bench
	@'$(CACHE)/python-tools-bench/bin/python' scripts/bench-history.py .build/release/benchmarks $(RELEASE)
	@PYTHON='$(CACHE)/python-tools-bench/bin/python' scripts/bench-fit .build/release/benchmarks

# Builds only where nothing is built yet, so that `sudo make install` compiles nothing as root.
install:
	@test -x $(RELEASE) || $(MAKE) release
	install -D -s -m 755 $(RELEASE) '$(DESTDIR)$(BINDIR)/pulsewatt'
	install -d '$(DESTDIR)$(UNITDIR)'
	for unit in systemd/*.service systemd/*.path; do \
		sed 's|@bindir@|$(BINDIR)|g' "$$unit" >"$(DESTDIR)$(UNITDIR)/$${unit##*/}" && \
		chmod 644 "$(DESTDIR)$(UNITDIR)/$${unit##*/}" || exit 1; done
	install -D -m 644 systemd/pulsewatt.sysusers.conf '$(DESTDIR)$(SYSUSERSDIR)/pulsewatt.conf'
	install -D -m 644 udev/*.rules -t '$(DESTDIR)$(UDEVDIR)'
	install -D -m 644 dbus/org.pulsewatt.conf '$(DESTDIR)$(DBUSDIR)/org.pulsewatt.conf'
	install -D -m 644 docs/man/pulsewatt.1 '$(DESTDIR)$(MANDIR)/man1/pulsewatt.1'
	install -D -m 644 docs/man/pulsewatt.conf.5 '$(DESTDIR)$(MANDIR)/man5/pulsewatt.conf.5'

uninstall:
	rm -f '$(DESTDIR)$(BINDIR)/pulsewatt' \
		'$(DESTDIR)$(SYSUSERSDIR)/pulsewatt.conf' '$(DESTDIR)$(DBUSDIR)/org.pulsewatt.conf' \
		'$(DESTDIR)$(MANDIR)/man1/pulsewatt.1' '$(DESTDIR)$(MANDIR)/man5/pulsewatt.conf.5'
	for unit in systemd/*.service systemd/*.path; do rm -f "$(DESTDIR)$(UNITDIR)/$${unit##*/}"; done
	for rules in udev/*.rules; do rm -f "$(DESTDIR)$(UDEVDIR)/$${rules##*/}"; done

clean:
	rm -rf .build
