import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { addLeadEvent } from '#lib/domain/requests/leads/writes/add-lead-event.ts';
import { copyTenders } from '#lib/domain/requests/leads/writes/tenders.ts';
import { readNeighbours } from '#lib/domain/requests/team/reads/list-inbox-page.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { marketplaceTenders } from '#lib/platform/db/schema/marketplace.ts';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';
import { adminAreaForTest } from '#tests/support/admin-area.ts';
import { insertLead, insertLeads, leadOf, sendRequest } from '#tests/support/leads.ts';
import { textOf } from '#tests/support/page-request.ts';
import { privateBody, publicBody } from '#tests/support/request-bodies.ts';
import { START } from '#tests/support/world.ts';

const { world, ana, inbox, lead, listed: list } = adminAreaForTest();
const happens = (leadId: number, event: Parameters<typeof addLeadEvent>[1]['event']) =>
  getDb().write((tx) => addLeadEvent(tx, { leadId, event, actor: ana.id, at: world.now() }));
const code = publicBody.idLicitacion;
const tender = (more: object = {}) =>
  getDb().write(async (tx) => {
    await tx
      .insert(marketplaceTenders)
      .values({ code, name: 'Reposición Consultorio Ñielol', type: 'LE', seenAt: START, ...more })
      .onConflictDoUpdate({ target: marketplaceTenders.code, set: more });
    await copyTenders(tx, sql`true`);
  });

describe('a request in the inbox', () => {
  test('is found by its institution, its amounts in any spelling and its tender', async () => {
    await insertLead({ rut: '1500000-8' });
    const guarantee = { ...publicBody.garantias[0], montoGarantia: '15000000' };
    const garantias = [guarantee, { ...guarantee, montoGarantia: '2500001.5' }];
    const { id } = await sendRequest({ ...publicBody, garantias });
    const other = await sendRequest({ ...privateBody, email: 'otra@obras.cl' });
    await tender({ buyerName: 'Servicio de Salud Araucanía' });
    for (const q of [
      'municipalidad mostazal',
      '15000000',
      '15.000.000',
      '$15.000.000',
      '$ 15.000.000',
      '2.500.001,5',
      '2500001',
      'ñielol',
      'consultorio niel',
      'araucania 15.000.000',
      'salud munic',
    ]) {
      expect(await list({ q }), q).toEqual([id]);
    }
    expect(await list({ q: 'minera norte' })).toEqual([other.id]);
    expect(await list({ q: 'UF 1234' })).toEqual([other.id]);
    expect(await list({ q: '1.500.001' })).toEqual([]);
    const late = await sendRequest({ ...publicBody, email: 'tarde@obras.cl' });
    expect(await list({ q: 'ñielol' })).toEqual([late.id, id]);
    await tender({ name: 'Puente Nuevo' });
    expect(await list({ q: 'ñielol' })).toEqual([]);
    expect(await list({ q: 'puente nuevo' })).toEqual([late.id, id]);
  });

  test('is found by an amount that reads like a RUT', async () => {
    const guarantee = { ...publicBody.garantias[0], montoGarantia: '15000007' };
    const { id } = await sendRequest({ ...publicBody, garantias: [guarantee] });
    const rut = await insertLead({ rut: '1500000-7' });
    expect(await list({ q: '15.000.007' })).toEqual([rut, id]);
  });

  test('is ordered by its day: the closing of its tender, or the beginning of its guarantee', async () => {
    const begins = await sendRequest(privateBody);
    const closes = await sendRequest(publicBody);
    const form = await insertLead();
    expect(await list({ sort: 'closing' })).toEqual([begins.id, closes.id, form]);
    await tender({ closesAt: START + 3 * DAY });
    expect(await list({ sort: 'closing' })).toEqual([closes.id, begins.id, form]);
    expect(await list({ closing: 'week' })).toEqual([closes.id]);
    await tender({ closesAt: START + 30 * DAY });
    expect(await list({ closing: 'open' })).toEqual([begins.id, closes.id]);
    world.advance(12 * DAY);
    expect(await list({ sort: 'closing' })).toEqual([closes.id, form, begins.id]);
  });
});

test('the wait counts from the first unanswered message until a reply or mark, and can order the list', async () => {
  const [first = 0, second = 0] = await insertLeads([{}, { createdAt: START + HOUR }]);
  const { id } = await sendRequest(publicBody);
  const since = async (lead: number) => (await leadOf(lead)).unansweredSince;
  expect(await list({ sort: 'waiting' })).toEqual([first, id, second]);
  world.advance(5 * HOUR);
  expect(await inbox({ sort: 'waiting' })).toMatch(
    /title="lleva 5 h hábiles sin respuesta" class="[^"]*text-warning"/,
  );
  await happens(id, { kind: 'reply', subject: 'Hola', text: 'Hola' });
  expect(await since(id)).toBeNull();
  expect(await list({ sort: 'waiting' })).toEqual([first, second, id]);
  expect(
    await readNeighbours('sort=waiting', { id: second, me: ana.id, now: world.now() }),
  ).toEqual({
    previous: first,
    next: id,
  });
  world.advance(HOUR);
  await happens(id, { kind: 'message', text: 'Gracias' });
  const requested = world.now();
  world.advance(HOUR);
  await happens(id, { kind: 'message', text: '¿Y?' });
  expect(await since(id)).toBe(requested);
  await happens(id, { kind: 'note', text: 'Llamar' });
  expect(await since(id)).toBe(requested);
  await happens(id, { kind: 'handled' });
  expect(await since(id)).toBeNull();
});

test('a row and a lead’s page link to leads with the same address or tender within 30 days', async () => {
  const { id, submissionId } = await sendRequest(publicBody);
  const same = await insertLead({ email: publicBody.email.toLowerCase() });
  const tenderOnly = await insertLead({ email: 'x@otra.cl', tenderId: code });
  await insertLead({ email: 'sola@otra.cl', rut: '11111111-1' });
  await insertLead({ email: publicBody.email.toLowerCase(), createdAt: START + 40 * DAY });
  const page = await inbox({ sort: 'newest' });
  const marks = [...page.matchAll(/href="\/admin\/leads\/(\d+)[^"]*" title="(N\.º [^"]*)"/g)];
  expect(marks.map(([, to, why]) => `${to} ${why}`)).toEqual([
    `${id} N.º ${submissionId}, misma licitación, a menos de 30 días`,
    `${id} N.º ${submissionId}, mismo correo, a menos de 30 días`,
    `${same} N.º ${same}, mismo correo, a menos de 30 días`,
  ]);
  expect(textOf(page)).toContain(`mismo correo: N.º ${submissionId}`);
  expect(await lead(tenderOnly)).toContain('misma licitación: N.º');
});
