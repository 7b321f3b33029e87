import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { announceAlerts } from '#lib/domain/alerts/writes.ts';
import { closeDb, getDb } from '#lib/platform/db/client.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { SIZES, sizesIn } from '#tools/bench/growth.ts';
import { fillIssued, GUARANTEES_EACH } from '#tools/bench/issued-data.ts';
import { measure } from '#tools/bench/measure.ts';
import { median, type Row, rounded } from '#tools/bench/table.ts';
import { codeOf, openHere, startVault, untilQuiet } from '#tools/bench/vault-world.ts';

const HOLDERS_HAVE = 10;
const ROUNDS = 5;
const SECONDS = 3;

/**
 * Measures the job that announces expiries, and the page of a verification code, for growing
 * numbers of guarantees.
 */
export async function benchGuarantees(): Promise<Row[]> {
  const rounds = [];
  const pages = [];
  for (const size of SIZES) {
    rounds.push(await roundsOver(size));
    pages.push(await pagesOver(size));
  }
  const row = (name: string, values: number[], aim = ''): Row => [
    name,
    ...values.map(rounded),
    aim,
  ];
  return [
    sizesIn('', 'aim'),
    row(
      'the first round ever, s',
      rounds.map(({ first }) => first.seconds),
    ),
    row(
      '  accounts mailed',
      rounds.map(({ first }) => first.notices),
    ),
    row(
      '  longest wait on the thread, ms',
      rounds.map(({ first }) => first.wait),
      '≤ 100',
    ),
    row(
      'the round of the next day, s',
      rounds.map(({ next }) => next.seconds),
      '≤ 5',
    ),
    row(
      '  accounts mailed',
      rounds.map(({ next }) => next.notices),
    ),
    row(
      '  longest wait on the thread, ms',
      rounds.map(({ next }) => next.wait),
      '≤ 100',
    ),
    row(
      'verification page, 20 connections, /s',
      pages.map(({ rate }) => rate),
      '≥ 2,000',
    ),
    row(
      '  p99, ms',
      pages.map(({ p99 }) => p99),
    ),
  ];
}

/** Runs the job in this process, whose thread does nothing else at the time. */
async function roundsOver(size: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'resguardo-bench-'));
  await openHere(dataDir);
  const holders = size / HOLDERS_HAVE;
  try {
    await getDb().client.execute(`
      insert into accounts (id, email, role, email_verified_at, name, created_at, updated_at)
      with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ${holders})
      select 'u' || i, 'u' || i || '@andes.cl', 'natural', 1, 'Ana', 1, 1 from n`);
    await fillIssued(getDb().client, holders, HOLDERS_HAVE);
    // No alert is due yet, so this call only does the work of a first run.
    await announceAlerts(Date.now() - 500 * DAY);
    return { first: await roundAt(Date.now()), next: await roundAt(Date.now() + DAY) };
  } finally {
    await closeDb();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function roundAt(now: number) {
  const queued = async () =>
    Number((await getDb().client.execute('select count(*) as n from deliveries')).rows[0]?.n);
  const before = await queued();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const started = performance.now();
  await announceAlerts(now);
  const seconds = (performance.now() - started) / 1000;
  delay.disable();
  return { seconds, wait: delay.max / 1e6, notices: (await queued()) - before };
}

/** Opens the page of another code in each round. */
async function pagesOver(size: number) {
  const app = await startVault(size / GUARANTEES_EACH);
  try {
    const target = { pid: app.pid() };
    const rounds = [];
    for (let round = -1; round < ROUNDS; round++) {
      const code = codeOf(Math.floor(Math.random() * size));
      const found = await measure({ url: `${app.url}/v/${code}` }, target, SECONDS);
      if (round >= 0) rounds.push(found);
      else await untilQuiet(app.pid());
    }
    return {
      rate: median(rounds.map(({ rate }) => rate)),
      p99: median(rounds.map(({ p99 }) => p99)),
    };
  } finally {
    await app.close();
  }
}
