import { beforeEach, expect, test } from 'vitest';
import TeamPage from '#app/admin/cuentas/page.tsx';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import InboxPage from '#app/admin/page.tsx';
import { checkRows } from '#lib/background/check-rows.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { openAdminArea, primaryButton } from '#tests/support/admin-area.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { insertLead, leadOf, sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { forEachTest } from '#tests/support/world.ts';

const admin = forEachTest(() => openAdminArea());
let id = 0;
beforeEach(async () => {
  ({ id } = await sendRequest(publicBody));
  await admin.deliver();
  browseAs(admin.ana.cookies);
});

const reply = { asunto: 'Hola', respuesta: '¿Cuál es el plazo?', clave: 'una' };
const failToSend = async (lead = id) => {
  await admin.post('responder', lead, reply);
  admin.resend.failNext({ how: 'status', status: 422, message: 'Invalid `to` field.' });
  await admin.deliver();
};
const ours = async () => renderPage(InboxPage, {}, {});
const sawAtOnce = async (query = {}) => renderPage(LeadPage, { id: `${id}` }, query);

test('a reply that could not be mailed makes the request wait for the team, in the inbox and on its page', async () => {
  const before = (await leadOf(id)).unansweredSince;
  await failToSend();
  expect(await leadOf(id)).toMatchObject({ lastAct: 'undelivered', unansweredSince: before });
  expect(await ours()).toMatch(/text-danger">No le llegó</);
  const page = await sawAtOnce({ aviso: 'respuesta' });
  expect(textOf(page)).toContain('No le llegó: respuesta a la persona');
  expect(page).not.toContain('Tu respuesta va en camino');
  expect((await checkRows()).problems).toEqual([]);

  // Once the mail is tried again, the lead waits for the applicant.
  const retry = /formAction="(\/admin\/entregas\/\d+\/reintentar)"/i.exec(page)?.[1] ?? '';
  const path = `/api/admin/deliveries/${retry.split('/')[3]}/retry`;
  expect((await api(path, { json: {}, cookies: admin.ana.cookies })).status).toBe(200);
  expect((await leadOf(id)).lastAct).toBe('replied');
  await admin.deliver();
  expect((await leadOf(id)).lastAct).toBe('replied');
});

test('a message whose reply could not be mailed waits for the team until it is marked as handled', async () => {
  const message = await insertLead({ email: 'otra@persona.cl' });
  await failToSend(message);
  expect((await leadOf(message)).lastAct).toBe('undelivered');
  admin.world.advance(MINUTE);
  await admin.post('atendida', message, { handled: 'yes', seen: 'recibida' });
  expect((await leadOf(message)).lastAct).toBeNull();
});

test('a bounce stays the team’s turn after another reply, until it is marked as handled', async () => {
  const email = publicBody.email.toLowerCase();
  const bounce = () =>
    getDb().client.execute({
      sql: "update deliveries set arrival = 'bounced', arrival_at = ? where sent_to = ?",
      args: [admin.world.now(), email],
    });
  await bounce();
  admin.world.advance(MINUTE);
  await admin.post('responder', id, reply);
  await admin.deliver();
  expect((await leadOf(id)).lastAct).toBe('undelivered');
  const page = await sawAtOnce({ aviso: 'respuesta' });
  expect(primaryButton(page)).toEqual(['Llamar']);
  const text = textOf(page);
  expect(text).toContain(`Puede no llegar: el correo anterior a ${email} no llegó.`);
  // The warning stands in the forms for a reply, conditions, payments and documents.
  expect(text.match(/Este correo puede no llegar:/g)).toHaveLength(4);

  await getDb().client.execute('update leads set phone = null');
  expect(primaryButton(await sawAtOnce())).toEqual(['Corregir el correo']);
  admin.world.advance(MINUTE);
  await admin.post('atendida', id, { handled: 'yes', seen: 'recibida' });
  expect((await leadOf(id)).lastAct).not.toBe('undelivered');
});

test('undoing a change of state or a handled mark restores since when the request waits', async () => {
  const { lastAct, unansweredSince } = await leadOf(id);
  expect(unansweredSince).not.toBeNull();
  await admin.post('estado', id, { state: 'en_revision', seen: 'recibida', tenia: '' });
  expect((await leadOf(id)).unansweredSince).toBeNull();
  admin.world.advance(20_000);
  const form = { hecha: 'estados', a: 'en_revision', [`lead-${id}`]: 'recibida' };
  const undone = await admin.undo(form);
  expect(undone.headers.get('location')).toContain('hechas=1');
  expect(await leadOf(id)).toMatchObject({ lastAct, unansweredSince, state: 'recibida' });

  await admin.post('atendida', id, { handled: 'yes', seen: 'recibida' });
  admin.world.advance(20_000);
  await admin.post('atendida', id, { handled: 'no', seen: 'recibida' });
  expect(await leadOf(id)).toMatchObject({ lastAct, unansweredSince });
});

test('the notice after a first note says that the request was assigned too', async () => {
  await admin.post('nota', id, { text: 'Llamar el lunes.' });
  expect(textOf(await sawAtOnce({ aviso: 'nota' }))).toContain('Quedó asignada a ti.');
  admin.world.advance(MINUTE);
  await admin.post('nota', id, { text: 'No contestó.' });
  expect(textOf(await sawAtOnce({ aviso: 'nota' }))).not.toContain('Quedó asignada a ti.');
});

test('the list of accounts begins with the team', async () => {
  await makeAdvisor('luis@resguardo.cl');
  const page = textOf(await renderPage(TeamPage, {}, {}));
  expect(page).toMatch(/El equipo.*ana@resguardo\.cl.*luis@resguardo\.cl/);
  expect(page).not.toContain(publicBody.email);
});
