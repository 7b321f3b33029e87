import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { startApp } from '#tests/support/app-process.ts';
import { startBareApp, startProcess } from '#tests/support/bare-app.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { startResend } from '#tests/support/providers/resend.ts';
import { median, type Row, rounded } from '#tools/bench/table.ts';

const ROUNDS = 3;
const SECONDS = 4;
const CONNECTIONS = 20;

/** POST /api/guarantees/public beside the least that Next, and plain Node, need for the same. */
export async function benchSubmissions(): Promise<Row[]> {
  const directory = mkdtempSync(join(tmpdir(), 'resguardo-bench-'));
  const resend = await startResend();
  const variables = { RESEND_API_KEY: resend.key, RESEND_BASE_URL: resend.url, LOG_LEVEL: 'info' };
  const app = await startApp({ variables });
  const bare = await startBareApp({ BARE_DB: join(directory, 'next.db') });
  const plain = await startProcess(['tools/bench/bare-server.ts'], {
    env: { BARE_DB: join(directory, 'plain.db') },
    path: '/',
  });
  try {
    const targets = {
      ours: `${app.url}/api/guarantees/public`,
      next: `${bare.url}/api/submit`,
      plain: `${plain.url}/submit`,
    };
    const rates = { ours: [] as number[], next: [] as number[], plain: [] as number[] };
    for (const url of Object.values(targets)) await fire(url, 2);
    await quiet(() => resend.received.length);
    for (let round = 0; round < ROUNDS; round++) {
      rates.next.push(await fire(targets.next, SECONDS));
      rates.ours.push(await fire(targets.ours, SECONDS));
      await quiet(() => resend.received.length);
      rates.plain.push(await fire(targets.plain, SECONDS));
    }
    const rate = { ours: median(rates.ours), next: median(rates.next), plain: median(rates.plain) };
    const each = `${CONNECTIONS} connections`;
    return [
      ['submissions/s, everything on', rounded(rate.ours), each],
      [
        '  empty Next handler',
        rounded(rate.next),
        `ratio ${rounded(rate.ours / rate.next)} (aim ≥ 0.7)`,
      ],
      ['  node:http + libSQL', rounded(rate.plain), `ratio ${rounded(rate.ours / rate.plain)}`],
      ['  mails sent meanwhile', `${resend.received.length}`, ''],
    ];
  } finally {
    await Promise.all([app.close(), bare.close(), plain.close(), resend.close()]);
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Waits until the mails of a round are sent, so that they do not slow the next one. */
async function quiet(count: () => number): Promise<void> {
  for (let before = -1; before !== count(); ) {
    before = count();
    await sleep(1500);
  }
}

/** Answers with 200 per second. */
async function fire(url: string, seconds: number): Promise<number> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(publicBody),
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} refused`);
  return result['2xx'] / result.duration;
}
