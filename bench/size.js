// node bench/size.js --json FILE: the sizes of the package's files, as `npm run size` prints them, for the report. Called by all.js.

import { measureSizes } from '../scripts/size.js';
import { writeResults } from './support/machine.js';
import { readOptions } from './support/options.js';

const { json } = readOptions(1);
const { entries, modules, bundles } = await measureSizes();
writeResults(json, { sizes: [...entries, ...modules, ...bundles] });
