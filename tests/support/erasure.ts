import { sql } from 'drizzle-orm';
import { checkRows } from '#lib/background/check-rows.ts';
import { eraseLeads } from '#lib/domain/erasure/writes.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { now } from '#lib/platform/process/clock.ts';
import { api } from '#tests/support/call.ts';
import { contactBody, sendContact } from '#tests/support/contact.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { bookingEvent } from '#tests/support/providers/scheduling.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { samples } from '#tests/support/sample-files.ts';
import { postUploadProxy, uploadProxyForm } from '#tests/support/upload-client.ts';
import { sendSchedulingEvent } from '#tests/support/webhooks.ts';
import { newVisitor } from '#tests/support/wizard.ts';
import type { World } from '#tests/support/world.ts';

/** Returns rows of any table that hold one of these texts, as `<table> <text>`, search included. */
export async function rowsContaining(texts: readonly string[]): Promise<string[]> {
  const { read } = getDb();
  const tables = await read.all<{ name: string }>(sql`select name from sqlite_master
    where type = 'table' and name not like 'sqlite_%' and name not like '%\\_fts%' escape '\\'
      and name not like 'leads_search%' and name not like '\\_\\_%' escape '\\'`);
  const found: string[] = [];
  for (const { name } of tables) {
    const text = JSON.stringify(await read.all(sql.raw(`select * from "${name}"`))).toLowerCase();
    found.push(
      ...texts.filter((mark) => text.includes(mark.toLowerCase())).map((mark) => `${name} ${mark}`),
    );
  }
  for (const mark of texts) {
    const word = `"${mark.replaceAll('"', '')}"`;
    const hits = await read.all(
      sql`select rowid from leads_search where leads_search match ${word} limit 1`,
    );
    if (hits.length > 0) found.push(`leads_search ${mark}`);
  }
  return found;
}

/** Returns the contradictions between tables that `npm run doctor` reports. */
export async function rowProblems() {
  return (await checkRows()).problems;
}

/** Delivers everything that an erasure queues: in the CRM now, and again minutes later. */
export async function deliverErasureTasks({ advance }: Pick<World, 'advance'>): Promise<void> {
  await deliverDue();
  advance(6 * 60_000);
  await deliverDue();
}

type Cookies = Record<string, string>;

/** Erases everything of the person behind a lead, by an advisor. */
export const eraseLead = (id: number, { cookies }: { cookies: Cookies }) =>
  api(`/api/admin/leads/${id}/erase`, { method: 'POST', cookies });

/** Erases one request as its applicant. */
export const eraseOwnRequest = (id: number, cookies: Cookies) =>
  api(`/api/guarantees/mine/${id}`, { method: 'DELETE', cookies });

/** Erases one lead only, by the sweeper. */
export const eraseSingleLead = (id: number) =>
  getDb().write((tx) =>
    eraseLeads(tx, { requestId: 'x', ip: '', now: now(), actor: 'system' }, sql`id = ${id}`),
  );

export const ANA_EMAIL = 'ana@constructora.cl';

/** Texts that only Ana's data contains. */
export const anaTexts = [
  ANA_EMAIL,
  'Muñoz',
  'Constructora Andes',
  '76123456',
  'Bases de Ana',
  'Nota sobre ella',
];

/** Makes a request with a file, a note and a meeting, a message, and a draft, all of Ana. */
export async function createAnaData({ cookies }: { cookies: Cookies }) {
  const { body } = await postUploadProxy(uploadProxyForm(samples.pdf, 'Bases de Ana.pdf'));
  const request = await sendRequest({ ...publicBody, contratoUrl: body.downloadUrl });
  await sendContact({ ...contactBody, mensaje: 'Nota sobre ella misma' });
  await api(`/api/admin/leads/${request.id}/notes`, {
    cookies,
    json: { text: 'Nota sobre ella' },
  });
  await sendSchedulingEvent(
    bookingEvent({ uid: 'reunion-1', email: ANA_EMAIL, name: 'Ana Muñoz' }),
  );
  const wizard = newVisitor();
  await wizard.save('tipo', { sistemaLicitacion: 'privados' });
  await wizard.save('contacto', {
    nombreSolicitante: 'Ana Muñoz',
    email: ANA_EMAIL,
    telefonoSolicitante: '+56 9 1234 5678',
  });
  return request;
}
