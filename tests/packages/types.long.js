// The installed package's declarations, by the oldest TypeScript that is supported and the newest, by every module resolution, with the
// types of the DOM and without: programs that must compile, and lines that must not. Run by `npm run test:packages`.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { application } from './tarball.js';

/** Folders of node_modules: package.json has the versions. */
const compilers = ['typescript-oldest', 'typescript-newest'];

/** The programs of tests/types/, which name the sources there. */
function program(name) {
    const text = readFileSync(new URL(`../types/${name}`, import.meta.url), 'utf8');
    return text.replace(/'\.\.\/\.\.\/js\/([\w-]+)\.mjs'/g, (_, entry) => (entry === 'index' ? "'tilewasm'" : `'tilewasm/${entry}'`));
}

const accepted = ['narrowing', 'geojson', 'loaders'];
const refused = program('refused.ts');
const MARK = /^[ \t]*\/\/ @ts-expect-error.*$/gm;

const others = `
    import { createPool } from 'tilewasm/pool';
    import { decodeUint32 } from 'tilewasm/varint';
    import { VectorTile } from 'tilewasm/vector-tile';
    export { createPool, decodeUint32, VectorTile };
`;

/** An .mts file is an ES module, for which the declarations of `import` count, a .cts file those of `require`. */
const resolutions = {
    bundler: { extensions: ['ts'], options: { module: 'esnext', moduleResolution: 'bundler' } },
    node16: { extensions: ['mts', 'cts'], options: { module: 'node16', moduleResolution: 'node16' } },
    nodenext: { extensions: ['mts', 'cts'], options: { module: 'nodenext', moduleResolution: 'nodenext' } },
};

const libraries = { 'without the DOM': ['es2022'], 'with the DOM': ['es2022', 'dom', 'dom.iterable'] };

const folder = application('types', {});

/** What a compiler says of these programs, texts by name. */
function compile(compiler, name, programs, { extensions, options }, lib) {
    const project = join(folder, `${compiler}-${name}`.replace(/\W+/g, '-'));
    mkdirSync(project);
    const files = [];
    for (const [base, text] of Object.entries(programs)) {
        for (const extension of extensions) {
            const file = `${base}-${extension}.${extension}`;
            writeFileSync(join(project, file), text);
            files.push(file);
        }
    }
    const compilerOptions = { strict: true, noEmit: true, target: 'es2022', types: [], skipLibCheck: false, lib, ...options };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const tsc = fileURLToPath(new URL(`node_modules/${compiler}/bin/tsc`, import.meta.url));
    const { status, stdout, stderr, error } = spawnSync(process.execPath, [tsc, '--pretty', 'false', '-p', project], { encoding: 'utf8' });
    if (error) throw error;
    return { status, said: stdout + stderr };
}

for (const compiler of compilers) {
    const { version } = JSON.parse(readFileSync(new URL(`node_modules/${compiler}/package.json`, import.meta.url), 'utf8'));
    describe(`TypeScript ${version}`, () => {
        for (const [resolution, settings] of Object.entries(resolutions)) {
            for (const [library, lib] of Object.entries(libraries)) {
                it(`${resolution}, ${library}`, () => {
                    const programs = { ...Object.fromEntries(accepted.map((name) => [name, program(`${name}.ts`)])), refused, others };
                    const { status, said } = compile(compiler, `${resolution} ${library}`, programs, settings, lib);
                    assert.equal(status, 0, said);
                });
            }
        }

        it('refuses each line that is marked, with the mark taken off', () => {
            const marks = refused.match(MARK).length;
            const { status, said } = compile(compiler, 'refused', { refused: refused.replace(MARK, '') }, resolutions.bundler, libraries['without the DOM']);
            assert.notEqual(status, 0);
            assert.equal(new Set([...said.matchAll(/^[^\n]*refused-ts\.ts\((\d+),/gm)].map((match) => match[1])).size, marks, said);
        });
    });
}
