// A pool's worker in Node. Started by process.js.

import '../../dist/pool-worker.mjs';
