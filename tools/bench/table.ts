/** Name of a measurement, its value or values, and the value for comparison. */
export type Row = [name: string, ...values: string[]];

/** Aligns names, and the note of three columns, to the left, and numbers to the right. */
export function printTable(rows: Row[]): void {
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  for (const row of rows) {
    const cells = row.map((cell, i) =>
      i === 0 || (i === 2 && row.length === 3) ? cell.padEnd(width(i)) : cell.padStart(width(i)),
    );
    console.log(cells.join('  ').trimEnd());
  }
}

/** Returns the value in the middle: one slow round on a busy machine means nothing. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Returns the value below which so large a share of them lies. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

export function rounded(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
