import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import TrailPage from '#app/admin/auditoria/page.tsx';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import AdminPaymentsPage from '#app/admin/pagos/page.tsx';
import { formatRequestNumber } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { openAdminArea } from '#tests/support/admin-area.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { eventsOf, leadOf, sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { payAsGuest, refundPayment, requestPayment } from '#tests/support/payment-links.ts';
import { postForm } from '#tests/support/post-form.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { forEachTest } from '#tests/support/world.ts';

const webpay = await startWebpay();
const admin = forEachTest(() => openAdminArea({ ...webpay.variables, RATE_LIMITS: 'off' }));
let [id, submissionId] = [0, 0];
beforeEach(async () => {
  ({ id, submissionId } = await sendRequest(publicBody));
  browseAs(admin.ana.cookies);
});

test('the lead’s facts, its next act, the note field and the notice of an act are in one column', async () => {
  const form = { text: 'Llamar el lunes.', state: 'en_revision', seen: 'recibida' };
  const done = await postForm(`/admin/leads/${id}/nota`, { form, cookies: admin.ana.cookies });
  expect(done.headers.get('location')).toBe(`/admin/leads/${id}?aviso=nota#acciones`);
  const html = await renderPage(LeadPage, { id: `${id}` }, { aviso: 'nota' });
  const column = html.slice(html.indexOf('lg:sticky'), html.indexOf('id="responder"'));
  expect(textOf(column)).toMatch(/Seriedad de la oferta: \$ 1\.500\.000,50 , hasta el 01-03-2027/);
  expect(textOf(column)).toMatch(/Tomar en revisión .*Guardamos la nota\..*Nota interna/);
  expect(column.indexOf('<h1')).toBeLessThan(column.indexOf('id="acciones"'));
  expect(html.indexOf('id="acciones"')).toBeLessThan(html.indexOf('Solicitante</h2>'));
});

test('the conditions form comes after the reply form, in every state of a request', async () => {
  for (const state of ['recibida', 'en_revision'] as const) {
    await getDb().write((tx) => tx.update(leads).set({ state }).where(eq(leads.id, id)));
    const html = await renderPage(LeadPage, { id: `${id}` });
    const [before = '', after = ''] = html.split('id="responder"');
    expect(before).not.toContain('id="condiciones"');
    expect(after).toContain('id="condiciones"');
    expect(after.includes('<details open=""')).toBe(state === 'en_revision');
  }
});

test('a form that is sent with Accept: application/json is answered with the next address, refused or not', async () => {
  const path = `/admin/leads/${id}/nota`;
  const send = (text: string) =>
    postForm(path, {
      form: { text },
      cookies: admin.ana.cookies,
      headers: { accept: 'application/json' },
    });
  const done = await send('Llamar el lunes.');
  expect([done.status, done.headers.get('location')]).toEqual([200, null]);
  expect(await done.json()).toEqual({ location: `/admin/leads/${id}?aviso=nota#acciones` });
  const refused = await send(' ');
  expect((await refused.json()).location).toMatch(/\?error=validation_failed$/);
  expect(cookiesOf(refused)).not.toEqual({});
});

const undoOf = (html: string) => {
  const form =
    /<form [^>]*action="([^"]*)"[^>]*><p>[^<]*<\/p>((?:<input[^>]*>)*)<button[^>]*>Deshacer/;
  const [, action, fields = ''] = form.exec(html) ?? [];
  const pairs = [...fields.matchAll(/name="([^"]*)" value="([^"]*)"/g)];
  return { action, form: Object.fromEntries(pairs.map(([, name, value]) => [name, value])) };
};
const kinds = async () => (await eventsOf(id)).map(({ kind }) => kind);

test('only its author can remove a note, and the assignment that came with it is removed too', async () => {
  const { cookies } = admin.ana;
  await postForm(`/admin/leads/${id}/nota`, { form: { text: 'Llamar.' }, cookies });
  expect((await leadOf(id)).assignedTo).toBe(admin.ana.id);
  const { action = '', form } = undoOf(
    await renderPage(LeadPage, { id: `${id}` }, { aviso: 'nota' }),
  );
  expect(action).toBe(`/admin/leads/${id}/nota/quitar`);
  const luis = await makeAdvisor('luis@resguardo.cl');
  const foreign = await postForm(action, { form, cookies: luis.cookies });
  expect(foreign.headers.get('location')).toBe(`/admin/leads/${id}?error=conflict`);
  const done = await postForm(action, { form, cookies });
  expect(done.headers.get('location')).toBe(`/admin/leads/${id}?aviso=sin-nota#acciones`);
  expect(await kinds()).not.toContain('note');
  expect((await leadOf(id)).assignedTo).toBeNull();
  const page = textOf(await renderPage(LeadPage, { id: `${id}` }, { aviso: 'sin-nota' }));
  expect(page).toContain('Quitaste la nota.');
});

test('a note cannot be removed after ten minutes', async () => {
  const { cookies } = admin.ana;
  await postForm(`/admin/leads/${id}/nota`, { form: { text: 'Llamar.' }, cookies });
  const { action = '', form } = undoOf(
    await renderPage(LeadPage, { id: `${id}` }, { aviso: 'nota' }),
  );
  admin.world.advance(10 * MINUTE);
  const late = await postForm(action, { form, cookies });
  expect(late.headers.get('location')).toContain('error=conflict');
  expect(await kinds()).toContain('note');
});

test('state, assignment and "atendida" can be undone on their card, and a sent mail says that it cannot', async () => {
  const { cookies } = admin.ana;
  const acts: [string, Record<string, string>][] = [
    ['estado', { state: 'en_revision', seen: 'recibida' }],
    ['asignar', { assignedTo: '', eraDe: admin.ana.id }],
    ['atendida', { handled: 'yes', seen: 'recibida' }],
  ];
  for (const [what, form] of acts) {
    const done = await postForm(`/admin/leads/${id}/${what}`, { form, cookies });
    const place = new URL(done.headers.get('location') ?? '', 'http://x');
    expect(place.hash).toBe('#acciones');
    const query = Object.fromEntries(place.searchParams);
    const html = await renderPage(LeadPage, { id: `${id}` }, query);
    const { action = '', form: back } = undoOf(html.slice(html.indexOf('id="acciones"')));
    expect(action, what).not.toBe('');
    const undone = await postForm(action, { form: back as Record<string, string>, cookies });
    expect(undone.headers.get('location'), what).not.toContain('error');
  }
  const sent = await renderPage(LeadPage, { id: `${id}` }, { aviso: 'respuesta' });
  expect(textOf(sent)).toContain('un correo no se puede deshacer');
  expect(undoOf(sent).action).toBeUndefined();
});

test('the cards of a lead keep their order when the state changes', async () => {
  const order = async () =>
    [...(await renderPage(LeadPage, { id: `${id}` })).matchAll(/<section id="(\w+)"/g)].map(
      ([, card]) => card,
    );
  const before = await order();
  const form = { state: 'en_revision', seen: 'recibida' };
  await postForm(`/admin/leads/${id}/estado`, { form, cookies: admin.ana.cookies });
  expect(await order()).toEqual(before);
});

test('the audit trail names a request by its number', async () => {
  await renderPage(LeadPage, { id: `${id}` });
  const trail = await renderPage(TrailPage, {});
  expect(trail).toContain(`title="Solicitud ${formatRequestNumber(submissionId)}"`);
});

test('the list of payments shows the sums of all its pages', async () => {
  const paid = await requestPayment(admin.ana.cookies, { email: publicBody.email, leadId: id });
  await requestPayment(admin.ana.cookies, { email: 'otro@obras.cl', amount: 5000 });
  const { buyOrder } = await payAsGuest(webpay, paid);
  await refundPayment(admin.ana.cookies, buyOrder, 20_000);
  const list = async (query = {}) => textOf(await renderPage(AdminPaymentsPage, {}, query));
  expect(await list()).toContain(
    '2 en esta lista, $ 45.000 cobrados, $ 20.000 devueltos, $ 25.000 netos, $ 5.000 por pagar',
  );
  expect(await list({ q: 'otro@obras.cl' })).toContain('1 en esta lista, $ 5.000 por pagar');
  expect(await list({ state: 'devuelto' })).toContain(
    '1 en esta lista, $ 45.000 cobrados, $ 20.000 devueltos, $ 25.000 netos',
  );
  for (let n = 0; n < 30; n++) {
    await requestPayment(admin.ana.cookies, {
      email: 'muchos@obras.cl',
      amount: 1000 + n,
      open: 'keep',
    });
  }
  expect(await list({ q: 'muchos@obras.cl' })).toContain('30 en esta lista, $ 30.435 por pagar');
});
