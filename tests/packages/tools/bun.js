// Bun's bundler.

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { pageApplication } from '../tarball.js';
import { copyLoadersWorker, mainModule } from './copied-workers.js';

const bun = fileURLToPath(new URL('../node_modules/.bin/bun', import.meta.url));

function buildPage() {
    const folder = pageApplication('bun-build', { 'main.js': mainModule });
    const options = ['--target', 'browser', '--minify', '--outdir', 'out'];
    execFileSync(bun, ['build', 'main.js', 'tile.worker.js', ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    copyLoadersWorker(folder);
    return { folder: `${folder}/out` };
}

export default { 'bun build': buildPage };
