import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Tally } from '#tools/fuzz/tally.ts';

/**
 * `npm run fuzz` sends 100,000 random requests, files, replies and texts, and prints a table.
 * `FUZZ_RUNS` and `FUZZ_SEED` change number and seed. A failure prints how to repeat it.
 */
const files = ['tests/unit/fuzz', 'tests/api/fuzz', 'tests/server/fuzz'];
const root = dirname(dirname(import.meta.dirname));
const runs = process.env.FUZZ_RUNS ?? '100000';
const seed = process.env.FUZZ_SEED ?? String(Math.floor(Math.random() * 2 ** 31));

const report = mkdtempSync(join(tmpdir(), 'resguardo-fuzz-'));
const started = performance.now();
console.log(`FUZZ_RUNS=${runs} FUZZ_SEED=${seed}`);
const code = await vitest();
printTable();
rmSync(report, { recursive: true, force: true });
process.exitCode = code;

function vitest(): Promise<number> {
  const program = join(root, 'node_modules/vitest/vitest.mjs');
  // The test files run one after the other, so that none slows another one down.
  const args = [program, 'run', ...files, '--testTimeout=3600000', '--no-file-parallelism'];
  const env = { ...process.env, FUZZ_RUNS: runs, FUZZ_SEED: seed, FUZZ_REPORT: report };
  const child = spawn(process.execPath, [...args, '--reporter=dot'], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  return new Promise((resolve) => child.on('close', (exit) => resolve(exit ?? 1)));
}

function printTable(): void {
  const rows: string[][] = [['', 'sent', 'taken', 'slowest', 'answers']];
  let total = 0;
  for (const file of readdirSync(report).sort()) {
    const tallies: Tally[] = JSON.parse(readFileSync(join(report, file), 'utf8'));
    rows.push([file.replace('.json', '').toUpperCase(), '', '', '', '']);
    for (const { name, requests, statuses, valid, accepted, slowestMs } of tallies) {
      total += requests;
      const share = valid > 0 ? `${Math.round((100 * accepted) / valid)} %` : '';
      const answers = Object.entries(statuses).map(([status, times]) => `${status}×${times}`);
      rows.push([name, String(requests), share, `${Math.round(slowestMs)} ms`, answers.join(' ')]);
    }
  }
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  for (const row of rows) {
    console.log(
      row
        .map((cell, n) => (n === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[n] ?? 0)))
        .join('  '),
    );
  }
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  console.log(
    `${total} in all, ${minutes} min, seed ${seed}. "taken": of those that nothing was wrong with.`,
  );
}
