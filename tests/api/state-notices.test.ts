import { beforeEach, describe, expect, test } from 'vitest';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import { getOwnRequest } from '#lib/domain/requests/applicant/reads.ts';
import { parseFlash } from '#lib/http/forms/flash.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { eventKindsOf, openAdminArea } from '#tests/support/admin-area.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { acceptConditions, sendConditions } from '#tests/support/conditions.ts';
import { issuedFacts, recordIssued } from '#tests/support/issued.ts';
import { eventsOf, leadOf, sendRequest } from '#tests/support/leads.ts';
import { shownLinkToken } from '#tests/support/mailed-links.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { forEachTest } from '#tests/support/world.ts';

const admin = forEachTest(() => openAdminArea());
let id: number;
let submissionId: number;
beforeEach(async () => {
  ({ id, submissionId } = await sendRequest(publicBody));
  await admin.deliver();
  browseAs(admin.ana.cookies);
});

/** Returns the values that a refusal brings back to its page. */
const flashOf = (response: Response) => parseFlash(cookiesOf(response).formulario);
const move = async (state: string, wait = 1000, more = {}) => {
  const response = await admin.post('estado', id, { state, ...more });
  admin.world.advance(wait);
  await admin.deliver();
  return response.headers.get('location') ?? '';
};
const own = async () => {
  const { events } = await getOwnRequest({ owner: publicBody.email }, submissionId);
  return events.map(({ event }) => event.kind === 'state' && event.to).reverse();
};
const notices = () =>
  admin
    .toApplicant()
    .slice(1)
    .map(({ subject }) => subject);
const leadPage = () => renderPage(LeadPage, { id: `${id}` });

describe('a state of a request that is undone within its minute', () => {
  test('is neither mailed nor shown to the applicant, but stays in the team’s history', async () => {
    await move('rechazada', 1000, { reason: 'Fue para otra solicitud.' });
    const token = await shownLinkToken('receipt', submissionId);
    expect(await own()).toEqual([]);
    expect(await renderPage(ReceiptPage, { token })).not.toMatch(
      /rechazada|no fue aprobada|Fue para otra/i,
    );
    await move('recibida', 60_000);
    expect(await own()).toEqual([]);
    const page = await renderPage(ReceiptPage, { token });
    expect(page).not.toMatch(/Rechazada|Fue para otra/);
    expect(notices()).toEqual([]);
    expect((await leadPage()).split('no aparece en la página de quien la pidió')).toHaveLength(3);
  });

  test('is not shown or mailed either when another state takes its place', async () => {
    await move('rechazada');
    await move('en_revision', 60_000);
    await move('aprobada');
    await move('rechazada');
    await move('en_revision', 60_000);
    expect(await own()).toEqual(['en_revision']);
    expect(notices()).toEqual([`Estamos revisando tu solicitud N.º ${submissionId}`]);
  });

  test('is not shown either when it was set for several requests at once', async () => {
    const form = { [`lead-${id}`]: 'si', state: 'rechazada', reason: 'Cerró antes.' };
    await postForm('/admin/estados', { form, cookies: admin.ana.cookies });
    expect((await leadOf(id)).state).toBe('rechazada');
    const back = { hecha: 'estados', [`lead-${id}`]: 'recibida' };
    await postForm('/admin/deshacer', { form: back, cookies: admin.ana.cookies });
    expect(await own()).toEqual([]);
  });
});

test('a new state appears on the request page when its mail is sent, a minute later, and not before', async () => {
  const token = await shownLinkToken('receipt', submissionId);
  await admin.post('estado', id, { state: 'rechazada', reason: 'Cerró antes.' });
  admin.world.advance(59_000);
  expect(await own()).toEqual([]);
  expect(await renderPage(ReceiptPage, { token })).not.toContain('Cerró antes.');
  admin.world.advance(1000);
  expect(await own()).toEqual(['rechazada']);
  expect(await renderPage(ReceiptPage, { token })).toMatch(
    /Tu solicitud no fue aprobada.*Cerró antes\./s,
  );
});

test('undoing the state of one lead also takes back its assignment, and the page says so', async () => {
  await admin.post('estado', id, { state: 'en_revision', seen: 'recibida', tenia: '' });
  expect((await leadOf(id)).assignedTo).toBe(admin.ana.id);
  const back = { hecha: 'estados', lead: `${id}`, [`lead-${id}`]: 'recibida' };
  const undone = async () => {
    const reply = await postForm('/admin/deshacer', { form: back, cookies: admin.ana.cookies });
    const way = new URL(reply.headers.get('location') ?? '', 'http://x');
    expect([way.pathname, way.hash]).toEqual([`/admin/leads/${id}`, '#acciones']);
    return renderPage(LeadPage, { id: `${id}` }, Object.fromEntries(way.searchParams));
  };
  expect(await undone()).toContain(
    'Deshiciste el cambio de estado: está otra vez «Por atender», sin asignar.',
  );
  expect(await leadOf(id)).toMatchObject({ assignedTo: null, handledAt: null, state: 'recibida' });
  expect(await undone()).toContain('No cambió nada: ya estaba como antes.');
});

test('a state that lasted longer than its minute stays in the history, mailed or not', async () => {
  await admin.post('estado', id, { state: 'en_revision' });
  admin.world.advance(90_000); // no mail leaves until then
  await admin.post('estado', id, { state: 'recibida' });
  expect(await own()).toEqual(['en_revision', 'recibida']);
});

test('a state that was mailed stays in the history, together with the one that reverted it', async () => {
  await move('aprobada', 60_000);
  await move('en_revision', 60_000);
  expect(await own()).toEqual(['aprobada', 'en_revision']);
  expect(notices()).toHaveLength(2);
});

describe('setting a request to emitida by hand', () => {
  test('is refused before each guarantee is recorded, and the page leads to recording instead', async () => {
    await move('aprobada');
    expect(await leadPage()).not.toContain('value="emitida"');
    expect(await leadPage()).toContain('href="#emision"');
    expect(await move('emitida')).toContain('error=conflict');
    expect(await leadOf(id)).toMatchObject({ state: 'aprobada' });
    const form = { [`lead-${id}`]: 'si', state: 'emitida' };
    const many = await postForm('/admin/estados', { form, cookies: admin.ana.cookies });
    expect(many.headers.get('location')).toContain('hechas=0');
    expect(await leadOf(id)).toMatchObject({ state: 'aprobada' });
  });

  test('is possible after each guarantee was recorded and the state was changed by mistake', async () => {
    await move('aprobada');
    await recordIssued(admin.ana.cookies, id, issuedFacts);
    await move('en_revision');
    expect(await leadPage()).toContain('value="emitida"');
    await move('emitida');
    expect(await leadOf(id)).toMatchObject({ state: 'emitida' });
  });
});

describe('the reason of a new state', () => {
  test('is in the mail, in the history and on the request page', async () => {
    const reason = 'Las bases exigen <otra> garantía.';
    const page = `/admin/leads/${id}`;
    const moved = { state: 'rechazada', reason, seen: 'recibida' };
    const way = (await admin.post('estado', id, moved)).headers.get('location');
    expect(way).toBe(`${page}?aviso=estado&antes=recibida#acciones`);
    // A second click changes nothing.
    expect((await admin.post('estado', id, moved)).headers.get('location')).toBe(way);
    admin.world.advance(60_000);
    await admin.deliver();
    const mail = admin.toApplicant().at(-1);
    expect(mail?.text).toContain(`${reason}\n\nResponde este correo si quieres ver otra`);
    expect(mail?.html).toContain('&lt;otra&gt;');
    expect((await eventsOf(id))[0]).toMatchObject({ kind: 'state', reason });
    const token = await shownLinkToken('receipt', submissionId);
    expect(textOf(await renderPage(ReceiptPage, { token }))).toContain(
      'Rechazada 20-11-2026, 12:00 Las bases exigen &lt;otra&gt;',
    );
  });

  test('is mailed also for a state that was mailed before, and not when the state is undone', async () => {
    const before = admin.toApplicant().length;
    await admin.post('estado', id, { state: 'rechazada', reason: 'No alcanza el plazo.' });
    admin.world.advance(1000);
    await admin.post('estado', id, { state: 'recibida' });
    admin.world.advance(60_000);
    await admin.deliver();
    expect(admin.toApplicant()).toHaveLength(before);
    await admin.post('estado', id, { state: 'en_revision' });
    admin.world.advance(60_000);
    await admin.deliver();
    await admin.post('estado', id, { state: 'aprobada' });
    admin.world.advance(1000);
    await admin.post('estado', id, { state: 'en_revision', reason: 'Falta la póliza.' });
    admin.world.advance(60_000);
    await admin.deliver();
    expect(admin.toApplicant().at(-1)?.text).toContain('Falta la póliza.');
  });

  test('is required when a page rejects a request, but not when the state is set back', async () => {
    const bare = await admin.post('estado', id, { state: 'rechazada', seen: 'recibida' });
    const flash = flashOf(bare);
    expect(flash?.fields.reason).toContain('plantilla');
    expect(flash?.values.state).toBe('rechazada');
    const form = { [`lead-${id}`]: 'si', state: 'rechazada' };
    const many = await postForm('/admin/estados', { form, cookies: admin.ana.cookies });
    expect(many.headers.get('location')).toContain('error=validation_failed');
    expect(await eventKindsOf(id)).toEqual([]);
    const back = await admin.post('estado', id, { state: 'rechazada' });
    expect(back.headers.get('location')).toContain('aviso=estado');
  });

  test('is refused with a state that sends no mail, and the form keeps it', async () => {
    for (const state of ['recibida', 'recibida']) {
      const refused = await admin.post('estado', id, { state, reason: 'Porque sí' });
      expect(refused.headers.get('location')).toContain('error=validation_failed');
      const flash = flashOf(refused);
      expect(flash?.values).toMatchObject({ reason: 'Porque sí', state });
      expect(flash?.fields.reason).toContain('Responder');
    }
    const blank = await admin.post('estado', id, {
      state: 'en_revision',
      reason: 'Nos falta: [lo que falta].',
    });
    const requested = flashOf(blank);
    expect(requested?.fields.reason).toContain('corchetes');
    await admin.post('estado', id, { state: 'aprobada' });
    admin.world.advance(1);
    await admin.post('estado', id, { state: 'aprobada', reason: 'Ahora sí' });
    await admin.post('estado', id, { state: 'recibida', reason: 'De vuelta' });
    expect(await eventKindsOf(id)).toEqual(['state', 'assigned']);
  });
});

test('a pending mail about a review is not sent after the conditions were accepted', async () => {
  const other = await sendRequest(publicBody);
  for (const item of [id, other.id])
    expect(await sendConditions(admin.ana.cookies, item)).toBe(200);
  for (const item of [id, other.id]) await admin.post('estado', item, { state: 'en_revision' });
  await acceptConditions(await shownLinkToken('receipt', submissionId), 1);
  admin.world.advance(MINUTE);
  await admin.deliver();
  const reviews = notices().filter((subject) => subject.startsWith('Estamos revisando'));
  expect(reviews).toEqual([`Estamos revisando tu solicitud N.º ${other.submissionId}`]);
});
