// The package as users get it: packed once, and installed into fresh folders. Used by the *.long.js files beside it.

import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'tilewasm-packages-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));

const { devDependencies: versions } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));

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
 * A fresh application that has the package installed, a real tile as tile.mvt, and these files. The tools are found in the folder above.
 *
 * @param {string} name of its folder
 * @param {Record<string, string>} files content by path
 * @param {string[]} [packages] tools to install into it as well, of the versions in the package.json beside this file
 * @returns {string} the folder
 */
export function application(name, files, packages = []) {
    const folder = join(work, name);
    mkdirSync(folder);
    if (!existsSync(join(work, 'node_modules'))) symlinkSync(join(here, 'node_modules'), join(work, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, private: true }));
    for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), content);
    }
    copyFileSync(realTile, join(folder, 'tile.mvt'));
    const pinned = packages.map((each) => `${each}@${versions[each]}`);
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', '--prefer-offline', tarball, ...pinned], { cwd: folder, stdio: 'inherit' });
    return folder;
}

/** The same, with the page of app/ and its worker; `main.js` says where a bundler has the two worker files. */
export function pageApplication(name, files, packages) {
    const shared = ['program.js', 'tile.worker.js', 'index.html'].map((path) => [path, readFileSync(join(here, 'app', path), 'utf8')]);
    return application(name, { ...Object.fromEntries(shared), ...files }, packages);
}

/** A tile of San Francisco with points, lines and polygons. */
export const realTile = join(root, 'node_modules/@mapbox/mvt-fixtures/real-world/sanfrancisco/15-5238-12666.mvt');
