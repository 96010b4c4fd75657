#!/usr/bin/env bash
# Prints the objects of one variant of a module, those first that its other variant has just the same. Called by the Makefile to link:
# scripts/shared-first.sh build/wasm simd OBJECT..., objects relative to build/wasm-simd and build/wasm-scalar.
set -euo pipefail
folder=$1 variant=$2
shift 2

shared=()
kernels=()
for object in "$@"; do
    if cmp -s "$folder-simd/$object" "$folder-scalar/$object"; then shared+=("$object"); else kernels+=("$object"); fi
done
for object in "${shared[@]}" "${kernels[@]}"; do echo "$folder-$variant/$object"; done
