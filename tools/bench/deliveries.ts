import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@libsql/client';
import { startApp } from '#tests/support/app-process.ts';
import { contactBody } from '#tests/support/contact.ts';
import { startHubspot } from '#tests/support/providers/hubspot.ts';
import { startResend } from '#tests/support/providers/resend.ts';
import { type Row, rounded } from '#tools/bench/table.ts';

const LEADS = 3000;

/** Measures how fast the worker empties its queue when the providers reply at once. */
export async function benchDeliveries(): Promise<Row[]> {
  const crm = await rateOf('/crm', 'lead.crm');
  const mail = await rateOf('/mail', 'lead.acknowledgement');
  const note = `${LEADS.toLocaleString('en')} leads (aim ≥ 200)`;
  return [
    ['leads to the CRM/s', rounded(crm), `${note}: a contact and a note each`],
    ['mails/s', rounded(mail), `${note}: each written anew`],
  ];
}

/** Returns deliveries per second, from the first to the last one that is sent. */
async function rateOf(partition: string, kind: string): Promise<number> {
  const hubspot = await startHubspot({ isSetUp: true });
  const resend = await startResend();
  const mailing = { RESEND_API_KEY: resend.key, RESEND_BASE_URL: resend.url };
  const app = await startApp({ variables: { ...hubspot.variables, ...mailing } });
  const db = createClient({ url: `file:${join(app.dataDir, 'resguardo.db')}` });
  try {
    await app.stop();
    await fill(db, partition, kind);
    await app.restart();
    const sent = async () =>
      Number(
        (await db.execute("select count(*) as n from deliveries where state = 'sent'")).rows[0]?.n,
      );
    while ((await sent()) === 0) await sleep(2);
    const [before, started] = [await sent(), performance.now()];
    while ((await sent()) < LEADS) await sleep(20);
    return (LEADS - before) / ((performance.now() - started) / 1000);
  } finally {
    db.close();
    await Promise.all([app.close(), hubspot.close(), resend.close()]);
  }
}

async function fill(db: ReturnType<typeof createClient>, partition: string, kind: string) {
  const answers = JSON.stringify(contactBody);
  const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${LEADS})`;
  await db.execute({
    sql: `${numbers} insert into leads (id, kind, name, email, phone, answers, consent_version,
        consent_address, request_id, created_at)
      select i, 'contacto', 'Ana Muñoz', 'p' || i || '@empresa.cl', '+56 9 1234 5678', ?, '1',
        '127.0.0.1', 'bench', i from n`,
    args: [answers],
  });
  await db.execute({
    sql: `${numbers} insert into deliveries
        (partition, kind, payload, idempotency_key, state, due_at, created_at)
      select 'lead:' || i || ?, ?, '{"leadId":' || i || '}', 'bench-' || i, 'waiting', i, i from n`,
    args: [partition, kind],
  });
}
