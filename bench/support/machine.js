// When, where and with what something was measured, and the JSON file that says so. Used by every benchmark.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const peers = ['@mapbox/vector-tile', 'pbf', 'ol', '@loaders.gl/mvt', 'earcut', '@mapbox/mvt-fixtures'];

function versionOf(name) {
    try {
        return JSON.parse(readFileSync(`${root}node_modules/${name}/package.json`, 'utf8')).version;
    } catch {
        return undefined;
    }
}

function commit() {
    try {
        return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
    } catch {
        return undefined;
    }
}

/** Virtual machines say no more than the brand; family and model tell one generation from another. */
function processorName() {
    const brand = cpus()[0]?.model.trim();
    const [family, model] = ['cpu family', 'model'].map((field) => new RegExp(`^${field}\\s*: (\\d+)$`, 'm').exec(readText('/proc/cpuinfo'))?.[1]);
    return family && model ? `${brand} (family ${family}, model ${model})` : brand;
}

function readText(path) {
    try {
        return readFileSync(path, 'utf8');
    } catch {
        return ''; // not on Linux
    }
}

function describeMachine() {
    return {
        date: new Date().toISOString().slice(0, 10),
        commit: commit(),
        machine: {
            processor: processorName(),
            cores: cpus().length,
            memoryGigabytes: Math.round(totalmem() / 2 ** 30),
            system: `Linux ${release()}`,
            load: loadavg()[0],
        },
        versions: {
            node: process.versions.node,
            v8: process.versions.v8,
            tilewasm: JSON.parse(readFileSync(`${root}package.json`, 'utf8')).version,
            ...JSON.parse(readFileSync(`${root}dist/toolchain.json`, 'utf8')),
            ...Object.fromEntries(peers.map((name) => [name, versionOf(name)])),
        },
    };
}

/**
 * Writes what was measured, with date, machine and versions. Nothing where no file was asked for.
 *
 * @param {string | undefined} path
 * @param {Record<string, unknown>} measured
 */
export function writeResults(path, measured) {
    if (path !== undefined) writeFileSync(path, JSON.stringify({ ...describeMachine(), ...measured }, null, 1) + '\n');
}
