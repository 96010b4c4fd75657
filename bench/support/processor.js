// Keeps a benchmark on one processor. Called where times of several processes are compared.

import { execFileSync } from 'node:child_process';

/**
 * Puts this process's main thread, and the processes that it starts, on the first processor. Those of one machine may differ by half, where
 * another machine's work shares a core with one of them. V8's helper threads go on where they are.
 */
export function useFirstProcessor() {
    try {
        execFileSync('taskset', ['-pc', '0', String(process.pid)], { stdio: 'ignore' });
    } catch {
        // Not Linux, or not allowed: times are what they are.
    }
}
