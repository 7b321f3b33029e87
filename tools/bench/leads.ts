import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@libsql/client';
import { type AppProcess, startApp } from '#tests/support/app-process.ts';
import { contactBody } from '#tests/support/contact.ts';
import { answerTime } from '#tools/bench/measure.ts';
import { median, type Row, rounded } from '#tools/bench/table.ts';

const ROUNDS = 10;
const FORMS = 40;
const WAITING = 100_000;

/**
 * Shows that a contact form does not wait for providers. Three apps receive the same forms in
 * turns: one whose mails go to a folder, one whose providers hang, and one with 100,000 waiting
 * deliveries.
 */
export async function benchLeads(): Promise<Row[]> {
  const hanging = await startHanging();
  const variables = {
    LOG_LEVEL: 'info',
    RESEND_API_KEY: 're_stand_in',
    RESEND_BASE_URL: hanging.url,
    HUBSPOT_ACCESS_TOKEN: 'pat-stand-in',
    HUBSPOT_BASE_URL: hanging.url,
  };
  const idle = await startApp({ variables: { LOG_LEVEL: 'info' } });
  const stuck = await startApp({ variables });
  const full = await startApp({ variables });
  try {
    await fillQueue(full);
    const senders = await Promise.all([idle, stuck, full].map(prepare));
    for (const send of senders) await send(FORMS);
    const times: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < ROUNDS; round++) {
      for (const [i, send] of senders.entries()) times[i]?.push(...(await send(FORMS)));
    }
    const [p50, p50Stuck, p50Full] = times.map(median) as [number, number, number];
    return [
      ['form, nothing else, p50 ms', rounded(p50), `${ROUNDS * FORMS} forms each, in turns`],
      ['  every provider hangs', rounded(p50Stuck), `ratio ${rounded(p50Stuck / p50)} (aim ≤ 1.1)`],
      [
        `  ${WAITING.toLocaleString('en')} deliveries wait as well`,
        rounded(p50Full),
        `ratio ${rounded(p50Full / p50Stuck)} of the line above (aim ≤ 1.2)`,
      ],
      ['  calls that hang meanwhile', `${hanging.calls()}`, ''],
    ];
  } finally {
    await Promise.all([idle.close(), stuck.close(), full.close(), hanging.close()]);
  }
}

/** Starts a server that accepts every request and never replies. */
async function startHanging() {
  let calls = 0;
  const server = createServer(() => {
    calls += 1;
  }).listen(0);
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo; // It is a TCP server.
  return {
    url: `http://localhost:${port}`,
    calls: () => calls,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

/** Inserts a lead, and due mails about it, each in a partition of its own. */
async function fillQueue(app: AppProcess): Promise<void> {
  await (await prepare(app))(1);
  await app.stop();
  const db = createClient({ url: `file:${join(app.dataDir, 'resguardo.db')}` });
  await db.execute(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${WAITING})
    insert into deliveries (partition, kind, payload, idempotency_key, state, due_at, created_at)
    select 'lead:1/mail-' || i, 'lead.internal-mail', '{"leadId":1}', 'bench-' || i, 'waiting', i, i from n`);
  db.close();
  await app.restart();
}

/** Returns a function that sends forms one after the other and returns how many ms each took. */
async function prepare(app: AppProcess): Promise<(forms: number) => Promise<number[]>> {
  const { token } = await (await fetch(`${app.url}/api/csrf-token`)).json();
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: `csrf-token=${token}` },
    body: JSON.stringify({ ...contactBody, csrfToken: token }),
  };
  return async (forms) => {
    const times = [];
    for (let n = 0; n < forms; n++) {
      times.push(await answerTime(`${app.url}/api/contact`, request));
      await sleep(5);
    }
    return times;
  };
}
