import { setTimeout as sleep } from 'node:timers/promises';
import { publicBody } from '#tests/support/request-bodies.ts';
import { type Fired, fire } from '#tools/bench/fire.ts';
import { TOKEN } from '#tools/bench/inbox-data.ts';
import type { Shot } from '#tools/bench/measure.ts';
import { fillDatabase, sizeOf, startScaled, waitingMails } from '#tools/bench/scaling-world.ts';
import { type Row, rounded } from '#tools/bench/table.ts';
import { cookieOf, DOCUMENTS_EACH } from '#tools/bench/vault-world.ts';

const big = process.env.BENCH_SCALING !== 'small';
const SIZES = big
  ? { vaults: 20_000, accounts: 1_000_000, leads: 300_000 }
  : { vaults: 200, accounts: 1_000, leads: 1_000 };
const SECONDS = big ? 5 : 2;
/**
 * Simulated latencies of a database server: on the same machine, in the same region, and farther
 * away.
 */
const SETS = [
  { latencyMs: 0, count: 1 },
  { latencyMs: 1, count: 1 },
  { latencyMs: 1, count: 2 },
  { latencyMs: 5, count: 2 },
  { latencyMs: 20, count: 2 },
];
const CLIENTS = 32;

/**
 * Measures instances on a simulated database server, with latency added to each round trip, on a
 * database of a million accounts. The server is not sqld: the result shows how instances wait, not
 * how fast sqld is.
 */
export async function benchScaling(): Promise<Row[]> {
  const database = await fillDatabase(SIZES);
  const { vault, account, lead } = database.weights;
  const rows: Row[] = [
    ['database, MiB', rounded(database.mib()), JSON.stringify(SIZES)],
    ['  bytes per account with a session', rounded(account), ''],
    [`  bytes per vault of ${DOCUMENTS_EACH} documents`, rounded(vault), ''],
    ['  bytes per lead, a quarter of them requests', rounded(lead), ''],
  ];
  try {
    for (const set of SETS) {
      console.log(`  ${set.count} at ${set.latencyMs} ms …`);
      rows.push(...(await rowsOf(database.path, set)));
    }
    return rows;
  } finally {
    database.close();
  }
}

async function rowsOf(path: string, set: (typeof SETS)[number]): Promise<Row[]> {
  const scaled = await startScaled(path, set.latencyMs, set.count);
  const at = (path: string, more: Partial<Shot> = {}) => {
    return (n: number): Shot => ({
      url: `${scaled.urls[n % scaled.urls.length]}${path}`,
      ...more,
      headers: { ...more.headers, 'x-forwarded-for': addressOf(n) },
    });
  };
  const submission = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(publicBody),
  };
  const advisor = { headers: { cookie: `service_session=${TOKEN}` } };
  const own = (path: string) => (n: number) =>
    at(path, { headers: { cookie: cookieOf(n % SIZES.vaults) } })(n);
  // A single advisor loads the inbox repeatedly, because rate limits of an account must not be
  // reached.
  const alone = { clients: 1, most: 60 };
  const shots: [string, (n: number) => Shot, { clients?: number; most?: number }?][] = [
    ['session check', own('/api/auth/session')],
    ['profile list', own('/api/documents/profile?type=documents')],
    ['inbox, one after the other', at('/api/admin/leads', advisor), alone],
    ['submission, one after the other', at('/api/guarantees/public', submission), alone],
    ['submission', at('/api/guarantees/public', submission)],
  ];
  try {
    const rows: Row[] = [[`${set.count} × app, ${set.latencyMs} ms per round trip`, '', '']];
    for (const [name, shot, mode] of shots) {
      await fire(shot, { clients: CLIENTS, ...mode, seconds: 1 });
      const before = await sizeOf(path);
      const fired = await fire(shot, { clients: CLIENTS, ...mode, seconds: SECONDS });
      rows.push(rowOf(name, fired));
      if (name !== 'submission') continue;
      const bytes = ((await sizeOf(path)) - before) / fired.answers;
      rows.push(['  bytes per submission', rounded(bytes), 'with its mails, lead and limits']);
    }
    rows.push(await deliveriesOf(path));
    return rows;
  } finally {
    await scaled.close();
  }
}

function rowOf(name: string, { rate, p50, p99 }: Fired): Row {
  return [`  ${name}, /s`, rounded(rate), `p50 ${rounded(p50)} ms, p99 ${rounded(p99)} ms`];
}

/** Returns mails per second without other requests. The mails are those that submissions queued. */
async function deliveriesOf(path: string): Promise<Row> {
  const queued = await waitingMails(path);
  const started = performance.now();
  let left = queued;
  while (left > 0 && performance.now() - started < SECONDS * 2000) {
    await sleep(100);
    left = await waitingMails(path);
  }
  const seconds = (performance.now() - started) / 1000;
  return ['  mails, /s', rounded((queued - left) / seconds), `${queued} waited`];
}

/** Returns one of a million IP addresses, so that no limit per IP is reached. */
function addressOf(n: number): string {
  const i = Math.floor(Math.random() * 256);
  return `${11 + (n % 180)}.${(n >> 8) & 255}.${n & 255}.${i}`;
}
