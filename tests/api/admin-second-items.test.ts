import { beforeEach, describe, expect, test } from 'vitest';
import { deliveryHandlers } from '#lib/background/delivery-handlers.ts';
import { setDryRunHandlers } from '#lib/domain/deliveries/dry-run.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { bookings } from '#lib/platform/db/schema/bookings.ts';
import { paymentRequests } from '#lib/platform/db/schema/payments.ts';
import { DAY, MINUTE } from '#lib/platform/process/durations.ts';
import { adminAreaForTest } from '#tests/support/admin-area.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { putIssued } from '#tests/support/issued.ts';
import { eventsOf, insertLead, leadOf, sendRequest } from '#tests/support/leads.ts';
import { valuesKeptAfterRefusal } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';

const { world, ana, post } = adminAreaForTest({ MAIL_INTERNAL_TO: 'Equipo@Resguardo.cl' });
const OLD = publicBody.email.toLowerCase();
let [first, second] = [0, 0];
beforeEach(async () => {
  first = (await sendRequest(publicBody)).id;
  second = (await sendRequest({ ...publicBody, email: 'luis@obras.cl' })).id;
});

test('an advisor who has two leads open is shown on both', async () => {
  const beto = await makeAdvisor('beto@resguardo.cl');
  const look = async (id: number, { cookies }: typeof beto) => {
    const path = `/api/admin/leads/${id}/events?after=0&watching=yes`;
    return (await (await api(path, { cookies })).json()).data.watching;
  };
  await post(`leads/${first}/nota`, { text: 'Uno' });
  await post(`leads/${second}/nota`, { text: 'Dos' });
  for (const id of [first, second]) await look(id, beto);
  for (const id of [first, second]) expect(await look(id, ana)).toEqual(['beto@resguardo.cl']);
});

test('a refusal with another reason than the first is refused, and one with the same reason is accepted', async () => {
  const move = async (reason: string) => {
    const json = { state: 'rechazada', reason };
    return (await api(`/api/admin/leads/${first}/state`, { json, cookies: ana.cookies })).status;
  };
  const answers = [];
  for (const reason of ['Faltan balances', 'Faltan balances', 'Faltan firmas']) {
    answers.push(await move(reason));
  }
  expect(answers).toEqual([200, 200, 400]);
});

test.each([
  ['before the note', MINUTE, true],
  ['with the note', 0, false],
])(
  'after a note is removed, a lead that was taken %s (%o ms) is still assigned: %s',
  async (_, wait, stays) => {
    if (wait > 0) {
      const json = { assignedTo: ana.id };
      await api(`/api/admin/leads/${first}/assign`, { json, cookies: ana.cookies });
      world.advance(wait);
    }
    await post(`leads/${first}/nota`, { text: 'Llamar' });
    const { rows } = await getDb().client.execute("select id from lead_events where kind = 'note'");
    await post(`leads/${first}/nota/quitar`, { nota: `${rows[0]?.id}` });
    expect((await eventsOf(first)).some(({ kind }) => kind === 'note')).toBe(false);
    expect((await leadOf(first)).assignedTo).toBe(stays ? ana.id : null);
  },
);

test('the reply that offers an extension is recorded only for a guarantee of the same person', async () => {
  const [own, others] = await putIssued([{ email: OLD }, { email: 'luis@obras.cl' }]);
  for (const garantia of [others, own]) {
    const form = { asunto: 'Prórroga', respuesta: '¿La prorrogamos?', clave: `${garantia}` };
    await post(`leads/${first}/responder`, { ...form, garantia: `${garantia}` });
  }
  const offered = "select guarantee from guarantee_events where kind = 'ofrecida'";
  const { rows } = await getDb().client.execute(offered);
  expect(rows.map(({ guarantee }) => guarantee)).toEqual([own]);
});

describe('correcting the e-mail of a lead', () => {
  const correct = (correo: string) =>
    post(`leads/${first}/correo/guardar`, { correo, motivo: 'Por teléfono', era: OLD });

  test('moves bookings and payment requests of the old e-mail, and leaves those of other people', async () => {
    const other = 'contador@holding.cl';
    const at = world.now();
    const booking = {
      name: 'x',
      title: 'x',
      state: 'accepted' as const,
      eventAt: at,
      createdAt: at,
    };
    await getDb().write(async (tx) => {
      const meetings = [OLD, other].map((email) => ({
        ...booking,
        uid: email,
        email,
        leadId: first,
      }));
      await tx.insert(bookings).values(meetings);
      const more = { amount: 1000, description: 'x', createdBy: ana.id, createdAt: at };
      await tx.insert(paymentRequests).values(
        [OLD, other].map((email) => ({
          ...{ ...more, id: email, email, leadId: first, expiresAt: at + 30 * DAY },
        })),
      );
    });
    expect((await correct('ana@nueva.cl')).headers.get('location')).toContain('aviso=correo');
    for (const table of ['bookings', 'payment_requests']) {
      const { rows } = await getDb().client.execute(`select email from ${table} order by email`);
      expect(rows.map(({ email }) => email)).toEqual(['ana@nueva.cl', other]);
    }
  });

  test.each(['equipo@resguardo.cl', 'EQUIPO@resguardo.cl', 'ana@resguardo.cl'])(
    'to %s, an address of the team, is refused',
    async (correo) => {
      const refused = await valuesKeptAfterRefusal(await correct(correo));
      expect(refused?.fields?.correo).toContain('Ese correo es del equipo');
    },
  );
});

test('the mail of a payment request that was paid cannot be sent again', async () => {
  setDryRunHandlers(deliveryHandlers);
  const lead = await insertLead();
  const at = world.now();
  await getDb().client.batch([
    `insert into payments (id, buy_order, session_id, account_id, amount, state, payment_request_id, created_at, updated_at)
      values (7, 'RG-7', 's', '', 1000, 'authorized', 'pedido', ${at}, ${at})`,
    `insert into payment_requests (id, amount, description, email, created_by, created_at, expires_at, paid_by, lead_id)
      values ('pedido', 1000, 'x', 'ana@x.cl', 'x', ${at}, ${at + DAY}, 7, ${lead})`,
    `insert into deliveries (id, partition, kind, payload, idempotency_key, state, created_at, settled_at)
      values (900, 'payment-request:pedido/mail', 'payment.request-mail', '{"paymentRequestId":"pedido"}', 'k', 'sent', ${at}, ${at})`,
  ]);
  world.advance(2 * MINUTE);
  const again = await api('/api/admin/deliveries/900/resend', {
    method: 'POST',
    cookies: ana.cookies,
  });
  expect(again.status).toBe(409);
});
