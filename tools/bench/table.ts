/** Name of a measurement, its values, and a value to compare them with. */
export type Row = [name: string, ...values: string[]];

/** Prints rows with names (and the note of three columns) on the left and numbers on the right. */
export function printTable(rows: Row[]): void {
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  for (const row of rows) {
    const cells = row.map((cell, i) =>
      i === 0 || (i === 2 && row.length === 3) ? cell.padEnd(width(i)) : cell.padStart(width(i)),
    );
    console.log(cells.join('  ').trimEnd());
  }
}

/** Returns the median, so that one slow round on a busy machine does not count. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Returns the value below which this share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

export function rounded(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
