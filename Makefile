# ShelfCount. `make help` lists what there is to make.

BUILD = .build
ARCH := $(shell uname -m)
DIST = $(BUILD)/dist/$(ARCH)
PREFIX = /usr/local
LIBDIR = $(PREFIX)/lib
CLI = $(BUILD)/release/shelfcount
SWIFT_FILES = Package.swift Sources Tests Benchmarks
C_FILES = `find CInclude Sources Tests Examples Benchmarks -name '*.[ch]' -o -name '*.[ch]pp'`
PACKAGES = libncurses6 libcurl4 gcc g++ make binutils pkg-config python3 libopenblas-dev zlib1g-dev clang-format valgrind \
  python3-setuptools python3-wheel python3-venv abigail-tools cmake dpkg-dev \
  libcairo2-dev libcjson-dev ffmpeg fonts-dejavu-core
CROSS = aarch64 armv7
CROSS_PACKAGES = qemu-user g++-aarch64-linux-gnu libopenblas-dev:arm64 libstdc++6:arm64 \
  g++-arm-linux-gnueabihf libopenblas-dev:armhf libstdc++6:armhf

export PATH := $(PATH):/opt/swift/usr/bin

.PHONY: help
help: ## lists the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1	\2/p' Makefile | expand -t 22

# ---- Building ------------------------------------------------------------------------------------

.PHONY: deps deps-cross build cli library cross dist
deps: ## installs the Debian packages that are missing
	@packaging/install-packages.sh $(PACKAGES)

deps-cross: deps
	@packaging/install-packages.sh $(CROSS_PACKAGES)

build: cli library ## the program .build/release/shelfcount and the C library .build/dist/<arch>

cli: deps
	swift build -c release --product shelfcount --traits BLAS,Stages --scratch-path $(BUILD)

library: deps
	packaging/build-library.sh $(ARCH) blas $(BUILD)
	packaging/build-library.sh $(ARCH) noblas $(BUILD)

# The compiler keeps one core busy: as many libraries at once as there are.
cross: deps-cross
	for arch in $(CROSS); do for variant in blas noblas; do echo $$arch $$variant $(BUILD); done; done | \
	  xargs -L 1 -P `nproc` packaging/build-library.sh

WHEELS = x86_64 aarch64
wheel-%:
	packaging/build-wheel.sh $* $(BUILD)

dist: library cross debian ## all that ships, for x86_64, aarch64 and armv7: .build/dist/<arch>
	for arch in $(WHEELS); do packaging/build-wheel.sh $$arch $(BUILD) || exit 1; done

# The program with Swift inside, so that it runs where there is none.
STATIC_CLI = $(BUILD)/static/release/shelfcount
.PHONY: debian cli-static
cli-static: deps
	swift build -c release --product shelfcount --static-swift-stdlib --traits BLAS,Stages \
	  --scratch-path $(BUILD)/static

debian: library cross cli-static ## the Debian packages: .build/dist/<arch>/*.deb
	for arch in $(CROSS); do packaging/build-debian.sh $$arch $(BUILD) || exit 1; done
	packaging/build-debian.sh $(ARCH) $(BUILD) $(STATIC_CLI)

.PHONY: demo onnxruntime
demo: cli ## a drawn pan: found, tracked, counted and drawn, .build/demo/pan-ease.mp4 and .png
	@Examples/demo.sh $(CLI) $(BUILD)/demo

onnxruntime: ## ONNX Runtime, which runs networks, for this user (from PyPI, 60 MB)
	@python3 -m pip --version >/dev/null 2>&1 || packaging/install-packages.sh python3-pip
	python3 -m pip install --no-deps --upgrade --target ~/.local/share/shelfcount 'onnxruntime>=1.24,<1.28'

# ---- Testing -------------------------------------------------------------------------------------

.PHONY: test test-lint test-swift test-abi test-libraries test-consumers test-artefacts test-golden \
  test-soak test-python test-install test-docs test-microcontroller test-cli test-counts
test: build cross ## all tests, in about ten minutes
	@packaging/run-parts.sh $(BUILD)/logs \
	  test-lint test-swift test-abi test-cli test-counts test-golden test-microcontroller \
	  test-instructions test-soak test-python test-install test-docs \
	  test-libraries

test-lint:
	@status=0; \
	swift-format lint --strict -r $(SWIFT_FILES) || status=1; \
	clang-format --dry-run -Werror $(C_FILES) || status=1; \
	exit $$status

test-swift:
	swift test --scratch-path $(BUILD)

test-abi:
	@Tests/ABI/run.sh $(DIST)

# What links the libraries, two architectures at once.
test-libraries:
	@$(MAKE) --no-print-directory --keep-going --jobs=2 --output-sync=target \
	  $(foreach arch,$(ARCH) $(CROSS),test-consumers-$(arch)) $(foreach arch,$(ARCH) $(CROSS),test-artefacts-$(arch))

test-consumers: test-consumers-$(ARCH)
test-consumers-%:
	@Tests/Consumers/run.sh $(BUILD)/dist/$*

test-artefacts: test-artefacts-$(ARCH)
test-artefacts-%:
	@Tests/Artefacts/run.sh $(BUILD)/dist/$*

test-docs: docs

test-install:
	@Tests/Install/run.sh $(BUILD)

test-python: wheel-$(ARCH)
	@Tests/Python/run.sh $(DIST)

test-microcontroller: deps-cross
	@Tests/Artefacts/microcontroller.sh $(BUILD)

SOAK_FRAMES = 200000
test-soak:
	@Tests/Soak/run.sh $(BUILD) $(SOAK_FRAMES)

test-golden:
	@Tests/Golden/run.sh $(BUILD) $(ARCH) $(CROSS)

.PHONY: golden
golden: build ## takes the tracks and counts of the golden streams as they are for the ones to come
	@Tests/Golden/run.sh $(BUILD) --refresh $(ARCH)

test-cli:
	@python3 Tests/CLITests/run.py $(CLI)

test-counts:
	@python3 Tests/Counts/run.py $(CLI)

.PHONY: test-long test-address test-release test-thread test-sanitized test-valgrind test-kill \
  test-fuzz test-soak-long test-packages test-swift-package test-films
test-long: build dist ## the tests again: sanitizers, valgrind, optimised, killed 50 times, fuzzed
	@packaging/run-parts.sh $(BUILD)/logs \
	  test-address test-release test-thread test-sanitized test-valgrind test-kill test-fuzz \
	  test-soak-long test-packages test-swift-package test-films

# What XCTest's own runner leaves behind is no leak of ours; the core allocates nothing.
test-address:
	ASAN_OPTIONS=detect_leaks=0 swift test --scratch-path $(BUILD)/address --sanitize=address

test-release:
	SHELFCOUNT_LONG=1 swift test --scratch-path $(BUILD)/release-tests -c release -Xswiftc -enable-testing

test-films:
	@SHELFCOUNT_LONG=1 python3 Tests/CLITests/run.py $(CLI) every_film

test-thread:
	swift test --scratch-path $(BUILD)/thread --sanitize=thread --filter TwoThreads

test-packages: debian
	@packaging/install-packages.sh mmdebstrap || echo 'no mmdebstrap: no clean roots'
	@Tests/Packages/run.sh $(BUILD)

test-swift-package: deps
	@Tests/Consumers/run-package.sh $(BUILD)

test-sanitized:
	@Tests/Consumers/run-long.sh sanitized $(DIST)

test-valgrind:
	@Tests/Consumers/run-long.sh valgrind $(DIST)

test-kill:
	@KILLS=50 python3 Tests/CLITests/run.py $(CLI) killed_at_random

test-soak-long:
	@$(MAKE) -s test-soak SOAK_FRAMES=5000000

FUZZ_SECONDS = 30
test-fuzz: deps
	@Tests/Fuzz/run.sh $(BUILD) $(FUZZ_SECONDS)

# ---- Speed ---------------------------------------------------------------------------------------

.PHONY: bench kernels bench-baseline budget report test-instructions test-speed
bench: build ## what a frame costs on this machine: JSON=FILE SAVE=0|1 ARGS='-n 100'
	@Benchmarks/run.sh $(DIST) $(BUILD) $(CLI) '$(SAVE)' '$(JSON)' $(ARGS)

kernels: deps ## what the kernels of the core take on this machine, each on its own
	@Benchmarks/kernels/run.sh $(BUILD)

test-instructions:
	@Benchmarks/icount/gate.py $(BUILD)

$(BUILD)/stages/%/libshelfcount.so.0: cross
	packaging/build-library.sh $* stages $(BUILD)

budget: cli cross $(BUILD)/stages/aarch64/libshelfcount.so.0 ## writes docs/budget.md: instructions counted for ARM, and shares of a frame on the boards
	@Benchmarks/budget.sh $(BUILD) $(CLI)

report: budget ## .build/report.html: what a frame costs here and on the boards, with charts
	$(CLI) bench --report $(BUILD)/report.html --counts $(BUILD)/counts-aarch64.csv

test-speed:
	@Tests/Speed/run.sh $(BUILD) $(DIST)

bench-baseline: library cross ## takes the instructions of a frame as they are for the baseline of the tests
	@Benchmarks/icount/gate.py $(BUILD) --refresh

# ---- The rest ------------------------------------------------------------------------------------

.PHONY: format clean install abi-baseline docs
docs: ## the reference of the header and the pages of docs/ as a website: .build/docs
	packaging/build-docs.sh $(BUILD)

abi-baseline: deps ## keeps the header's interface as the one that later headers must contain
	Tests/ABI/baseline.sh CInclude/shelfcount.h Tests/ABI/baseline
	packaging/debian-symbols.sh packaging/debian/libshelfcount0.symbols >$(BUILD)/symbols
	mv $(BUILD)/symbols packaging/debian/libshelfcount0.symbols

format: ## formats all Swift and C files
	swift-format format -i -r $(SWIFT_FILES)
	clang-format -i $(C_FILES)

clean: ## removes everything that was built
	rm -rf $(BUILD)

$(DIST)/libshelfcount.so.0:
	$(MAKE) library

install: $(DIST)/libshelfcount.so.0 ## headers, libraries, pkg-config, CMake: PREFIX=/usr/local DESTDIR=
	packaging/install.sh $(DIST) '$(PREFIX)' '$(LIBDIR)' '$(DESTDIR)'
	@if [ -z '$(DESTDIR)' ] && [ `id -u` -eq 0 ]; then ldconfig; fi
