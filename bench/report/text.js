// Markdown tables and numbers. Used by the sections of the report.

/** A number with three digits that count, thousands apart. */
export function number(value) {
    if (value === undefined || value === null || !Number.isFinite(value)) return '-';
    const size = Math.abs(value);
    const digits = size === 0 || size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Columns whose cells are all numbers go to the right. */
export function table(heading, rows) {
    const cells = rows.map((row) => row.map((cell) => String(cell).replaceAll('|', '\\|')));
    const isNumber = (column) => cells.every((row) => /^(-|[*]*-?[\d.,]+[*]*)$/.test(row[column]));
    const line = (words) => `| ${words.join(' | ')} |`;
    return [line(heading), `|${heading.map((_, column) => (isNumber(column) ? '---:' : '---')).join('|')}|`, ...cells.map(line)].join('\n');
}

/** When, on what and with what a file of results was measured. */
export function provenance({ date, commit, machine, versions }, what = []) {
    const shown = ['emscripten', ...what].filter((name) => versions[name]).map((name) => (name === 'emscripten' ? emscripten(versions) : `${name} ${versions[name]}`));
    return `Measured ${date}${commit ? ` at commit ${commit}` : ''}; ${machine.processor}, ${machine.cores} processors, ${machine.memoryGigabytes} GB, ` +
        `${machine.system}; load at the end ${machine.load.toFixed(1)}. ${shown.join(', ')}.`;
}

const emscripten = (versions) => `Emscripten ${/\d+\.\d+\.\d+/.exec(versions.emscripten)?.[0] ?? versions.emscripten}`;
