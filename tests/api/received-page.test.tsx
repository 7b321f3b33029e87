import { expect, test } from 'vitest';
import AdvisorPage from '#app/(sitio)/asesor/page.tsx';
import ReceivedPage, { generateMetadata } from '#app/(sitio)/recibido/[token]/page.tsx';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import { DAY, MINUTE } from '#lib/platform/process/durations.ts';
import { adminAreaForTest } from '#tests/support/admin-area.ts';
import { api } from '#tests/support/call.ts';
import { contactBody, sendContact, storedLeads } from '#tests/support/contact.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { shownLinkToken } from '#tests/support/mailed-links.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { textFile } from '#tests/support/request-files.ts';
import { requestDocuments, sendRequestedDocuments } from '#tests/support/requested-documents.ts';
import { deliverMails } from '#tests/support/sent-mails.ts';

const { world, ana } = adminAreaForTest({
  ABOUT_PHONE: '+56 2 2345 6789',
  SCHEDULING_URL: 'https://agenda.example/resguardo',
});
const reply = { subject: 'Tu garantía', text: 'Te llamo el lunes a las 15:00.' };

async function answer(id: number) {
  world.advance(MINUTE);
  const sent = await api(`/api/admin/leads/${id}/replies`, { json: reply, cookies: ana.cookies });
  expect(sent.status).toBe(200);
  browseAs({});
}

test('the page of a message shows what was sent, and then the reply', async () => {
  browseAs({});
  await sendContact({ ...contactBody, cuando_cierra: 'Mañana' }, { path: '/api/contact-advisor' });
  const id = (await storedLeads()).at(-1)?.id ?? 0;
  const token = await shownLinkToken('lead-receipt', id);
  const page = async () => textOf(await renderPage(ReceivedPage, { token }));
  const before = await page();
  for (const part of ['Lo que enviaste', 'Nos adjudicamos una obra.', 'Tu plazo se acaba pronto'])
    expect(before).toContain(part);
  expect(before).not.toContain('te respondió');
  await answer(id);
  const after = await page();
  // The reply stands directly under the heading, and the box for an answer follows.
  expect(after).toMatch(/Un asesor te respondió.*Escríbele a tu asesor.*Qué sigue/);
  expect(after.split(reply.text)[0]).not.toContain('Qué ha pasado');
  for (const part of ['Tu plazo se acaba pronto', 'Un asesor lee lo que escribiste'])
    expect(after).not.toContain(part);
  expect((await deliverMails())[0]?.text).toMatch(/^http:.*\/recibido\//m);
  world.advance(MINUTE);
  await sendRequestedDocuments(`/recibido/${token}`, { fields: { mensaje: '¿Y si no alcanzo?' } });
  expect(await page()).toContain('Tu plazo se acaba pronto');
});

test('the page of a message promises a call on no certain day until the first reply', async () => {
  browseAs({});
  const call = { respuesta_preferida: 'Con una llamada', telefono: '+56912345678' };
  await sendContact({ ...contactBody, ...call }, { path: '/api/contact-advisor' });
  const id = (await storedLeads()).at(-1)?.id ?? 0;
  const token = await shownLinkToken('lead-receipt', id);
  const page = async () => textOf(await renderPage(ReceivedPage, { token }));
  expect(await page()).toContain('Cambia o cancela la llamada');
  await answer(id);
  expect(await page()).toContain('Pide una llamada');
});

test('the head of a message page names a missing document, and then promises no first answer any more', async () => {
  browseAs({});
  const requested = { ...contactBody, respuesta_preferida: 'Por escrito' };
  await sendContact(requested, { path: '/api/contact-advisor' });
  const id = (await storedLeads()).at(-1)?.id ?? 0;
  const token = await shownLinkToken('lead-receipt', id);
  const page = async () => textOf(await renderPage(ReceivedPage, { token }));
  const head = async () =>
    textOf(/<h1[^>]*>(.*?)<\/h1>/s.exec(await renderPage(ReceivedPage, { token }))?.[1] ?? '');
  const promise = 'Un asesor lee lo que escribiste';
  expect(await page()).toContain(promise);
  const [f30] = await requestDocuments(id, ana.cookies, { 'doc-certificado_f30': 'si' });
  expect(await head()).toBe('Falta un documento');
  expect(await page()).not.toContain(promise);
  expect(await page()).toMatch(/Falta un documento.*Ver qué falta.*Enviar documentos.*Qué sigue/);
  await answer(id);
  expect(await head()).toBe('Falta un documento');
  world.advance(MINUTE);
  const files = { [`pedido-${f30?.id}`]: [textFile('F30.pdf')] };
  await sendRequestedDocuments(`/recibido/${token}`, { files });
  expect(await head()).toBe('Recibimos tus documentos');
  expect(await page()).not.toContain(promise);
  expect((await deliverMails()).map(({ subject }) => subject)).toContain(
    `El equipo de Resguardo te respondió: asesoría N.º ${id}`,
  );
});

test('the page of a message that is marked as handled promises no first answer', async () => {
  browseAs({});
  await sendContact(contactBody, { path: '/api/contact-advisor' });
  const id = (await storedLeads()).at(-1)?.id ?? 0;
  const token = await shownLinkToken('lead-receipt', id);
  await postForm(`/admin/leads/${id}/atendida`, { form: { atendida: 'si' }, cookies: ana.cookies });
  browseAs({});
  expect(textOf(await renderPage(ReceivedPage, { token }))).not.toContain('Un asesor lee lo que');
});

test('the page of a message names a promised call after a reply too, until its hour has passed', async () => {
  browseAs({});
  const call = { respuesta_preferida: 'Con una llamada a las 17:00', telefono: '+56912345678' };
  await sendContact({ ...contactBody, ...call }, { path: '/api/contact-advisor' });
  const id = (await storedLeads()).at(-1)?.id ?? 0;
  const token = await shownLinkToken('lead-receipt', id);
  const page = async () => textOf(await renderPage(ReceivedPage, { token }));
  await answer(id);
  expect(await page()).toMatch(/te llamamos el \w+ [\d-]+ a las 17:00/);
  world.advance(5 * DAY);
  expect(await page()).not.toContain('te llamamos el');
});

test('the head of a request page says that an advisor replied, until the applicant writes', async () => {
  const { id, token } = await sendRequest(publicBody);
  browseAs({});
  const head = async () =>
    textOf(/<h1[^>]*>(.*?)<\/h1>/s.exec(await renderPage(ReceiptPage, { token }))?.[1] ?? '');
  expect(await head()).toBe('Recibimos tu solicitud');
  await answer(id);
  expect(await head()).toBe('Un asesor te respondió');
  world.advance(MINUTE);
  await postForm(`/comprobante/${token}/mensaje`, {
    form: { mensaje: 'Gracias, espero.', envio: 'A'.repeat(22) },
  });
  expect(await head()).toBe('Recibimos tu solicitud');
});

test('the title of a message page begins with Error after a refused form', async () => {
  const titled = async (query: Record<string, string>) =>
    (await generateMetadata({ searchParams: Promise.resolve(query) })).title;
  expect(await titled({})).toBe('Recibido');
  expect(await titled({ error: 'conflict' })).toBe('Error: Recibido');
  expect(await titled({ error: 'validation_failed' })).toBe('Error: Recibido');
});

test('a message with a doubtful e-mail leads to its form, filled in with what was typed and the e-mail that was meant', async () => {
  browseAs({});
  const typed = { correo: 'ana@gmial.com', mensaje: 'No sé qué boleta me piden.' };
  await sendContact({ ...contactBody, ...typed }, { path: '/api/contact-advisor' });
  const id = (await storedLeads()).at(-1)?.id ?? 0;
  const token = await shownLinkToken('lead-receipt', id);
  const page = await renderPage(ReceivedPage, { token });
  expect(textOf(page)).toContain('¿Quisiste decir ana@gmail.com? Envíalo otra vez con ese correo');
  expect(page).toContain(`href="/asesor?recibido=${token}#formulario"`);
  const form = await renderPage(AdvisorPage, {}, { recibido: token });
  for (const part of ['value="ana@gmail.com"', typed.mensaje, 'value="Ana Muñoz"'])
    expect(form).toContain(part);
  expect(form).not.toContain('gmial');
  const stranger = await renderPage(AdvisorPage, {}, { recibido: `${token}x` });
  expect(stranger).not.toContain(typed.mensaje);
});

test.each<[object, string, string]>([
  [
    { perfil_activo: undefined, mensaje: undefined },
    'Pedir una garantía',
    'Ya viene puesto: tu contacto.',
  ],
  [
    { perfil_activo: undefined, mensaje: 'Es por la 4809-45-LE26.' },
    'Pedir esta garantía',
    'Ya vienen puestos: tu contacto y la licitación.',
  ],
])(
  'the page of a message offers a request with no more than it fills in: %o',
  async (fields, verb, hint) => {
    browseAs({});
    await sendContact({ ...contactBody, ...fields }, { path: '/api/contact-advisor' });
    const id = (await storedLeads()).at(-1)?.id ?? 0;
    const token = await shownLinkToken('lead-receipt', id);
    const page = textOf(await renderPage(ReceivedPage, { token }));
    expect(page).toContain(`${verb} ${hint}`);
  },
);

test('a message without a question promises an answer once its sender has asked one', async () => {
  browseAs({});
  const { mensaje: _, ...silent } = { ...contactBody, respuesta_preferida: 'Por escrito' };
  await sendContact(silent, { path: '/api/contact-advisor' });
  const id = (await storedLeads()).at(-1)?.id ?? 0;
  const token = await shownLinkToken('lead-receipt', id);
  const page = async () => textOf(await renderPage(ReceivedPage, { token }));
  expect(await page()).toContain('Un asesor te pregunta lo que falta');
  world.advance(MINUTE);
  await sendRequestedDocuments(`/recibido/${token}`, { fields: { mensaje: '¿Cuánto cuesta?' } });
  expect(await page()).toContain('Un asesor lee lo que escribiste y te responde');
  expect(await page()).not.toContain('te pregunta lo que falta');
});
