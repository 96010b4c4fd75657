# Everything that a C compiler makes: the two WebAssembly modules, the native libraries, the C test programs, C lint.
# Called by build.sh, scripts/build.js and tests/c.test.js; all of it lands in build/.
#
#   make wasm       build/wasm/: tilewasm and tilewasm-varint, each as .wasm with SIMD and as -scalar.wasm
#   make native     build/native/{gcc,clang}-{scalar,simd}/libtilewasm.a, -O3, for benches, callgrind and others
#   make sanitized  build/native/{asan-scalar,asan-simd}/libtilewasm.a, clang with AddressSanitizer and UBSan
#   make tests      build/tests/VARIANT/NAME for every tests/c/NAME_test.c; tests/c.test.js runs them
#   make lint       clang-format and clang-tidy; `make format` puts the layout right
#
# Sources are found, not listed: every c-src/**/*.c, natively without *_wasm.c, in WebAssembly without *_native.c.

SHELL := /bin/bash
.SHELLFLAGS := -e -o pipefail -c
MAKEFLAGS += --no-builtin-rules
.DELETE_ON_ERROR:
.SECONDARY:

SOURCES := $(shell find c-src -name '*.c' | LC_ALL=C sort)
HEADERS := $(shell find c-src tests/c -name '*.h' -o -name '*.inc' | LC_ALL=C sort)
WASM_SOURCES := $(filter-out %_native.c c-src/varint/packed_wasm.c,$(SOURCES))
NATIVE_SOURCES := $(filter-out %_wasm.c,$(SOURCES))
FUZZ_TARGETS := $(patsubst tests/fuzz/%_fuzz.c,%,$(shell find tests/fuzz -name '*_fuzz.c' | LC_ALL=C sort))
TESTS := $(patsubst tests/c/%_test.c,%,$(shell find tests/c -name '*_test.c' | LC_ALL=C sort))

# Code that runs once a call and not once a feature or vertex: small rather than fast in WebAssembly. Patterns with one %.
COLD_SOURCES := c-src/api/% c-src/base/%

EMCC := emcc
GCC := gcc
CLANG := clang
WASM_OPT := node_modules/.bin/wasm-opt

WARNINGS := -Wall -Wextra -Wstrict-prototypes -Wmissing-prototypes -Werror
COMMON := -std=c11 $(WARNINGS) -MMD -MP '-ffile-prefix-map=$(CURDIR)=.'

# A change of this file rebuilds everything; a source that came or went links again.
SOURCE_LIST := build/sources.txt
$(SOURCE_LIST): FORCE
	@mkdir -p $(@D); echo '$(SOURCES)' | cmp -s - $@ || echo '$(SOURCES)' > $@
FORCE:

# ---- WebAssembly -------------------------------------------------------------------------------------------
# The SIMD module uses SIMD128, bulk memory and sign extension, which every engine with SIMD128 has; the scalar module is
# WebAssembly 1.0. Newer compilers take more features by default, hence -mcpu=mvp.

# Another compiler rebuilds the modules; the package says which one made them (scripts/bundle.js).
build/emscripten.txt: FORCE
	@mkdir -p $(@D); { $(EMCC) --version | sed -n 1p; $(EMCC) -v 2>&1 | grep 'clang version'; } > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

simd_FLAGS := -mcpu=mvp -msimd128 -mbulk-memory -msign-ext
scalar_FLAGS := -mcpu=mvp
simd_FEATURES := --mvp-features --enable-simd --enable-bulk-memory --enable-sign-ext
scalar_FEATURES := --mvp-features

# Loops are vectorized by hand where it pays: what the compiler does by itself to the others is mostly size.
# Unrolling and -O3 make the modules a fifth larger and no faster.
WASM_HOT := -O2 -fno-unroll-loops -fno-vectorize -fno-slp-vectorize
WASM_COLD := -Os

# 64 KiB of stack below the static data, so that an overflow traps; two pages more to begin with.
WASM_LINK := -O1 --no-entry -sSTANDALONE_WASM -sFILESYSTEM=0 -sMALLOC=none -sSUPPORT_ERRNO=0 -sALLOW_MEMORY_GROWTH \
    -sTOTAL_STACK=65536 -sGLOBAL_BASE=65536 -sINITIAL_MEMORY=196608 -Wl,--stack-first

# No code moves from function to function here: clang has inlined what pays, and a module's two variants would drift apart.
WASM_OPT_FLAGS := -O3 --skip-pass=inlining-optimizing --skip-pass=duplicate-function-elimination \
    --strip-debug --strip-producers --strip-target-features

# The varint kernels are a module of their own, so that those who read tiles do not load them. Its loops must be unrolled: code is
# made for each type and relies on arrays becoming registers.
VARINT_SOURCES := $(addprefix c-src/base/,memory_functions_wasm.c memory_wasm.c) \
    $(addprefix c-src/varint/,decode.c encode.c packed_wasm.c shuffles.c varint.c)
VARINT_HOT := -O3 -fno-vectorize -fno-slp-vectorize

# Module $(2) in both variants, objects in build/$(1)-simd and build/$(1)-scalar, of sources $(3) with flags $(4) where not cold.
#
# A source that compiles to the same code whether __wasm_simd128__ is defined or not has no SIMD in it, and its object serves both
# variants. Such objects are linked first, so that they get the same numbers and addresses in both: the variants then differ in
# the kernels only, and scripts/patch.js can make one of the other.
define wasm_module
$(1)_compile = $$(EMCC) $$(COMMON) $$(if $$(filter $$(COLD_SOURCES),$$<),$$(WASM_COLD),$(4)) -c $$< -o $$@
build/$(1)-scalar/%.o: %.c Makefile build/emscripten.txt
	@mkdir -p $$(@D)
	$$($(1)_compile) $$(scalar_FLAGS)
build/$(1)-simd/%.o: %.c build/$(1)-scalar/%.o
	@mkdir -p $$(@D)
	@$$($(1)_compile) $$(scalar_FLAGS) -D__wasm_simd128__ -D__wasm_bulk_memory__ 2>/dev/null && \
	    cmp -s $$@ build/$(1)-scalar/$$*.o || \
	    $$($(1)_compile) $$(simd_FLAGS)

$(1)-simd_OBJECTS := $(3:%.c=build/$(1)-simd/%.o)
$(1)-scalar_OBJECTS := $(3:%.c=build/$(1)-scalar/%.o)

$(call wasm_variant,$(1),simd,$(2),$(3:.c=.o))
$(call wasm_variant,$(1),scalar,$(2)-scalar,$(3:.c=.o))
endef

define wasm_variant
build/$(1)-$(2)/linked.wasm: $$($(1)-simd_OBJECTS) $$($(1)-scalar_OBJECTS) $$(SOURCE_LIST) Makefile scripts/shared-first.sh
	$$(EMCC) $$(WASM_LINK) $$($(2)_FLAGS) $$$$(scripts/shared-first.sh build/$(1) $(2) $(4)) -o $$@
# wasm-opt refuses a module that uses a feature not named, which is the check that only these are used.
build/wasm/$(3).wasm: build/$(1)-$(2)/linked.wasm scripts/trim-wasm.js
	@mkdir -p $$(@D)
	node scripts/trim-wasm.js $$< build/$(1)-$(2)/trimmed.wasm
	$$(WASM_OPT) $$($(2)_FEATURES) $$(WASM_OPT_FLAGS) build/$(1)-$(2)/trimmed.wasm -o $$@
-include $$($(1)-$(2)_OBJECTS:.o=.d)
endef

$(eval $(call wasm_module,wasm,tilewasm,$(WASM_SOURCES),$(WASM_HOT)))
$(eval $(call wasm_module,varint,tilewasm-varint,$(VARINT_SOURCES),$(VARINT_HOT)))

.PHONY: wasm
wasm: build/wasm/tilewasm.wasm build/wasm/tilewasm-scalar.wasm \
    build/wasm/tilewasm-varint.wasm build/wasm/tilewasm-varint-scalar.wasm

# The SIMD module with the names of its functions, otherwise the same, for V8's profiler (bench/profile.js).
build/named/tilewasm.wasm: build/wasm/tilewasm.wasm
	@mkdir -p $(@D)
	$(EMCC) $(WASM_LINK) --profiling-funcs $(simd_FLAGS) \
	    $$(scripts/shared-first.sh build/wasm simd $(WASM_SOURCES:.c=.o)) -o $(@D)/linked.wasm
	node scripts/trim-wasm.js $(@D)/linked.wasm $(@D)/trimmed.wasm
	$(WASM_OPT) $(simd_FEATURES) $(filter-out --strip-debug,$(WASM_OPT_FLAGS)) -g $(@D)/trimmed.wasm -o $@

# ---- native ------------------------------------------------------------------------------------------------
# tests/c/simde has a wasm_simd128.h that maps WebAssembly's intrinsics to the machine's own (SIMDe), so that the very code
# of the SIMD module can be sanitized, fuzzed, profiled and counted.

SIMD := -D__wasm_simd128__ -isystem tests/c/simde $(if $(filter x86_64,$(shell uname -m)),-msse4.2)
SANITIZE := -O1 -g -DTW_POISON -fno-omit-frame-pointer -fno-sanitize-recover=undefined \
    -fsanitize=address,undefined,fuzzer-no-link

NATIVE_VARIANTS := gcc-scalar gcc-simd clang-scalar clang-simd
SANITIZED_VARIANTS := asan-scalar asan-simd
gcc-scalar_CC := $(GCC) -O3 -g
gcc-simd_CC := $(GCC) -O3 -g $(SIMD)
clang-scalar_CC := $(CLANG) -O3 -g
clang-simd_CC := $(CLANG) -O3 -g $(SIMD)
asan-scalar_CC := $(CLANG) $(SANITIZE)
asan-simd_CC := $(CLANG) $(SANITIZE) $(SIMD)

define native_variant
$(1)_OBJECTS := $$(patsubst %.c,build/native/$(1)/%.o,$$(NATIVE_SOURCES))
build/native/$(1)/%.o: %.c Makefile
	@mkdir -p $$(@D)
	$$($(1)_CC) $$(COMMON) -c $$< -o $$@
build/native/$(1)/libtilewasm.a: $$($(1)_OBJECTS) $$(SOURCE_LIST) Makefile
	@rm -f $$@
	ar rcsD $$@ $$($(1)_OBJECTS)
build/tests/$(1)/%: build/native/$(1)/tests/c/%_test.o build/native/$(1)/libtilewasm.a
	@mkdir -p $$(@D)
	$$($(1)_CC) $$^ -o $$@
-include $$($(1)_OBJECTS:.o=.d) $$(patsubst %,build/native/$(1)/tests/c/%_test.d,$$(TESTS))
endef
$(foreach variant,$(NATIVE_VARIANTS) $(SANITIZED_VARIANTS),$(eval $(call native_variant,$(variant))))

.PHONY: native sanitized
native: $(NATIVE_VARIANTS:%=build/native/%/libtilewasm.a)
sanitized: $(SANITIZED_VARIANTS:%=build/native/%/libtilewasm.a)

# ---- C tests -----------------------------------------------------------------------------------------------
# Natively with gcc -O3 and with clang and sanitizers; by Emscripten with the very objects of the modules, as a WASI program
# (Emscripten 3.1.6's own JavaScript does not run on newer Nodes).

NATIVE_TEST_VARIANTS := gcc-scalar gcc-simd asan-scalar asan-simd
WASM_TEST_VARIANTS := wasm-scalar wasm-simd

define wasm_test_variant
build/tests/$(1)/%.wasm: build/$(1)/tests/c/%_test.o $$($(1)_OBJECTS) $$(SOURCE_LIST) Makefile
	@mkdir -p $$(@D)
	$$(EMCC) -O1 -sSTANDALONE_WASM -sFILESYSTEM=0 -sMALLOC=none -sALLOW_MEMORY_GROWTH -sTOTAL_STACK=262144 \
	    -sGLOBAL_BASE=262144 -Wl,--stack-first $$($(1:wasm-%=%)_FLAGS) $$(filter %.o,$$^) -o $$@
-include $$(patsubst %,build/$(1)/tests/c/%_test.d,$$(TESTS))
endef
$(foreach variant,$(WASM_TEST_VARIANTS),$(eval $(call wasm_test_variant,$(variant))))

TEST_PROGRAMS := $(foreach variant,$(NATIVE_TEST_VARIANTS),$(TESTS:%=build/tests/$(variant)/%)) \
    $(foreach variant,$(WASM_TEST_VARIANTS),$(TESTS:%=build/tests/$(variant)/%.wasm))
.PHONY: tests list-tests
tests: $(TEST_PROGRAMS)
list-tests:
	@printf '%s\n' $(TEST_PROGRAMS)

# ---- coverage ----------------------------------------------------------------------------------------------
# The C tests and the fuzz targets' kept corpus once more, with gcc counting lines; tests/coverage/run.js runs them and reads the
# counts. The fuzz targets get a main of their own, which reads files.

COVERAGE_VARIANTS := coverage-scalar coverage-simd
COVERAGE := -O0 -g --coverage
coverage-scalar_CC := $(GCC) $(COVERAGE)
coverage-simd_CC := $(GCC) $(COVERAGE) $(SIMD)
$(foreach variant,$(COVERAGE_VARIANTS),$(eval $(call native_variant,$(variant))))

define coverage_variant
build/coverage/$(1)/fuzz-%: build/native/$(1)/tests/fuzz/%_fuzz.o build/native/$(1)/tests/coverage/replay.o \
    build/native/$(1)/libtilewasm.a
	@mkdir -p $$(@D)
	$$($(1)_CC) $$^ -o $$@
endef
$(foreach variant,$(COVERAGE_VARIANTS),$(eval $(call coverage_variant,$(variant))))

COVERAGE_PROGRAMS := $(foreach variant,$(COVERAGE_VARIANTS),$(TESTS:%=build/tests/$(variant)/%) \
    $(FUZZ_TARGETS:%=build/coverage/$(variant)/fuzz-%))
.PHONY: coverage list-coverage
coverage: $(COVERAGE_PROGRAMS)
list-coverage:
	@printf '%s\n' $(COVERAGE_PROGRAMS)

# ---- fuzzing -----------------------------------------------------------------------------------------------
# A program for libFuzzer of every tests/fuzz/NAME_fuzz.c, from the sanitized libraries; tests/fuzz/run.js runs them.

define fuzz_variant
build/fuzz/$(1)/%: build/native/$(1)/tests/fuzz/%_fuzz.o build/native/$(1)/libtilewasm.a
	@mkdir -p $$(@D)
	$$($(1)_CC) -fsanitize=fuzzer $$^ -o $$@
-include $$(patsubst %,build/native/$(1)/tests/fuzz/%_fuzz.d,$$(FUZZ_TARGETS))
endef
$(foreach variant,$(SANITIZED_VARIANTS),$(eval $(call fuzz_variant,$(variant))))

.PHONY: fuzz
fuzz: $(foreach variant,$(SANITIZED_VARIANTS),$(FUZZ_TARGETS:%=build/fuzz/$(variant)/%))

# ---- differential ------------------------------------------------------------------------------------------
# The native side of tests/differential: build/differential/VARIANT/native.

define differential_variant
build/differential/$(1)/native: build/native/$(1)/tests/differential/native.o build/native/$(1)/libtilewasm.a
	@mkdir -p $$(@D)
	$$($(1)_CC) $$^ -o $$@
endef
$(foreach variant,$(NATIVE_VARIANTS),$(eval $(call differential_variant,$(variant))))

# ---- lint --------------------------------------------------------------------------------------------------

C_FILES := $(shell find c-src tests bench -name node_modules -prune -o -name '*.[ch]' -print 2>/dev/null | LC_ALL=C sort)
TIDY_FILES := $(filter %.c,$(C_FILES))
tidy_flags = -std=c11 $(if $(filter %_wasm.c,$(1)),--target=wasm32 -ffreestanding -msimd128 -mbulk-memory,$(SIMD))

build/lint/%.c.ok: %.c $(HEADERS) .clang-tidy Makefile
	@mkdir -p $(@D)
	clang-tidy --quiet --warnings-as-errors='*' $< -- $(call tidy_flags,$<) 2> $@.log || { cat $@.log; exit 1; }
	@touch $@
build/lint/format.ok: $(C_FILES) .clang-format
	@mkdir -p $(@D)
	clang-format --dry-run -Werror $(C_FILES)
	@touch $@

.PHONY: format
format:
	clang-format -i $(C_FILES)

.PHONY: lint
lint: build/lint/format.ok $(TIDY_FILES:%=build/lint/%.ok)
