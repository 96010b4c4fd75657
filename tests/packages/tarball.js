// The package as users get it: packed once, and installed into fresh folders. Used by the *.long.js files beside it.

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'tilewasm-packages-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));

/** The path of the packed tarball. dist/ must be built. */
export const tarball = pack();

function pack() {
    const run = (command, args) => execFileSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
    run('node', ['scripts/stubs.js', 'write']);
    try {
        run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', work]);
    } finally {
        run('node', ['scripts/stubs.js', 'remove']);
    }
    return join(work, readdirSync(work).find((name) => name.endsWith('.tgz')));
}

/** The tarball's contents, in a folder. */
export function unpacked() {
    const folder = join(work, 'unpacked');
    mkdirSync(folder, { recursive: true });
    execFileSync('tar', ['-xzf', tarball, '-C', folder]);
    return join(folder, 'package');
}

/**
 * A fresh application that has the package installed, a real tile as tile.mvt, and these files.
 *
 * @param {string} name of its folder
 * @param {Record<string, string>} files content by path
 * @param {string[]} packages other packages to install
 */
export function application(name, files, packages = []) {
    const folder = join(work, name);
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, private: true }));
    for (const [path, content] of Object.entries(files)) writeFileSync(join(folder, path), content);
    copyFileSync(realTile, join(folder, 'tile.mvt'));
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', tarball, ...packages], { cwd: folder, stdio: 'inherit' });
    return folder;
}

/** A tile of San Francisco with points, lines and polygons. */
export const realTile = join(root, 'node_modules/@mapbox/mvt-fixtures/real-world/sanfrancisco/15-5238-12666.mvt');
