#!/usr/bin/env bash
# Installs what the machine lacks: Debian packages by apt, npm packages by `npm ci`. Called by build.sh: scripts/setup.sh PURPOSE,
# where PURPOSE is build, demo, test, or browsers (all that tests can drive). Looks first, so that it is quick when everything is there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
purpose=${1:-build}
export PATH="$PWD/.tools/bin:$PATH"

missing=()
# need PACKAGE COMMAND...: the package is missing unless the command succeeds.
need() {
    local package=$1
    shift
    "$@" >/dev/null 2>&1 || missing+=("$package")
}
has() { command -v "$1"; }
has_asan() { ls "$(clang -print-runtime-dir)"/libclang_rt.asan*.a || ls "$(clang -print-resource-dir)"/lib/*/libclang_rt.asan*.a; }
has_library() { ls /usr/lib/*/"$1"; }
has_software_gl() { ls /usr/lib/*/dri/swrast_dri.so || ls /usr/lib/*/libgallium*.so; }
has_browser() { has chromium || has google-chrome; }

need nodejs has node
need npm has npm
need make has make
need emscripten has emcc
if [ "$purpose" = test ]; then
    need gcc has gcc
    need clang has clang
    need libclang-rt-dev has_asan
    need libsimde-dev test -e /usr/include/simde/wasm/simd128.h
    need clang-format has clang-format
    need clang-tidy has clang-tidy
    need chromium has_browser
fi
if [ "$purpose" = browsers ]; then
    need chromium has_browser
    need firefox-esr has firefox-esr
    need webkit2gtk-driver has WebKitWebDriver
    need xvfb has Xvfb
    # WebGL without a graphics card.
    need libgl1-mesa-dri has_software_gl
    need libegl1 has_library libEGL.so.1
    need libgl1 has_library libGL.so.1
fi

if [ ${#missing[@]} -gt 0 ]; then
    as_root=()
    if [ "$(id -u)" != 0 ]; then
        if ! sudo -n true 2>/dev/null; then
            echo "Missing: ${missing[*]}. Install them first: sudo apt-get install ${missing[*]}" >&2
            exit 1
        fi
        as_root=(sudo -n)
    fi
    if ! command -v apt-get >/dev/null; then
        echo "Missing: ${missing[*]} (names of Debian packages), and there is no apt-get here. Install them first." >&2
        exit 1
    fi
    echo "installing ${missing[*]}"
    "${as_root[@]}" apt-get update -q
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}"
fi

# Building needs Node 18; ESLint and the browser driver need 20.19, which Debian 12 does not have: then npm brings a Node,
# into .tools/, which build.sh puts first in PATH.
oldest=18.0
case "$purpose" in test | browsers) oldest=20.19 ;; esac
is_new_enough() {
    node -e '
        const [found, oldest] = [process.versions.node, process.argv[1]].map((v) => v.split(".").map(Number));
        process.exit(found[0] > oldest[0] || (found[0] === oldest[0] && found[1] >= oldest[1]) ? 0 : 1);
    ' "$oldest"
}
if ! is_new_enough; then
    package=node-linux-$(node -p process.arch)
    echo "installing Node 22, since Node $oldest or newer is needed here and $(node --version) was found"
    npm install --prefix .tools --no-save --no-audit --no-fund "$package@22"
    ln -sfn "node_modules/$package/bin" .tools/bin
    export PATH="$PWD/.tools/bin:$PATH"
    is_new_enough || {
        echo "Node $oldest or newer is needed here, found $(node --version). See https://nodejs.org/en/download" >&2
        exit 1
    }
fi

# node_modules is up to date when npm noted the same versions in it that package-lock.json asks for.
node -e '
    const { readFileSync } = require("node:fs");
    const read = (path) => JSON.parse(readFileSync(path, "utf8")).packages;
    try {
        const [wanted, found] = [read("package-lock.json"), read("node_modules/.package-lock.json")];
        const same = ([path, { version, optional }]) => path === "" || optional || found[path]?.version === version;
        process.exit(Object.entries(wanted).every(same) ? 0 : 1);
    } catch {
        process.exit(1);
    }
' || npm ci --no-audit --no-fund
