// Lets tests import the oldest peers: node --import ./tests/peers/oldest.mjs --test ... Only imports by the project's own files are turned,
// so that each peer keeps its own dependencies. Used by npm run test:peers.

import { existsSync } from 'node:fs';
import { register } from 'node:module';

if (!existsSync(new URL('node_modules', import.meta.url))) throw new Error('first: npm ci --prefix tests/peers');
register(new URL('resolve.mjs', import.meta.url));
