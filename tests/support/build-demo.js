// Builds the demo page where it is older than what it is made of. Run by serveDemo under a lock: test files run side by side, and a
// build empties the folder that another one may be serving.

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/files.js';

/** When the newest file of some folders was written. @param {...string} folders */
function newest(...folders) {
    const times = folders.flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map((entry) => statSync(join(entry.parentPath ?? entry.path, entry.name)).mtimeMs),
    );
    return Math.max(...times);
}

const page = join(root, 'demo/dist/index.html');
const folders = ['demo/map', 'demo/panels', 'demo/sources', 'demo/measure', 'demo/examples', 'dist'];
const files = ['index.html', 'main.js', 'style.css', 'tile.worker.js', 'make-data.js', 'vite.config.js'].map((name) => join(root, 'demo', name));
const changed = Math.max(newest(...folders), ...files.map((file) => statSync(file).mtimeMs));
if (!existsSync(page) || statSync(page).mtimeMs < changed) {
    execFileSync('node', ['scripts/demo.js'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}
