import { beforeEach, describe, expect, test } from 'vitest';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import InboxPage from '#app/admin/page.tsx';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { openAdminArea } from '#tests/support/admin-area.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { eventsOf, insertLead, leadOf, sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { forEachTest } from '#tests/support/world.ts';

const admin = forEachTest(() => openAdminArea());
let id: number;
beforeEach(async () => {
  ({ id } = await sendRequest(publicBody));
  await admin.deliver();
  browseAs(admin.ana.cookies);
});

/** Presses a button and returns the page that it leads to. */
const press = async (path: string, form: Record<string, string>) => {
  admin.world.advance(1000);
  const response = await postForm(path, { form, cookies: admin.ana.cookies });
  const way = new URL(response.headers.get('location') ?? '', 'http://x');
  browseAs({ ...admin.ana.cookies, ...cookiesOf(response) });
  const query = Object.fromEntries(way.searchParams);
  return { query, page: () => renderPage(LeadPage, { id: `${id}` }, query) };
};
const onLead = (action: string, form: Record<string, string>) =>
  press(`/admin/leads/${id}/${action}`, form);
const refuse = () =>
  onLead('estado', { state: 'rechazada', reason: 'Sin plazo.', seen: 'recibida' });
const sentMails = () => admin.toApplicant().map(({ subject }) => subject);

describe('on a page that another tab has overtaken', () => {
  test('changing the state is refused: the page names the present state and keeps what was chosen', async () => {
    await refuse();
    const late = await onLead('estado', {
      state: 'en_revision',
      seen: 'recibida',
      text: 'Llamar.',
    });
    expect(late.query.error).toBe('conflict');
    const page = await late.page();
    expect(page).toContain('Mientras tanto pasó a «Rechazada», y así la dejamos.');
    expect(page).toMatch(/<option value="en_revision" selected=""/);
    expect(page).toContain('Llamar.</textarea>');
    expect((await leadOf(id)).state).toBe('rechazada');
    // After another look the state may be changed.
    await onLead('estado', { state: 'en_revision', seen: 'rechazada' });
    expect((await leadOf(id)).state).toBe('en_revision');
    // A repetition has no further effect.
    const again = await onLead('estado', { state: 'en_revision', seen: 'rechazada' });
    expect(again.query.aviso).toBe('estado');
    expect(await again.page()).toContain('Guardamos el estado.');
    // Later, or from another advisor, the page says that nothing was left to change.
    admin.world.advance(MINUTE);
    const later = await onLead('estado', { state: 'en_revision', seen: 'rechazada' });
    const page2 = await later.page();
    expect(page2).toContain('No cambió nada: ya estaba «En revisión».');
    expect(page2).not.toContain('Guardamos el estado.');
  });

  test('marking as handled and opening again are refused', async () => {
    await refuse();
    for (const handled of ['yes', 'no']) {
      const late = await onLead('atendida', { handled, seen: 'recibida' });
      expect(late.query.error).toBe('conflict');
    }
    expect(await leadOf(id)).toMatchObject({ state: 'rechazada', handledAt: expect.any(Number) });
  });

  test('undoing is refused when the state changed since, for one lead and for several', async () => {
    await onLead('estado', { state: 'en_revision', seen: 'recibida', tenia: '' });
    await onLead('estado', { state: 'rechazada', reason: 'Sin plazo.', seen: 'en_revision' });
    const back = { hecha: 'estados', [`lead-${id}`]: 'recibida', a: 'en_revision' };
    const first = await press('/admin/deshacer', { ...back, lead: `${id}` });
    expect(await first.page()).toContain('No la cambiamos: mientras tanto pasó a «Rechazada».');
    const { query } = await press('/admin/deshacer', back);
    expect(await renderPage(InboxPage, {}, query)).toContain(
      'Ninguna cambió; 1 no puede volver atrás: cambiaron después o se borraron sus datos.',
    );
    expect((await leadOf(id)).state).toBe('rechazada');
  });

  test('an act on several leads leaves out a row whose state changed', async () => {
    expect(await renderPage(InboxPage, {})).toMatch(
      new RegExp(`name="lead-${id}"[^>]*value="recibida"|value="recibida"[^>]*name="lead-${id}"`),
    );
    await refuse();
    const { query } = await press('/admin/estados', {
      [`lead-${id}`]: 'recibida',
      state: 'en_revision',
    });
    expect(query).toMatchObject({ hechas: '0', fuera: '1' });
    expect((await leadOf(id)).state).toBe('rechazada');
  });
});

test.each([
  ['by the button of its page', () => onLead('estado', { state: 'recibida', seen: 'rechazada' })],
  ['by the program', () => onLead('atendida', { handled: 'no' })],
])('a refused request opened again within its minute, %s, sends no mail', async (_, reopen) => {
  const before = sentMails();
  await refuse();
  const page = await renderPage(LeadPage, { id: `${id}` });
  expect(page).toMatch(/<button (?=[^>]*name="state")[^>]*value="recibida"[^>]*>Abrir otra vez/);
  await reopen();
  admin.world.advance(120_000);
  await admin.deliver();
  expect(sentMails()).toEqual(before);
  expect(await leadOf(id)).toMatchObject({ state: 'recibida', handledAt: null });
});

test('an answered message waits for its person and leaves the team’s list, until it is handled', async () => {
  id = await insertLead();
  const answer = { asunto: 'Tu mensaje', respuesta: '¿A qué hora te llamo?', clave: 'una' };
  await onLead('responder', answer);
  const page = await renderPage(LeadPage, { id: `${id}` });
  expect(page).toContain('Le escribimos');
  expect(page).not.toMatch(/lleva [^<]* sin respuesta/);
  expect(await renderPage(InboxPage, {})).not.toContain(`id="fila-${id}"`);
  expect(await renderPage(InboxPage, {}, { turn: 'applicant' })).toContain(`id="fila-${id}"`);
  await onLead('atendida', { handled: 'yes' });
  expect(await renderPage(InboxPage, {}, { turn: 'applicant' })).not.toContain(`id="fila-${id}"`);
  expect((await eventsOf(id)).at(-1)).toMatchObject({ kind: 'handled' });
});

test('the tab of a lead is titled with its number and name, for advisors only', async () => {
  const titled = `<title>N.º ${id} ${publicBody.nombreSolicitante}`;
  expect(await renderPage(LeadPage, { id: `${id}` })).toContain(titled);
  browseAs({});
  await expect(renderPage(LeadPage, { id: `${id}` })).rejects.toThrow();
});

test('a request refused and opened again after its review was mailed gets no further mail, nor is one promised', async () => {
  await onLead('estado', { state: 'en_revision', seen: 'recibida' });
  admin.world.advance(120_000);
  await admin.deliver();
  const before = sentMails();
  await onLead('estado', { state: 'rechazada', reason: 'Sin plazo.', seen: 'en_revision' });
  const opened = await onLead('estado', { state: 'recibida', seen: 'rechazada' });
  expect(await opened.page()).toMatch(/Guardamos el estado\.(?! Le avisamos)/);
  admin.world.advance(120_000);
  await admin.deliver();
  expect(sentMails()).toEqual(before);
});
