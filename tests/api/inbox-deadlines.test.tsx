import { expect, test } from 'vitest';
import AdvisorPage from '#app/(sitio)/asesor/page.tsx';
import { type ClosingChoice, closingChoices } from '#lib/domain/requests/leads/contact-schema.ts';
import { leadInternalMail } from '#lib/domain/requests/leads/mail.ts';
import { getFormLead } from '#lib/domain/requests/leads/reads/leads.ts';
import { parseInboxPage } from '#lib/domain/requests/team/list-query.ts';
import { listInboxPage, readNeighbours } from '#lib/domain/requests/team/reads/list-inbox-page.ts';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';
import { adminAreaForTest } from '#tests/support/admin-area.ts';
import { sendConditions } from '#tests/support/conditions.ts';
import { contactBody, sendContact, storedLeads } from '#tests/support/contact.ts';
import { insertClosings, sendRequest } from '#tests/support/leads.ts';
import { renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { START } from '#tests/support/world.ts';

const { ana, inbox, lead, listed } = adminAreaForTest();

const { cuando_cierra: _, ...requested } = contactBody;
const body = { ...requested, respuesta_preferida: 'Por escrito' };
const path = '/api/contact-advisor';
const send = async (cuando_cierra?: ClosingChoice) => {
  const response = await sendContact({ ...body, cuando_cierra }, { path });
  expect(response.status).toBe(200);
  return (await storedLeads()).at(-1)?.id ?? 0;
};
const request = async (idLicitacion: string, tipoGarantia = 'seriedad') => {
  const garantias = [{ ...publicBody.garantias[0], tipoGarantia, vigenciaDesde: '2026-11-27' }];
  return (await sendRequest({ ...publicBody, idLicitacion, garantias })).id;
};

test('the form for a call asks when the tender closes, optionally, and stores the end of that day', async () => {
  const page = await renderPage(AdvisorPage, {});
  expect(textOf(page)).toContain('¿Cuándo cierra? (opcional)');
  for (const choice of closingChoices) expect(page).toContain(`value="${choice}"`);
  const form = {
    ...body,
    acepta_politicas: 'true',
    cuando_cierra: 'Mañana',
    envio: 'A'.repeat(22),
  };
  expect((await postForm('/asesor/enviar', { form })).headers.get('location')).toMatch(/recibido/);
  const [row] = await storedLeads();
  expect(row?.answers).toMatchObject({ cuando_cierra: 'Mañana' });
  // The end of Saturday 21 November in Chile.
  expect(row?.dueAt).toBe(Date.UTC(2026, 10, 22, 3) - 1);
});

test('the closing day that a person chose is in the advisor’s mail, in the list and on the page', async () => {
  const id = await send('Mañana');
  expect((await leadInternalMail(await getFormLead(id))).text).toMatch(/Cuándo cierra:?\s+Mañana/);
  expect(textOf(await inbox())).toContain('cierra mañana');
  const page = textOf(await lead(id));
  expect(page).toContain('cierra mañana');
  expect(page).toContain('Cuándo cierra Mañana');
});

test('what closes first stands first, messages and requests alike; bid bonds that are too late stand last', async () => {
  const tooLate = [await request('1-1-LE26'), await request('1-1-LE26')];
  const awarded = await request('1-1-LE26', 'cumplimiento');
  const unknown = await send('No sé');
  const inTwoDays = await request('1-2-LE26');
  const inAMonth = await request('1-3-LE26');
  const none = await send();
  const tomorrow = await send('Mañana');
  const today = await send('Hoy');
  await insertClosings({
    '1-1-LE26': START - HOUR,
    '1-2-LE26': START + 2 * DAY,
    '1-3-LE26': START + 30 * DAY,
  });
  const first = [today, tomorrow, inTwoDays];
  const right = [...first, awarded, unknown, inAMonth, none, ...tooLate];
  expect(await listed({})).toEqual(right);
  const requested = (id: number) => ({ id, me: ana.id, now: START });
  for (const [i, id] of right.entries()) {
    const near = { previous: right[i - 1] ?? null, next: right[i + 1] ?? null };
    expect(await readNeighbours('', requested(id)), `${i}`).toEqual(near);
  }
});

test('pages of the list follow each other through open leads and those that are too late', async () => {
  const late = [];
  for (let i = 0; i < 27; i++) late.push(await request('1-1-LE26'));
  const others = [await send(), await send()];
  await insertClosings({ '1-1-LE26': START - HOUR });
  const ids: number[] = [];
  for (let before: number | string | null = ''; before !== null; ) {
    const query = parseInboxPage({ before: `${before}` });
    const page = await listInboxPage(query, { me: ana.id, now: START });
    expect(page.leads.length).toBeLessThanOrEqual(25);
    ids.push(...page.leads.map(({ id }) => id));
    before = page.before;
  }
  expect(ids).toEqual([...others, ...late]);
});

test('a corrected first day becomes the deadline of a request, unless its tender has a closing day', async () => {
  const known = await request('1-1-LE26');
  const unknown = await request('1-2-LE26');
  await insertClosings({ '1-1-LE26': START + 9 * DAY });
  const dueAt = async (lead: number) =>
    (await storedLeads()).find(({ id }) => id === lead)?.dueAt ?? 0;
  expect(await dueAt(unknown)).toBe(Date.UTC(2026, 10, 28, 3) - 1);
  const { montoGarantia, vigenciaHasta } = publicBody.garantias[0] ?? {};
  const garantias = [{ montoGarantia, vigenciaDesde: '2026-12-15', vigenciaHasta }];
  for (const id of [known, unknown])
    expect(await sendConditions(ana.cookies, id, { garantias })).toBe(200);
  expect(await dueAt(known)).toBe(START + 9 * DAY);
  expect(await dueAt(unknown)).toBe(Date.UTC(2026, 11, 16, 3) - 1);
});
