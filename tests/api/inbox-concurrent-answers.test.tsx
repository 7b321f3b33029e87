import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { leadEvents } from '#lib/platform/db/schema/leads.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { openAdminArea } from '#tests/support/admin-area.ts';
import { advisorForTest } from '#tests/support/advisors.ts';
import { auditTrailOf } from '#tests/support/auth-calls.ts';
import { api, cookiesOf } from '#tests/support/call.ts';
import { eventsOf, leadOf, sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { queuedDeliveries } from '#tests/support/submissions.ts';
import { forEachTest } from '#tests/support/world.ts';

const admin = forEachTest(() => openAdminArea());
const luis = advisorForTest('luis@resguardo.cl');
let id: number;
beforeEach(async () => {
  ({ id } = await sendRequest(publicBody));
  await admin.deliver();
});

type Cookies = Record<string, string>;
type Fields = Record<string, string>;

const pageOf = async (cookies: Cookies, query: Fields = {}) => {
  browseAs(cookies);
  return renderPage(LeadPage, { id: `${id}` }, query);
};
/** Returns the last event that each form of an advisor's page sends. */
const seenBy = async (cookies: Cookies) => {
  const found = [...(await pageOf(cookies)).matchAll(/name="lastEvent" value="(\d+)"/g)];
  return found.map(([, value]) => value ?? '');
};
async function press(cookies: Cookies, action: string, form: Fields, path = `/admin/leads/${id}/`) {
  admin.world.advance(1000);
  const response = await postForm(`${path}${action}`, { form, cookies });
  const way = new URL(response.headers.get('location') ?? '', 'http://x');
  const query = Object.fromEntries(way.searchParams);
  return { query, page: () => pageOf({ ...cookies, ...cookiesOf(response) }, query) };
}
const reply = (respuesta: string, lastEvent = '') => ({
  asunto: 'Tu solicitud',
  respuesta,
  clave: respuesta,
  ...(lastEvent && { lastEvent }),
});
const kinds = async () => (await eventsOf(id)).map(({ kind }) => kind);
const luisAnswers = () => press(luis.cookies, 'responder', reply('Ya te llamamos.'));

describe('an act on a lead that another advisor answered meanwhile', () => {
  test('is refused once, says who answered what, keeps what was typed, and is done when sent again', async () => {
    const [seen = ''] = await seenBy(admin.ana.cookies);
    await luisAnswers();
    const late = await press(admin.ana.cookies, 'responder', reply('Falta el contrato.', seen));
    expect(late.query.error).toBe('conflict');
    const page = await late.page();
    expect(textOf(page)).toContain(
      'luis@resguardo.cl respondió hace un momento: «Ya te llamamos».',
    );
    expect(page).toContain('Falta el contrato.</textarea>');
    expect((await kinds()).filter((kind) => kind === 'reply')).toHaveLength(1);
    const again = /name="lastEvent" value="(\d+)"/.exec(page)?.[1] ?? '';
    expect(Number(again)).toBeGreaterThan(Number(seen));
    const sent = await press(admin.ana.cookies, 'responder', reply('Falta el contrato.', again));
    expect(sent.query.aviso).toBe('respuesta');
    expect((await kinds()).filter((kind) => kind === 'reply')).toHaveLength(2);
  });

  const acts: [string, Fields, string?][] = [
    ['responder', reply('Hola.')],
    ['documentos', { 'doc-contrato': 'si', hasta: '2026-12-10', mensaje: 'Falta.' }],
    ['condiciones', { price: '45.000', issuer: 'Andes', terms: 'A la vista.' }],
    ['estado', { state: 'en_revision', seen: 'recibida', text: 'Llamar.' }],
    ['asignar', { assignedTo: '', text: 'Llamar.' }],
    ['atendida', { handled: 'yes', seen: 'recibida' }],
    ['pedir', { monto: '45.000', detalle: 'Comisión', correo: 'a@b.cl' }, '/admin/pagos/'],
  ];
  test.each(acts)(
    'sent by the form “%s” changes nothing, and is done when it is sent again',
    async (subject, form, path) => {
      const fields = path ? { ...form, lead: `${id}` } : form;
      const seen = await seenBy(admin.ana.cookies);
      await luisAnswers();
      const before = { events: await eventsOf(id), queued: (await queuedDeliveries()).length };
      const stale = { ...fields, lastEvent: seen[0] ?? '' };
      const late = await press(admin.ana.cookies, subject, stale, path);
      expect(late.query.error).toBe('conflict');
      expect(await eventsOf(id)).toEqual(before.events);
      expect((await queuedDeliveries()).length).toBe(before.queued);
      const [now = ''] = await seenBy(admin.ana.cookies);
      const done = await press(admin.ana.cookies, subject, { ...fields, lastEvent: now }, path);
      expect(done.query.error).toBeUndefined();
      expect((await eventsOf(id)).length).toBeGreaterThan(before.events.length);
    },
  );

  test('is not refused when it only adds a note', async () => {
    const [seen = ''] = await seenBy(admin.ana.cookies);
    await luisAnswers();
    const note = await press(admin.ana.cookies, 'nota', { text: 'Llamé.', lastEvent: seen });
    expect(note.query.aviso).toBe('nota');
  });

  test('is refused by the API with 409 when it names an older event, and accepted when it names none', async () => {
    await luisAnswers();
    const send = (json: object) =>
      api(`/api/admin/leads/${id}/replies`, { json, cookies: admin.ana.cookies });
    const words = { subject: 'Hola', text: 'Hola.' };
    const late = await send({ ...words, lastEvent: 0 });
    expect(late.status).toBe(409);
    expect(await late.text()).toContain('luis@resguardo.cl respondió hace un momento');
    expect((await send(words)).status).toBe(200);
  });

  test('is not refused when it repeats a reply under the same key', async () => {
    const [seen = ''] = await seenBy(admin.ana.cookies);
    await press(admin.ana.cookies, 'responder', reply('Hola.', seen));
    await luisAnswers();
    const again = await press(admin.ana.cookies, 'responder', reply('Hola.', seen));
    expect(again.query.aviso).toBe('respuesta');
    expect((await kinds()).filter((kind) => kind === 'reply')).toHaveLength(2);
  });
});

test('a refused reply names the state that another advisor set, not the assignment that came with it', async () => {
  const [seen = ''] = await seenBy(admin.ana.cookies);
  await press(luis.cookies, 'estado', { state: 'en_revision', seen: 'recibida' });
  expect(await kinds()).toEqual(expect.arrayContaining(['assigned', 'state']));
  const late = await press(admin.ana.cookies, 'responder', reply('Falta el contrato.', seen));
  expect(late.query.error).toBe('conflict');
  const page = textOf(await late.page());
  expect(page).toContain('luis@resguardo.cl cambió el estado a «En revisión» hace un momento');
  expect(page).not.toContain('asignó la solicitud a luis@resguardo.cl hace un momento');
});

describe('what an open page of a lead asks for', () => {
  const ask = (after: number | string, cookies: Cookies = admin.ana.cookies) =>
    api(`/api/admin/leads/${id}/events?after=${after}`, { cookies });

  test('is answered with nothing while there is no news, then with who did what on this lead', async () => {
    const [seen = ''] = await seenBy(admin.ana.cookies);
    const { id: other } = await sendRequest({ ...publicBody, email: 'otra@obras.cl' });
    await press(luis.cookies, 'responder', reply('De otra.'), `/admin/leads/${other}/`);
    expect((await ask(seen)).status).toBe(204);
    await luisAnswers();
    const came = await ask(seen);
    expect(came.status).toBe(200);
    const { data } = await came.json();
    expect(data.events).toEqual([
      expect.objectContaining({
        title: 'luis@resguardo.cl respondió',
        text: 'Ya te llamamos.',
        isOwn: false,
      }),
    ]);
    expect((await ask(data.newest)).status).toBe(204);
    const { data: luisSees } = await (await ask(seen, luis.cookies)).json();
    expect(luisSees.events.every((item: { isOwn: boolean }) => item.isOwn)).toBe(true);
  });

  test('names who else looks at the lead, for 30 seconds after their last look', async () => {
    const [seen = ''] = await seenBy(admin.ana.cookies);
    const look = async (cookies: Cookies, after = seen) => {
      const response = await ask(`${after}&watching=yes`, cookies);
      return response.status === 204 ? [] : (await response.json()).data.watching;
    };
    expect(await look(admin.ana.cookies)).toEqual([]);
    expect(await look(luis.cookies)).toEqual(['ana@resguardo.cl']);
    expect(await look(admin.ana.cookies)).toEqual(['luis@resguardo.cl']);
    admin.world.advance(29_000);
    expect(await look(admin.ana.cookies)).toEqual(['luis@resguardo.cl']);
    // A page behind another tab is not looked at.
    await ask(seen, luis.cookies);
    expect(await look(admin.ana.cookies)).toEqual([]);
    expect(await look(luis.cookies)).toEqual(['ana@resguardo.cl']);
    admin.world.advance(30_000);
    expect(await look(luis.cookies)).toEqual([]);
    const other = await sendRequest({ ...publicBody, email: 'otra@obras.cl' });
    const elsewhere = await api(`/api/admin/leads/${other.id}/events?after=0&watching=yes`, {
      cookies: admin.ana.cookies,
    });
    expect(elsewhere.status).toBe(204);
  });

  test('also reports that an event was removed', async () => {
    await press(luis.cookies, 'nota', { text: 'Error mío.' });
    const isNote = and(eq(leadEvents.leadId, id), eq(leadEvents.kind, 'note'));
    const [note] = await getDb().read.select().from(leadEvents).where(isNote);
    const [seen = ''] = await seenBy(admin.ana.cookies);
    await press(luis.cookies, 'nota/quitar', { nota: `${note?.id}` });
    expect((await ask(seen)).status).toBe(200);
  });

  test('is refused to anyone but advisors, and the look is recorded in the person’s audit trail', async () => {
    const email = 'carla@obras.cl';
    const { id: account } = await makeUser({ email });
    const { cookies } = await makeUser({ email: 'otra@obras.cl' });
    ({ id } = await sendRequest({ ...publicBody, email }));
    await luisAnswers();
    expect((await ask(0, cookies)).status).toBe(403);
    expect((await ask(0, {})).status).toBe(401);
    expect(await auditTrailOf(account)).not.toContain('lead.seen-by-team');
    expect((await ask(0)).status).toBe(200);
    expect(await auditTrailOf(account)).toContain('lead.seen-by-team');
    expect((await leadOf(id)).handledAt).toBeNull();
  });
});
