/** What was measured, its value, and what it is held against. */
export type Row = [name: string, value: string, note: string];

export function printTable(rows: Row[]): void {
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const [name, value] = [width(0), width(1)];
  for (const row of rows) {
    console.log(`${row[0].padEnd(name)}  ${row[1].padStart(value)}  ${row[2]}`.trimEnd());
  }
}

/** The value in the middle: one slow round on a busy machine says nothing. */
export function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

export function rounded(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
