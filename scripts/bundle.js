// Bundles the entry points of scripts/entries.js into dist/ and puts declarations and modules beside them.
// Called by scripts/build.js.

import { build } from 'esbuild';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { core, entries, extensions, wasmModules, wasmPairs } from './entries.js';
import { root, writeIfChanged } from './files.js';
import { modulesAreSent } from './worker-source.js';

const source = (name) => join(root, 'js', `${name}.js`);
const dist = join(root, 'dist');
const coreSource = source(core);

export async function bundle() {
    const files = new Map();
    const present = entries.filter((entry) => existsSync(source(entry.name)));
    const bundles = present.flatMap((entry) => entry.formats.map((format) => bundleEntry(entry, format)));
    const results = await Promise.all(bundles);
    const inCore = results.find((result) => result.entry.name === core)?.inputs ?? [];
    for (const result of results) {
        if (!result.entry.alone) refuseSecondCopies(result, inCore);
        files.set(`${result.entry.name}.${extensions[result.format]}`, result.content);
    }
    for (const entry of present) addDeclarations(entry, files);
    files.set('toolchain.json', toolchain());
    files.set('LICENSE-point-geometry', readFileSync(join(root, 'node_modules/@mapbox/point-geometry/LICENSE')));
    for (const name of wasmModules) files.set(`${name}.wasm`, readFileSync(join(root, 'build/wasm', `${name}.wasm`)));
    for (const [name, content] of files) writeIfChanged(join(dist, name), content);
    for (const name of existsSync(dist) ? readdirSync(dist) : []) {
        if (!files.has(name)) rmSync(join(dist, name), { recursive: true });
    }
}

async function bundleEntry(entry, format) {
    const result = await build({
        entryPoints: [source(entry.name)],
        absWorkingDir: root,
        bundle: true,
        write: false,
        metafile: true,
        format: format === 'workerd' ? 'esm' : format,
        platform: 'neutral',
        // Private fields, of ES2022, stay what they are: lowered to WeakMaps they cost speed and bytes.
        target: ['es2022', 'node18'],
        minify: true,
        // Where an error is thrown Node prints the line: not all of the file.
        lineLimit: 1000,
        legalComments: 'none',
        external: entry.peers ?? [],
        banner: entry.banner ? { js: entry.banner } : {},
        logLevel: 'warning',
        plugins: [
            ...(entry.alone ? [] : [coreStaysOutside(format)]),
            ...(format === 'workerd' ? [wasmIsImported] : []),
            ...(entry.moduleIsSent ? [modulesAreSent] : []),
            packedTextsStayWhole,
        ],
    });
    return { entry, format, content: putPackedTexts(keepFromBundlers(result.outputFiles[0].text)), inputs: Object.keys(result.metafile.inputs) };
}

/** Minifying drops the comments by which an application's bundler leaves a dynamic import alone (a pool's worker asks Node for its port). */
function keepFromBundlers(text) {
    return text.replace(/\bimport\((?=\s*\w+\))/g, 'import(/*webpackIgnore:true*//*@vite-ignore*/');
}

/** The packed modules are put in behind esbuild, which would break them into lines too; each on a line of its own. */
const packedTextsStayWhole = {
    name: 'packed-texts-stay-whole',
    setup(esbuild) {
        esbuild.onLoad({ filter: /\/js\/generated\/(varint-)?modules\.js$/ }, ({ path }) => ({
            contents: readFileSync(path, 'utf8').replace(packedText, (_, text, offset) => `text: "@${basename(path)} ${offset}@"`),
        }));
    },
};

const packedText = /text: "([^"]*)"/g;

/** @param {string} content */
function putPackedTexts(content) {
    return content.replace(/"@([\w.-]+) (\d+)@"/g, (_, name, offset) => {
        packedText.lastIndex = Number(offset);
        return `\n"${packedText.exec(readFileSync(join(root, 'js/generated', name), 'utf8'))?.[1]}"\n`;
    });
}

/** Imports of js/index.js become imports of dist/index.mjs or .cjs: one instance, one copy of the module in an application. */
function coreStaysOutside(format) {
    return {
        name: 'core-stays-outside',
        setup(esbuild) {
            esbuild.onResolve({ filter: /^\./ }, (args) => {
                if (resolve(args.resolveDir, args.path) !== coreSource) return undefined;
                return { path: `./${core}.${extensions[format]}`, external: true };
            });
        },
    };
}

/** The packed modules become imports of the .wasm files, which workerd compiles itself, and unpacking does nothing. */
const wasmIsImported = {
    name: 'wasm-is-imported',
    setup(esbuild) {
        esbuild.onResolve({ filter: /\.wasm$/ }, (args) => ({ path: args.path, external: true }));
        esbuild.onLoad({ filter: /\/js\/generated\/(varint-)?modules\.js$/ }, (args) => ({
            contents: wasmPairs[basename(args.path, '.js')]
                .map((name, i) => `export { default as ${['simd', 'scalar'][i]} } from './${name}.wasm';`)
                .join(''),
        }));
        esbuild.onLoad({ filter: /\/js\/unpack\.js$/ }, () => ({ contents: 'export const unpack = (module) => module;' }));
    },
};

/** A file of the core that another entry imports directly would exist twice, with a state of its own in each copy. */
function refuseSecondCopies({ entry, inputs }, inCore) {
    const twice = inputs.filter((input) => inCore.includes(input));
    if (twice.length > 0) {
        throw new Error(`js/${entry.name}.js brings in ${twice.join(', ')}, which is in the core: import it from ./index.js`);
    }
}

/** js/NAME.d.mts as it is, and once more for CommonJS, whose imports name .cjs files. */
function addDeclarations({ name, formats }, files) {
    const path = join(root, 'js', `${name}.d.mts`);
    if (!existsSync(path)) return;
    const text = readFileSync(path, 'utf8');
    files.set(basename(path), text);
    if (formats.includes('cjs')) files.set(`${name}.d.cts`, text.replace(/(from\s+'\.\/[\w-]+)\.mjs'/g, "$1.cjs'"));
}

/** What made the package: the same versions make the same bytes. */
function toolchain() {
    const [emscripten, clang] = readFileSync(join(root, 'build/emscripten.txt'), 'utf8').trim().split('\n');
    const version = (name) => JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version;
    return JSON.stringify({ emscripten, clang, binaryen: version('binaryen'), esbuild: version('esbuild') }, null, 2) + '\n';
}

export function describeDist() {
    return `${relative(root, dist)}/: ${readdirSync(dist).sort().join(', ')}`;
}
