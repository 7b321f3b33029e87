import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from '@libsql/client';
import { expect, test } from 'vitest';
import { closeDb } from '#lib/platform/db/client.ts';
import { setClock } from '#lib/platform/process/clock.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { startApp } from '#tests/support/app-process.ts';
import { rowProblems } from '#tests/support/erasure.ts';
import { eventsOf } from '#tests/support/leads.ts';
import { insertLink } from '#tests/support/mailed-links.ts';
import { programEnv } from '#tests/support/program-env.ts';
import { textFile } from '#tests/support/request-files.ts';
import {
  requestDocuments,
  requestedDocumentsOf,
  sendContactMessage,
} from '#tests/support/requested-documents.ts';
import { makeCompany } from '#tests/support/vault.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { worldForTest } from '#tests/support/world.ts';

/** `KILLS=50` is for more. Each of the app costs a second of restart. */
const KILLS = Number(process.env.KILLS ?? 2);
const LEADS = 4;
const TITLES = ['Uno', 'Dos', 'Tres', 'Cuatro', 'Cinco'];
const variables = { APP_SECRET: 'x'.repeat(40) };
const world = worldForTest();

test('kill -9 while requested documents are sent, filed and reminded of loses none and doubles none', async () => {
  setClock(() => Date.now());
  await makeCompany('ana');
  const admin = await makeAdvisor();
  const leads: { id: number; page: string; fields: string[] }[] = [];
  for (let n = 0; n < LEADS; n++) {
    const id = await sendContactMessage('ana@andes.cl');
    const documents = await requestDocuments(id, admin.cookies, {
      otros: [...TITLES, 'Falta'].join('\n'),
    });
    const page = `/recibido/${await insertLink('lead-receipt', id, { mailedTo: 'x' })}`;
    leads.push({ id, page, fields: documents.map((document) => `pedido-${document.id}`) });
  }
  await closeDb();
  const db = createClient({ url: `file:${join(world.dataDir, 'resguardo.db')}` });
  const sent = leads.flatMap(({ page, fields }) =>
    TITLES.map((title, n) => ({ page, field: fields[n] ?? '', title })),
  );

  let acknowledged = 0;
  const app = await startApp({ dataDir: world.dataDir, variables });
  const waiting = [...sent];
  const send = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await insist(app.url, next);
      acknowledged += 1;
    }
  };
  const kill = async () => {
    for (let kills = 0; kills < KILLS; kills++) {
      const target = ((kills + 1) * sent.length * 0.9) / KILLS;
      await waitFor(() => acknowledged >= target);
      await app.kill9();
      await app.restart();
    }
  };
  await Promise.all([kill(), ...Array.from({ length: 4 }, send)]);
  await app.stop();

  const filed = "select count(*) as n from documents where state = 'kept'";
  const reminders = `select count(*) as n from deliveries where kind = 'lead.papers-mail'
    and payload ->> '$.sender' is null`;
  for (let kills = 1; kills <= KILLS; kills++) {
    const own = { DATA_DIR: world.dataDir, LOG_LEVEL: 'silent', NODE_ENV: 'production' } as const;
    const child = spawn(process.execPath, ['tests/support/document-request-rounds.ts'], {
      env: { ...programEnv(), ...variables, ...own },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const ended = once(child, 'close');
    await waitFor(async () => (await count(db, filed)) >= (sent.length * kills) / KILLS);
    if (kills === KILLS) await waitFor(async () => (await count(db, reminders)) >= LEADS);
    child.kill('SIGKILL');
    await ended;
  }
  expect([await count(db, filed), await count(db, reminders)]).toEqual([sent.length, LEADS]);
  const names = await db.execute("select distinct file_name from documents where state = 'kept'");
  expect(names.rows).toHaveLength(TITLES.length);
  db.close();

  for (const { id } of leads) {
    const files = (await requestedDocumentsOf(id)).map((document) =>
      document.files.map(({ fileName }) => fileName),
    );
    expect(files).toEqual([...TITLES.map((title) => [`${title}.pdf`]), []]);
    const events = (await eventsOf(id)).flatMap((event) =>
      event.kind === 'files' ? event.files : [],
    );
    expect(events.map(({ fileName }) => fileName).sort()).toEqual(
      TITLES.map((title) => `${title}.pdf`).sort(),
    );
  }
  expect(await rowProblems()).toEqual([]);
});

/** Presses again until the page shows that the file arrived, like a person does. */
async function insist(
  url: string,
  { page, field, title }: Record<'page' | 'field' | 'title', string>,
) {
  for (;;) {
    const body = new FormData();
    body.set('envio', title);
    body.set(field, textFile(`${title}.pdf`));
    const headers = { 'sec-fetch-site': 'same-origin' };
    const request = { method: 'POST', body, headers, redirect: 'manual' } as const;
    const response = await fetch(`${url}${page}/archivos`, request).catch(() => null);
    const to = response?.headers.get('location') ?? '';
    if (to.includes('aviso=documentos')) return;
    if (response && response.status < 500 && !/unavailable|internal/.test(to)) throw new Error(to);
    await sleep(20);
  }
}

async function count(db: Client, query: string): Promise<number> {
  return Number((await db.execute(query)).rows[0]?.n);
}
