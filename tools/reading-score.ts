import { fields, scoreReadings } from '#tests/support/synthetic-documents/reading-score.ts';

/**
 * `npm run reading-score [-- <each>]` generates documents of every kind, reads them, and prints for each
 * kind and field how many were `right/silent/wrong`: read correctly, not read, or read wrongly. One
 * wrong in 20 is a failure.
 */
const each = Number(process.argv[2] ?? 100);
const { table, misses } = await scoreReadings(each);
const readFields = fields.filter((field) => [...table.values()].some((row) => row.has(field)));
console.log(`\n${each} generated documents of each kind: right/silent/wrong\n`);
console.log(`| kind | ${readFields.join(' | ')} |`);
console.log(`| --- |${' --- |'.repeat(readFields.length)}`);
let worst = 1;
for (const [kind, row] of table) {
  const cells = readFields.map((field) => {
    const cell = row.get(field);
    if (!cell) return '';
    const all = cell.right + cell.silent + cell.wrong;
    worst = Math.min(worst, (all - cell.wrong) / all);
    return `${cell.right}/${cell.silent}/${cell.wrong}`;
  });
  console.log(`| ${kind} | ${cells.join(' | ')} |`);
}
for (const { kind, n, field, wanted, read } of misses.filter((miss) => miss.read !== undefined)) {
  console.log(`wrong: ${kind} ${n}, ${field}: ${wanted} read as ${read}`);
}
console.log(`\nright or silent, where it is least: ${(worst * 100).toFixed(1)} %`);
process.exitCode = worst >= 0.95 ? 0 : 1;
