#!/usr/bin/env bash
# The one script of the project: sets up the toolchain, builds, tests, serves the demo. `./build.sh help` lists its commands.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
export PATH="$PWD/.tools/bin:$PATH" # a newer Node, where scripts/setup.sh had to bring one

help() {
    cat <<'TEXT'
usage: ./build.sh COMMAND

  build          compile the C library to WebAssembly and bundle the package into dist/
  demo           build, then serve the demo page (PORT=8080 unless set)
  demo --out DIR the same, but leave the page in DIR for any web server
  test           build, then run the tests: lint, C natively with sanitizers and in WebAssembly,
                 JavaScript, Chromium
  test --all     the same, then the long ones: reproducible build, all engines, all bundlers,
                 differential runs, fuzzing
  bench [ARGS]   build, then run the benchmarks beside the peers
  clean          remove everything that was built
  help           this text

Each command first installs what it needs and the machine lacks: Debian packages (as root, or by sudo) and npm packages. Running
one again costs nothing. It is tested on Debian 12.
TEXT
}

# One build at a time in this folder; tests and benchmarks run outside the lock.
build() {
    scripts/setup.sh "$1"
    mkdir -p build
    flock build/.lock node scripts/build.js
}

# Runs an npm script where package.json has it.
run_if_there() {
    if npm pkg get "scripts.$1" | grep -q '"'; then npm run --silent "$1"; fi
}

run_tests() {
    build test
    find tests -name '*.test.js' -not -path '*/node_modules/*' -print0 | LC_ALL=C sort -z |
        xargs -0 node --test --test-reporter=spec --test-concurrency=2
}

case "${1:-help}" in
build)
    build build
    ;;
demo)
    build demo
    if [[ "${2:-}" == --out ]]; then
        node scripts/demo.js "${3:?the folder to write the page to}"
        exit
    fi
    node scripts/demo.js
    exec node scripts/serve.js
    ;;
test)
    case "${2:-}" in
    '') run_tests ;;
    --all)
        run_tests
        for script in test:reproducible test:differential test:limits test:fuzz test:browsers test:packages; do run_if_there "$script"; done
        ;;
    *)
        help >&2
        exit 2
        ;;
    esac
    ;;
bench)
    build build
    npm run --silent bench:run -- "${@:2}"
    ;;
clean)
    rm -rf build dist js/generated demo/dist
    ;;
help | --help | -h)
    help
    ;;
*)
    help >&2
    exit 2
    ;;
esac
