import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * `npm run test:remote` runs the API and contract tests against a database server. With `--
 * --faults [--seed=…] [--odds=0.02] [files]` any request to the database may fail, hang, be sent
 * twice or lose its answer (tests/support/faults/setup.ts). Prints a summary at the end.
 */
const { values, positionals } = parseArgs({
  options: {
    faults: { type: 'boolean' },
    seed: { type: 'string', default: `${Date.now() % 1_000_000}` },
    odds: { type: 'string', default: '0.02' },
  },
  allowPositionals: true,
});

/** Test files that cannot run with faults: they count round trips or calls, or compare times. */
const counted = ['round-trips', 'auth-timing', 'share-timing', 'payments-two-browsers'];

/**
 * Tests that cannot run with faults: they depend on the order of simultaneous requests, measure
 * times, or make hundreds of writes.
 */
const unfit = [
  'comes early among wrong ones',
  'in any order, late and repeated',
  'ends in 504 in time',
];

process.exitCode = values.faults ? withFaults() : run(['tests/api', 'tests/contract']);

function run(where, more = [], env = {}) {
  const files = positionals.length > 0 ? positionals : where;
  const { status } = spawnSync(
    'vitest',
    ['run', '--project=code', '--test-timeout=60000', ...more, ...files],
    { stdio: 'inherit', env: { ...process.env, TEST_DATABASE: 'remote', ...env } },
  );
  return status ?? 1;
}

function withFaults() {
  const folder = mkdtempSync(join(tmpdir(), 'resguardo-faults-'));
  const log = join(folder, 'faults.log');
  const { seed, odds } = values;
  const without = counted.map((name) => `--exclude=tests/api/${name}.test.ts`);
  run(['tests/api'], ['--retry=2', ...without], {
    TEST_FAULTS: seed,
    TEST_FAULTS_ODDS: odds,
    TEST_FAULTS_LOG: log,
  });
  const lines = readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  rmSync(folder, { recursive: true });
  return sum(lines);
}

function sum(lines) {
  const total = {};
  const workers = new Map(lines.filter(({ worker }) => worker).map((l) => [l.worker, l.counts]));
  for (const counts of workers.values()) add(total, counts);
  const tests = Map.groupBy(
    lines.filter(({ name }) => name),
    ({ name }) => name,
  );
  const outcomes = { passed: 0, 'refused, passed again': 0, 'refused, not passed': 0, failed: 0 };
  for (const [name, tries] of tests) {
    if (unfit.some((words) => name.includes(words))) continue;
    const failed = tries.find(({ state, refused }) => state === 'fail' && refused === 0);
    const passed = tries.at(-1).state === 'pass';
    const outcome = failed
      ? 'failed'
      : !passed
        ? 'refused, not passed'
        : tries.some(({ state }) => state === 'fail')
          ? 'refused, passed again'
          : 'passed';
    outcomes[outcome] += 1;
    if (outcome !== 'passed') console.log(`${outcome}: ${name}: ${(failed ?? tries[0]).error}`);
  }
  const bad = lines.filter((line) => line.bad);
  for (const line of bad) console.log(JSON.stringify(line));
  console.log(JSON.stringify({ seed: values.seed, odds: values.odds, tests: outcomes, ...total }));
  return outcomes.failed > 0 || bad.length > 0 || tests.size === 0 ? 1 : 0;
}

function add(total, counts) {
  for (const [key, value] of Object.entries(counts)) {
    if (typeof value === 'number') {
      total[key] = (total[key] ?? 0) + value;
    } else {
      total[key] ??= {};
      add(total[key], value);
    }
  }
}
