// Vite: the development server, and the build.

import { createServer, build } from 'vite';
import { pageApplication } from '../tarball.js';

const files = {
    'main.js': `
        import workerUrl from 'tilewasm/loaders-worker?url';
        import { run } from './program.js';
        run({ workerUrl, worker: () => new Worker(new URL('./tile.worker.js', import.meta.url), { type: 'module' }) });
    `,
};

async function serveForDevelopment() {
    const root = pageApplication('vite-dev', files);
    const server = await createServer({ root, configFile: false, logLevel: 'error', server: { host: '127.0.0.1', port: 0 } });
    await server.listen();
    return { address: `http://127.0.0.1:${server.httpServer.address().port}/`, close: () => server.close() };
}

async function buildPage() {
    const root = pageApplication('vite-build', { ...files });
    await build({ root, configFile: false, logLevel: 'error', build: { outDir: 'out' } });
    return { folder: `${root}/out` };
}

export default { 'vite dev': serveForDevelopment, 'vite build': buildPage };
