// The published declarations: programs that must compile, lines that must not, and whether the sources are what they declare.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { it } from 'node:test';

const packageJson = createRequire(import.meta.url).resolve('typescript/package.json');
const tsc = join(dirname(packageJson), JSON.parse(readFileSync(packageJson, 'utf8')).bin.tsc);

for (const [project, what] of [
    ['tsconfig.json', 'compile without the DOM types, and refuse what is marked'],
    ['tsconfig.sources.json', 'say what the sources have'],
    ['tsconfig.loaders-gl.json', 'give what loaders.gl and deck.gl take'],
]) {
    it(`the declarations ${what}`, () => {
        const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', join('tests/types', project)], { cwd: new URL('..', import.meta.url), encoding: 'utf8' });
        assert.equal(status, 0, stdout);
    });
}

it('the declarations use no type newer than TypeScript 5.4 has', () => {
    const folder = new URL('../js/', import.meta.url);
    for (const name of readdirSync(folder).filter((each) => each.endsWith('.d.mts'))) {
        assert.doesNotMatch(readFileSync(new URL(name, folder), 'utf8'), /\b(?:\w+Array|DataView|Buffer)<Array/, name);
    }
});
