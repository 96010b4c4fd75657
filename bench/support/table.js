// Prints rows of cells in columns: numbers to the right, the first and the last to the left.

/** @param {string[][]} rows */
export function printTable(rows) {
    const last = rows[0].length - 1;
    const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
    for (const row of rows) {
        const cells = row.map((cell, column) => {
            if (column === last) return cell;
            return column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]);
        });
        console.log(cells.join('  ').trimEnd());
    }
}
