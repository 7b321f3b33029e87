import { beforeEach, expect, test } from 'vitest';
import { GET as getCalendar } from '#app/(sitio)/recibido/[token]/calendario/route.ts';
import ReceivedPage from '#app/(sitio)/recibido/[token]/page.tsx';
import { checkRows } from '#lib/background/check-rows.ts';
import { leadRefOf } from '#lib/domain/requests/leads/view.ts';
import { DAY, HOUR, MINUTE } from '#lib/platform/process/durations.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import { adminAreaForTest, eventKindsOf } from '#tests/support/admin-area.ts';
import { call } from '#tests/support/call.ts';
import { contactBody, sendContact, storedLeads } from '#tests/support/contact.ts';
import { deliverErasureTasks } from '#tests/support/erasure.ts';
import { shownLinkToken } from '#tests/support/mailed-links.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm, redirectOf, valuesKeptAfterRefusal } from '#tests/support/post-form.ts';
import { bookingEvent } from '#tests/support/providers/scheduling.ts';
import { sendTextFromPage } from '#tests/support/requested-documents.ts';
import { deliverMails } from '#tests/support/sent-mails.ts';
import { sendSchedulingEvent, webhookVariables } from '#tests/support/webhooks.ts';

const SCHEDULING_URL = 'https://cal.com/resguardo/asesoria';
const admin = adminAreaForTest({ ...webhookVariables, SCHEDULING_URL });
const { world, ana } = admin;
let [id, token] = [0, ''];
beforeEach(async () => {
  // The sender asks on Friday 20-11-2026, at 12:00, for a call in the afternoon.
  await sendContact(contactBody, { path: '/api/contact-advisor' });
  id = (await storedLeads()).at(-1)?.id ?? 0;
  token = await shownLinkToken('lead-receipt', id);
});

const page = async () => {
  browseAs({});
  const text = textOf(await renderPage(ReceivedPage, { token }));
  browseAs(ana.cookies);
  return text;
};
const post = (action: string, form: Record<string, string>) =>
  postForm(`/recibido/${token}/${action}`, { form: { envio: randomId(), ...form } });
const ours = () => admin.listed({ turn: 'ours' });
const tag = async () => (await admin.rows({ sort: 'newest' }))[0]?.at(-1);
const reply = { asunto: 'Hola', respuesta: 'Te llamo hoy.', clave: 'una' };

test('day and time of a promised call can be changed without an account; the newest replaces the former', async () => {
  expect(await page()).toContain('te llamamos el viernes 20-11-2026 en la tarde');
  const envio = randomId();
  const changed = { dia: '2026-11-24', hora: 'a las 10:00', envio };
  for (const _ of [1, 2])
    expect(redirectOf(await post('llamada', changed))).toContain('?aviso=llamada#llamada');
  const text = await page();
  expect(text).toContain('te llamamos el martes 24-11-2026 a las 10:00');
  expect(text).not.toContain('te llamamos el viernes');
  expect(await eventKindsOf(id)).toEqual(['message']);
  expect(textOf(await admin.lead(id))).toContain('Con una llamada el 24-11-2026 a las 10:00');
  await post('llamada', { hora: 'en la mañana' });
  expect(await page()).toContain('te llamamos el lunes 23-11-2026 en la mañana');
  await post('llamada', { cancelar: 'si' });
  expect(await page()).not.toContain('te llamamos el ');
  expect(await page()).toContain('Cancelaste la llamada del lunes 23-11-2026 en la mañana');
  expect(textOf(await admin.lead(id))).toContain(
    'Canceló la llamada del lunes 23-11-2026 en la mañana',
  );
});

test('changes of a promised call are mailed to its sender, those of a minute in one mail', async () => {
  await deliverErasureTasks(admin.world);
  const news = async () => {
    await deliverErasureTasks(admin.world);
    const mails = await deliverMails();
    return mails.filter(({ text }) => /Vale esta llamada|Cancelaste la llamada/.test(text));
  };
  await post('llamada', { dia: '2026-11-24', hora: 'a las 10:00' });
  await post('llamada', { dia: '2026-11-25', hora: 'a las 10:00' });
  const [changed, ...others] = await news();
  expect(others).toEqual([]);
  expect(changed?.subject).toBe('Te llamamos el miércoles 25-11-2026 a las 10:00');
  expect([changed?.to].flat()).toEqual([contactBody.correo.toLowerCase()]);
  expect(changed?.text).toContain('Vale esta llamada, y no la anterior.');
  expect(changed?.text).toContain('/recibido/');
  expect(changed?.text).toContain('/calendario');
  await post('llamada', { cancelar: 'si' });
  await sendTextFromPage(`/recibido/${token}`, 'Mejor por escrito.');
  const [cancelled] = await news();
  expect(cancelled?.subject).toBe('Cancelaste la llamada del miércoles 25-11-2026 a las 10:00');
  expect(cancelled?.text).toContain('También recibimos tu mensaje.');
  expect(cancelled?.text).toMatch(/Quítala de tu calendario: http\S+\/calendario$/m);
  await post('llamada', { dia: '2026-11-26', hora: 'a las 10:00' });
  await deliverErasureTasks(admin.world);
  const [again] = (await deliverMails()).filter(({ subject }) => /26-11-2026/.test(subject));
  expect(again?.text).not.toContain('Vale esta llamada');
  expect(again?.text).toMatch(/Agrega la llamada a tu calendario: http\S+\/calendario$/m);
});

test('a call whose day is over is not mentioned when another one is chosen', async () => {
  await deliverErasureTasks(admin.world);
  world.advance(5 * DAY);
  await post('llamada', { dia: '2026-11-27', hora: 'a las 10:00' });
  await deliverErasureTasks(admin.world);
  const [mail] = (await deliverMails()).filter(({ subject }) => subject.includes('27-11-2026'));
  expect(mail?.text).not.toContain('no la anterior');
  expect(await page()).toContain('te llamamos el viernes 27-11-2026 a las 10:00');
  expect(textOf(await admin.lead(id))).not.toContain('20-11-2026 en la tarde');
});

test('a promised call is offered as a calendar entry in its hours, until it is cancelled', async () => {
  const calendar = async () => {
    const response = await call(getCalendar, `/recibido/${token}/calendario`, {
      params: { token },
    });
    return { status: response.status, text: await response.text() };
  };
  // The call of the afternoon comes between 14:00 and 18:00 in Chile, which are 17:00 and 21:00 UTC.
  const first = await calendar();
  expect(first.text).toMatch(/DTSTART:20261120T170000Z\r\nDTEND:20261120T210000Z/);
  await post('llamada', { dia: '2026-11-24', hora: 'a las 10:00' });
  const moved = await calendar();
  expect(moved.text).toMatch(/DTSTART:20261124T130000Z\r\nDTEND:20261124T133000Z/);
  const uidOf = (text: string) => /UID:(\S+)/.exec(text)?.[1];
  expect(uidOf(moved.text)).toBe(uidOf(first.text));
  browseAs({});
  expect(await renderPage(ReceivedPage, { token })).toContain(`/recibido/${token}/calendario`);
  await post('llamada', { cancelar: 'si' });
  const cancelled = await calendar();
  expect(cancelled.text).toMatch(/METHOD:CANCEL.*STATUS:CANCELLED/s);
  expect(cancelled.text).toContain('DTSTART:20261124T130000Z');
  expect(uidOf(cancelled.text)).toBe(uidOf(first.text));
  expect(await renderPage(ReceivedPage, { token })).not.toContain('/calendario');
});

test('a call after the closing is called late, on the page and in its notice', async () => {
  await sendContact({ ...contactBody, cuando_cierra: 'Hoy' }, { path: '/api/contact-advisor' });
  id = (await storedLeads()).at(-1)?.id ?? 0;
  token = await shownLinkToken('lead-receipt', id);
  expect(await page()).not.toContain('Tu plazo cierra antes');
  await post('llamada', { dia: '2026-11-24', hora: 'a las 10:00' });
  expect(await page()).toContain(
    'Tu plazo cierra antes, el viernes: si no hay una hora anterior, escríbenos.',
  );
  browseAs({});
  const notice = textOf(await renderPage(ReceivedPage, { token }, { aviso: 'llamada' }));
  expect(notice).toContain(
    'Te llamamos el martes 24-11-2026 a las 10:00. Vale esta llamada, y no la anterior. Tu plazo cierra antes',
  );
});

test('the form that changes a promised call shows its present day and hour', async () => {
  await post('llamada', { dia: '2026-11-24', hora: 'a las 10:00' });
  browseAs({});
  const html = await renderPage(ReceivedPage, { token });
  for (const value of ['2026-11-24', 'a las 10:00'])
    expect(html).toMatch(new RegExp(`<option[^>]*value="${value}"[^>]*selected`));
});

test('after a call is cancelled, another can be requested in the same way', async () => {
  await post('llamada', { cancelar: 'si' });
  const text = await page();
  expect(text).toContain('Pide una llamada');
  expect(text).not.toContain('Elige tu hora');
});

test.each([
  ['an hour that has passed', { dia: '2026-11-20', hora: 'a las 09:00' }],
  ['a Saturday', { dia: '2026-11-21' }],
  ['a day that is not offered', { dia: '2027-01-04' }],
])('a call at %s is refused', async (_, choice) => {
  const { fields } = valuesKeptAfterRefusal(await post('llamada', choice)) ?? {};
  expect(fields?.dia).toContain('elige otro');
  expect(await eventKindsOf(id)).toEqual([]);
});

test('a lead without a telephone, or from another page, has no call to change', async () => {
  for (const path of ['/api/contact', '/api/contact-advisor'] as const) {
    const telefono = path === '/api/contact' ? contactBody.telefono : '';
    await sendContact({ ...contactBody, telefono }, { path });
    id = (await storedLeads()).at(-1)?.id ?? 0;
    token = await shownLinkToken('lead-receipt', id);
    expect(await page()).not.toContain('Cambia o cancela la llamada');
    await post('llamada', { hora: 'en la mañana' });
    expect(await eventKindsOf(id)).toEqual([]);
  }
});

test('a further message of the sender brings a handled lead back to the team', async () => {
  await admin.post(`leads/${id}/atendida`, { handled: 'yes' });
  expect(await ours()).toEqual([]);
  expect(await sendTextFromPage(`/recibido/${token}`, 'Es el ID 4809-45-LE26.')).toBe(
    '?aviso=mensaje#documentos',
  );
  expect(await page()).toContain('Es el ID 4809-45-LE26.');
  expect([await ours(), await tag()]).toEqual([[id], 'Escribió']);
});

test('a lead waits for its call also after a reply, until the day has passed', async () => {
  expect([await ours(), await tag()]).toEqual([[id], 'Llamar hoy 14–18']);
  expect(textOf(await admin.lead(id))).toContain('Con una llamada el 20-11-2026 en la tarde');
  world.advance(MINUTE);
  await admin.post(`leads/${id}/responder`, reply);
  expect([await ours(), await tag()]).toEqual([[id], 'Llamar hoy 14–18']);
  expect(await admin.listed({ turn: 'answer' })).toEqual([id]);
  await admin.pass(DAY);
  expect([await ours(), await tag()]).toEqual([[], 'Le escribimos']);
  expect((await checkRows()).problems).toEqual([]);
});

test('the page of a lead shows its newest act in full and unfolded', async () => {
  await sendTextFromPage(`/recibido/${token}`, 'Es el ID 4809-45-LE26.');
  world.advance(MINUTE);
  await admin.post(`leads/${id}/responder`, { ...reply, handled: 'yes' });
  const [unfolded = ''] = (await admin.lead(id)).split('Ver lo anterior');
  expect(textOf(unfolded.slice(unfolded.indexOf('id="historia"')))).toContain(reply.respuesta);
});

test('a lead with a promised call does not wait for the team once it is marked as handled', async () => {
  await admin.post(`leads/${id}/responder`, { ...reply, handled: 'yes' });
  expect(await ours()).toEqual([]);
});

test('a booked meeting replaces the promised call', async () => {
  const startTime = new Date(world.now() + 4 * DAY + HOUR).toISOString();
  await admin.post(`leads/${id}/responder`, reply);
  const createdAt = new Date(world.now()).toISOString();
  await sendSchedulingEvent(
    bookingEvent({ uid: 'a', leadRef: leadRefOf(id), startTime, createdAt }),
  );
  const text = await page();
  expect(text).toContain('Conversan el martes 24-11-2026');
  for (const other of ['te llamamos el ', 'Cambia o cancela la llamada', 'Elige tu hora'])
    expect(text).not.toContain(other);
  expect(await tag()).toBe('Le escribimos');
});

test('a call that is requested after an hour was booked stands beside it, on the page and in the mail', async () => {
  const startTime = new Date(world.now() + 4 * DAY + HOUR).toISOString();
  const email = 'otra@constructora.cl';
  const leadRef = leadRefOf(99);
  await sendSchedulingEvent(bookingEvent({ uid: 'b', email, startTime, leadRef }));
  world.advance(HOUR);
  await sendContact({ ...contactBody, correo: email }, { path: '/api/contact-advisor' });
  id = (await storedLeads()).at(-1)?.id ?? 0;
  token = await shownLinkToken('lead-receipt', id);
  const text = await page();
  expect(text).toContain('Conversan el martes 24-11-2026');
  expect(text).toContain('te llamamos el viernes 20-11-2026 en la tarde');
  expect(text).toContain('Cambia o cancela la llamada');
  await deliverErasureTasks(world);
  const mail = (await deliverMails()).find(({ to }) => `${to}` === email);
  expect(mail?.subject).toContain('Te llamamos el viernes 20-11-2026');
  expect(mail?.text).toContain('te llamamos el viernes 20-11-2026');
});
