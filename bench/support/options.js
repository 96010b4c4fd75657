// The command line options that the benchmarks share. Called by every benchmark's script.
//
//     --browser NAME   chromium, firefox or all, instead of Node (without a name: all)
//     --budget MS      time for the rounds of one row, about
//     --clock cpu      processor time instead of time: for a busy machine, in Node only
//     --json FILE      everything measured, with date, machine and versions

import { parseArgs } from 'node:util';

const shared = {
    browser: { type: 'string' },
    budget: { type: 'string' },
    clock: { type: 'string', default: 'wall' },
    json: { type: 'string' },
};

/** `--browser` alone asks for all of them. */
function withBrowserNames(words) {
    return words.flatMap((word, i) => (word === '--browser' && (words[i + 1] ?? '--').startsWith('--') ? [word, 'all'] : [word]));
}

/**
 * @param {number} budget milliseconds, where none are given
 * @param {import('node:util').ParseArgsConfig['options']} [own] further options of the script
 * @returns {Record<string, any> & { budget: number, clock: 'wall' | 'cpu', browser?: string, json?: string }}
 */
export function readOptions(budget, own = {}) {
    const { values } = parseArgs({ args: withBrowserNames(process.argv.slice(2)), options: { ...shared, ...own } });
    const milliseconds = Number(values.budget ?? budget);
    if (!(milliseconds > 0)) throw new Error(`--budget ${values.budget}: a number of milliseconds is wanted`);
    if (values.clock !== 'wall' && values.clock !== 'cpu') throw new Error(`--clock ${values.clock}: wall or cpu is wanted`);
    if (values.clock === 'cpu' && values.browser) throw new Error('--clock cpu: pages cannot tell processor time; leave --browser out');
    return /** @type {any} */ ({ ...values, budget: milliseconds });
}
