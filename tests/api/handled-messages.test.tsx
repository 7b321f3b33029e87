import { beforeEach, expect, test } from 'vitest';
import { GET as getCalendar } from '#app/(sitio)/recibido/[token]/calendario/route.ts';
import ReceivedPage from '#app/(sitio)/recibido/[token]/page.tsx';
import { checkRows } from '#lib/background/check-rows.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { DAY, MINUTE } from '#lib/platform/process/durations.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import { adminAreaForTest } from '#tests/support/admin-area.ts';
import { call } from '#tests/support/call.ts';
import { contactBody, sendContact, storedLeads } from '#tests/support/contact.ts';
import { eventsOf, sendRequest } from '#tests/support/leads.ts';
import { shownLinkToken } from '#tests/support/mailed-links.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { sendTextFromPage } from '#tests/support/requested-documents.ts';
import { deliverMails } from '#tests/support/sent-mails.ts';

const { ana, lead, listed, post, world } = adminAreaForTest({
  ABOUT_ANSWER_HOURS: '4',
  SCHEDULING_URL: 'https://cal.com/resguardo/asesoria',
});

let id = 0;
let token = '';
/** Asks for a call on Tuesday at ten. Another message comes before, so that no ids are the same. */
const ask = async (more: object = {}) => {
  browseAs({});
  await sendContact(contactBody, { path: '/api/contact' });
  const call = { respuesta_preferida: 'Con una llamada el 24-11-2026 a las 10:00', ...more };
  await sendContact({ ...contactBody, ...call }, { path: '/api/contact-advisor' });
  id = (await storedLeads()).at(-1)?.id ?? 0;
  token = await shownLinkToken('lead-receipt', id);
};
beforeEach(async () => {
  await getDb().write((tx) => tx.run("update accounts set name = 'Elena Soto'"));
  await ask();
});

const html = async () => {
  browseAs({});
  const shown = await renderPage(ReceivedPage, { token });
  browseAs(ana.cookies);
  return shown;
};
const page = async () => textOf(await html());
const next = async () => /Qué sigue(.*?)(?:Cambia o|Pide una|Escríbele)/.exec(await page())?.[1];
const write = (action: string, form: Record<string, string>) =>
  postForm(`/recibido/${token}/${action}`, { form: { envio: randomId(), ...form } });
const calendarText = async () => {
  const path = `/recibido/${token}/calendario`;
  return (await call(getCalendar, path, { params: { token } })).text();
};
const reply = { asunto: 'Tu garantía', respuesta: 'Es fiel cumplimiento.', clave: 'una' };
const mailTo = async () =>
  (await deliverMails()).filter(({ to }) => to.toLowerCase().includes('ana@constructora'));

test('a message that is marked as handled promises no call and no answer, and says how to write again', async () => {
  expect(await next()).toContain('te llamamos el martes 24-11-2026 a las 10:00');
  world.advance(MINUTE);
  await post(`leads/${id}/atendida`, { handled: 'yes' });
  expect(await page()).not.toMatch(/te llam(a|amos) el martes|a más tardar|Agregar la llamada/i);
  expect(await page()).toContain('Cerramos tu asesoría');
  expect(await next()).toContain('ya no tienes que esperar una respuesta ni una llamada');
  expect(await next()).toContain('escríbenos más abajo');
  world.advance(MINUTE);
  await post(`leads/${id}/atendida`, { handled: 'no' });
  expect(await next()).toContain('te llamamos el martes 24-11-2026 a las 10:00');
});

test('a handled message that gets a new text is promised an answer, or the call that is then requested', async () => {
  world.advance(MINUTE);
  await post(`leads/${id}/atendida`, { handled: 'yes' });
  expect(await listed({ turn: 'ours' })).not.toContain(id);
  world.advance(DAY * 3);
  await sendTextFromPage(`/recibido/${token}`, '¿Me pueden llamar?');
  expect(await next()).toContain('a más tardar el lunes 23-11-2026 a las 16:01');
  world.advance(MINUTE);
  await write('llamada', { dia: '2026-11-25', hora: 'a las 11:00' });
  expect(await next()).toContain('te llamamos el miércoles 25-11-2026 a las 11:00');
  expect((await checkRows()).problems).toEqual([]);
});

test('“Qué sigue” on the page of a message changes with a reply and with a new text', async () => {
  await ask({ respuesta_preferida: 'Por escrito' });
  expect(await next()).toContain('Un asesor lee lo que escribiste y te responde en 4 horas');
  world.advance(MINUTE);
  await post(`leads/${id}/responder`, reply);
  expect(await page()).toMatch(/Elena Soto te respondió \S.*Escríbele a tu asesor.*Qué sigue/);
  expect(await next()).not.toMatch(/a más tardar|lee lo que escribiste/);
  expect((await mailTo())[0]).toMatchObject({
    subject: `Elena Soto te respondió: asesoría N.º ${id}`,
  });
  world.advance(MINUTE);
  await sendTextFromPage(`/recibido/${token}`, '¿Y cuánto cuesta?');
  expect(await next()).toContain(
    'Elena Soto lee lo último que enviaste y te responde en 4 horas hábiles o menos, a más tardar el viernes 20-11-2026 a las 16:02',
  );
  const shown = await page();
  expect(shown).toContain('Recibimos tu mensaje');
  expect(shown).toMatch(/Recibimos tu mensaje Elena Soto te responde en 4 horas .* a las 16:02/);
  expect(shown).toMatch(/Qué ha pasado.*Elena Soto te respondió: Tu garantía/);
  world.advance(2 * MINUTE);
  expect((await mailTo())[0]?.text).toMatch(
    /Ya lo tiene Elena Soto\. Te responde en 4 horas .*viernes 20-11-2026 a las 16:02/,
  );
});

test('a call that an advisor recorded is told on the page and by mail, and is not promised any more', async () => {
  world.advance(MINUTE);
  const form = { resultado: 'talked', resumen: 'Te mando la glosa mañana.', clave: 'una' };
  await post(`leads/${id}/llamada`, form);
  await post(`leads/${id}/llamada`, form);
  expect((await eventsOf(id)).filter(({ kind }) => kind === 'reply')).toHaveLength(1);
  for (const words of ['Hablamos contigo el viernes 20-11-2026', 'Te mando la glosa mañana.'])
    expect(await page()).toContain(words);
  expect(await page()).not.toMatch(/te llam(a|amos) el martes|a más tardar/i);
  const calendar = await calendarText();
  expect(calendar).toContain('Hablamos contigo.');
  expect(calendar).not.toMatch(/CANCEL|se canceló/);
  expect(calendar).toMatch(/DTEND:20261120T1501/);
  const [mail] = await mailTo();
  expect(mail?.text).toMatch(/\/recibido\/\S+#otra/);
  expect(mail?.subject).toBe(`Hablamos contigo el viernes 20-11-2026: asesoría N.º ${id}`);
  expect(mail?.text).toContain('Hablaste por teléfono con Elena Soto.');
  expect(mail?.text).toContain('Te mando la glosa mañana.');
  expect(textOf(await lead(id))).toContain('Llamada: hablamos');
  expect(await listed({ turn: 'applicant' })).toContain(id);
  expect(await listed({ turn: 'ours' })).not.toContain(id);
  expect((await checkRows()).problems).toEqual([]);
});

test('after a call that nobody took, page and mail offer another hour, which is then promised', async () => {
  world.advance(MINUTE);
  await post(`leads/${id}/llamada`, { resultado: 'missed', clave: 'una' });
  const shown = await html();
  expect(textOf(shown)).toContain('Te llamamos y no contestaste: elige otra hora');
  expect(shown).toMatch(/href="#llamada"[^>]*>Elegir otra hora/);
  expect(shown).toMatch(/id="llamada".*?<details open=""/s);
  expect(shown).not.toMatch(/<option value="2026-11-24" selected/);
  expect(await next()).toContain('Elige otra hora más abajo');
  const [mail] = await mailTo();
  expect(mail?.text).toContain('Te llamó Elena Soto al teléfono que termina en 678.');
  expect(mail?.text).toMatch(/\/recibido\/\S+#llamada/);
  world.advance(MINUTE);
  await write('llamada', { dia: '2026-11-25', hora: 'a las 11:00' });
  expect(await page()).toContain('te llama Elena Soto el miércoles 25-11-2026 a las 11:00');
  world.advance(2 * MINUTE);
  expect((await mailTo())[0]?.text).toContain(
    'Te llama Elena Soto al teléfono que termina en 678.',
  );
  expect(await listed({ turn: 'ours' })).toContain(id);
});

test('a call that is cancelled after a missed one is named, and an answer in writing is promised', async () => {
  world.advance(MINUTE);
  await post(`leads/${id}/llamada`, { resultado: 'missed', clave: 'una' });
  expect(await page()).not.toContain('Con una llamada el 24-11-2026');
  expect(await calendarText()).not.toContain('se canceló');
  world.advance(MINUTE);
  await write('llamada', { dia: '2026-11-25', hora: 'a las 11:00' });
  expect(await page()).not.toContain('Leer la respuesta');
  await write('llamada', { cancelar: 'si' });
  const title = 'Cancelaste la llamada del miércoles 25-11-2026 a las 11:00';
  const deadline = 'a más tardar el viernes 20-11-2026 a las 16:02';
  const shown = await page();
  expect(shown).toMatch(new RegExp(`${title} Elena Soto te responde [^.]*${deadline}`));
  expect(shown).not.toMatch(/Elegir otra hora|Leer la respuesta/);
  world.advance(2 * MINUTE);
  const mail = (await mailTo()).find(({ subject }) => subject === title);
  expect(mail?.text).toContain(deadline);
  expect(mail?.text).not.toContain('martes 24');
});

test('a recorded call without words offers nothing to read, and a new one can be requested for any time', async () => {
  world.advance(MINUTE);
  await post(`leads/${id}/llamada`, { resultado: 'talked', clave: 'una' });
  expect(await page()).not.toMatch(/le(er|e) la respuesta/i);
  world.advance(MINUTE);
  await write('llamada', {});
  expect(await page()).toMatch(/Pediste una llamada cuanto antes Elena Soto te responde/);
});

test('the page of a message without a question says that an advisor asks for what is missing', async () => {
  await ask({ respuesta_preferida: 'Por escrito', mensaje: '' });
  expect(await next()).toContain('Un asesor te pregunta lo que falta en 4 horas');
  expect(await page()).not.toContain('lee lo que escribiste');
  await ask({ mensaje: '' });
  expect(await page()).not.toContain('lee lo que escribiste');
});

test('a call with an unknown outcome, or on a request, records nothing', async () => {
  await post(`leads/${id}/llamada`, { resultado: 'quizás', clave: 'una' });
  expect((await eventsOf(id)).filter(({ kind }) => kind === 'reply')).toEqual([]);
  const request = await sendRequest(publicBody);
  await post(`leads/${request.id}/llamada`, { resultado: 'talked', clave: 'una' });
  expect((await eventsOf(request.id)).filter(({ kind }) => kind === 'reply')).toEqual([]);
});

test('the page of a message offers the form for a call, or the booking page if no telephone is known', async () => {
  for (const preferred of ['Por escrito', 'Con una llamada']) {
    await ask({ respuesta_preferida: preferred });
    expect(await html()).toContain(`/recibido/${token}/llamada`);
    expect(await html()).not.toContain('cal.com');
  }
  await ask({ respuesta_preferida: 'Por escrito', telefono: undefined });
  expect(await html()).not.toContain(`/recibido/${token}/llamada`);
  expect(await html()).not.toContain('Agenda la conversación');
  expect(await html()).toMatch(/href="https:\/\/cal.com[^>]*>Prefiero conversarlo/);
});

test('the page of a message shows the form of its promised call unfolded', async () => {
  expect(await html()).toMatch(/id="llamada".*?<details open=""/s);
});

test('the calendar file of a call keeps its hour busy, and is cancelled once the message is handled', async () => {
  expect(await calendarText()).toContain('TRANSP:OPAQUE');
  expect(await calendarText()).not.toContain('STATUS:CANCELLED');
  world.advance(MINUTE);
  await post(`leads/${id}/atendida`, { handled: 'yes' });
  expect(await calendarText()).toContain('STATUS:CANCELLED');
});
