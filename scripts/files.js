// Small file helpers shared by the build scripts.

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, with a slash at its end. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** Writes a file where its content changes, in one step, so that nobody reads half of it. Returns whether it wrote. */
export function writeIfChanged(path, content) {
    const bytes = Buffer.from(content);
    try {
        if (readFileSync(path).equals(bytes)) return false;
    } catch (error) {
        if (error.code !== 'ENOENT') throw error;
    }
    mkdirSync(dirname(path), { recursive: true });
    const temporary = `${path}.${process.pid}.tmp`;
    writeFileSync(temporary, bytes);
    renameSync(temporary, path);
    return true;
}
