import { beforeEach, describe, expect, test } from 'vitest';
import DeliveryPage from '#app/admin/entregas/[id]/page.tsx';
import DeliveriesPage from '#app/admin/entregas/page.tsx';
import StatusPage from '#app/admin/estado/page.tsx';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import InboxPage from '#app/admin/page.tsx';
import PeoplePage from '#app/admin/personas/page.tsx';
import { checkRows } from '#lib/background/check-rows.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { MINUTE, SECOND } from '#lib/platform/process/durations.ts';
import { openAdminArea } from '#tests/support/admin-area.ts';
import { refusalOf } from '#tests/support/call.ts';
import { leadOf, sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { mailEvent, type ReportKind } from '#tests/support/providers/resend-events.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { eventCounts, MAIL_SECRET, postMailEvent, storedEvents } from '#tests/support/webhooks.ts';
import { forEachTest } from '#tests/support/world.ts';

const admin = forEachTest(() => openAdminArea({ RESEND_WEBHOOK_SECRET: MAIL_SECRET }));
const emails = ['rosa@obras.cl', 'luis@obras.cl'] as const;
let leads: number[] = [];
beforeEach(async () => {
  leads = [];
  for (const email of emails) leads.push((await sendRequest({ ...publicBody, email })).id);
  browseAs(admin.ana.cookies);
});

const mailTo = (email: string) => {
  const found = admin.resend.received.findLast(({ to }) => [to].flat()[0] === email);
  if (!found) throw new Error(`no mail to ${email}`);
  return found.id;
};
/** Reports a mail as Resend does, `minute` minutes after the test's noon. */
const report = (kind: ReportKind, minute = 0, email: string = emails[0], more = {}) => {
  const createdAt = new Date(admin.world.now() + minute * MINUTE).toISOString();
  return postMailEvent(mailEvent({ kind, emailId: mailTo(email), to: email, createdAt, ...more }));
};
const rowOf = async (email: string) => {
  const { rows } = await getDb().client.execute({
    sql: `select id, arrival, arrival_at, arrival_reason, provider_id from deliveries
      where sent_to = ? order by id desc limit 1`,
    args: [email],
  });
  return rows[0];
};
const detail = async (email: string) =>
  textOf(await renderPage(DeliveryPage, { id: `${(await rowOf(email))?.id}` }));
const leadPage = async (at: number) => textOf(await renderPage(LeadPage, { id: `${leads[at]}` }));
const listed = async (query: Record<string, string>) => {
  const text = textOf(await renderPage(DeliveriesPage, {}, query));
  return text.slice(text.search(/Los más recientes primero/));
};

describe('POST /api/webhooks/mail', () => {
  beforeEach(() => admin.deliver());

  test('refuses an event whose signature is wrong, or is six minutes early or late', async () => {
    const event = mailEvent({ kind: 'bounced', emailId: mailTo(emails[0]) });
    const other = `whsec_${Buffer.from('otro secreto cualquiera').toString('base64')}`;
    const now = Date.now();
    for (const refused of [
      postMailEvent(event, { secret: other }),
      postMailEvent(event, { at: now - 6 * MINUTE }),
      postMailEvent(event, { at: now + 6 * MINUTE }),
      postMailEvent(event, { headers: { 'svix-id': 'msg_other' } }),
      postMailEvent(event, { headers: { 'svix-signature': 'v1' } }),
      postMailEvent(event, { headers: { 'svix-timestamp': 'ayer' } }),
      postMailEvent(event, { body: JSON.stringify({ ...event, type: 'email.delivered' }) }),
      postMailEvent(event, { headers: { 'svix-signature': '' } }),
    ]) {
      expect(await refusalOf(refused)).toBe('401 invalid_signature');
    }
    expect(await storedEvents()).toEqual([]);
    expect(await rowOf(emails[0])).toMatchObject({ arrival: null });
  });

  test('refuses a body that is not an event, and ignores events of other types or without a mail', async () => {
    for (const [body, refusal] of [
      ['', '400 invalid_json'],
      ['{', '400 invalid_json'],
      ['null', '400 validation_failed'],
      ['{"data":{}}', '400 validation_failed'],
      ['{"type":7}', '400 validation_failed'],
    ] as const) {
      expect(await refusalOf(postMailEvent(body)), body).toBe(refusal);
    }
    for (const odd of [
      { type: 'email.opened', data: { email_id: mailTo(emails[0]) } },
      { type: '__proto__', data: { email_id: mailTo(emails[0]) } },
      { type: 'email.bounced' },
      { type: 'email.bounced', data: { email_id: { a: 1 } } },
      { type: 'email.bounced', data: 'x', created_at: 'ayer' },
    ]) {
      expect(await eventCounts(postMailEvent(odd)), JSON.stringify(odd)).toEqual([1, 0, 0]);
    }
    expect(await storedEvents()).toEqual([]);
  });

  test('counts a repeated event once, and stores neither its e-mail address nor its subject', async () => {
    const event = mailEvent({ kind: 'bounced', emailId: mailTo(emails[0]), to: emails[0] });
    expect(await eventCounts(postMailEvent(event, { id: 'msg_1' }))).toEqual([1, 1, 0]);
    expect(await eventCounts(postMailEvent(event, { id: 'msg_1' }))).toEqual([1, 0, 1]);
    const [stored, ...more] = await storedEvents();
    expect(more).toEqual([]);
    expect(stored).toMatchObject({ source: 'mail', eventKey: 'msg_1', outcome: 'processed' });
    expect(JSON.stringify(stored)).not.toMatch(/rosa|Hola|\b550\b/);
    expect(await rowOf(emails[1])).toMatchObject({ arrival: null });
  });

  test('answers 200 to an event about a mail that nobody here sent, and stores it', async () => {
    expect(await eventCounts(postMailEvent(mailEvent({ kind: 'bounced' })))).toEqual([1, 0, 0]);
    expect(await storedEvents()).toMatchObject([{ outcome: 'stored' }]);
  });

  const orders: [last: string, ...(readonly [ReportKind, number])[]][] = [
    ['delivered', ['delivery_delayed', -9], ['delivered', -8]],
    ['delivered', ['delivered', -8], ['delivery_delayed', -9]],
    ['delivered', ['delivered', -9], ['delivery_delayed', -8]],
    ['delayed', ['delivery_delayed', -9], ['delivery_delayed', -8]],
    ['bounced', ['delivered', -9], ['bounced', -8]],
    ['bounced', ['bounced', -8], ['delivered', -9]],
    ['delivered', ['delivered', -8], ['bounced', -9]],
    ['delivered', ['bounced', -9], ['delivered', -8]],
    ['complained', ['complained', -8], ['delivered', -8]],
    ['complained', ['delivered', -8], ['complained', -8]],
    ['bounced', ['bounced', 60]],
  ];
  test.each(orders)(
    'leaves the mail as %s after the events %j and %j, in this order',
    async (last, ...events) => {
      for (const [kind, minute] of events) expect((await report(kind, minute)).status).toBe(200);
      const at = Math.min(0, ...events.filter(([kind]) => kind.endsWith(last)).map(([, m]) => m));
      const latest = last === 'delayed' ? -8 : at;
      expect(await rowOf(emails[0])).toMatchObject({
        arrival: last,
        arrival_at: admin.world.now() + latest * MINUTE,
      });
    },
  );
});

test('a bounce reported before the id of its mail is stored takes effect once the id is stored', async () => {
  const early = 'a5e1c3c2-0000-4000-8000-000000000001';
  await getDb().client.execute('delete from webhook_events');
  await admin.deliver();
  const id = mailTo(emails[0]);
  await getDb().client.execute({
    sql: "update deliveries set state = 'waiting', due_at = 1, provider_id = null where provider_id = ?",
    args: [id],
  });
  expect(await eventCounts(report('bounced'))).toEqual([1, 0, 0]);
  expect(await eventCounts(postMailEvent(mailEvent({ kind: 'bounced', emailId: early })))).toEqual([
    1, 0, 0,
  ]);
  expect((await leadOf(leads[0] ?? 0)).lastAct).toBeNull();
  // Resend gives the same id to the same key.
  await admin.deliver();
  expect(await rowOf(emails[0])).toMatchObject({ arrival: 'bounced', provider_id: id });
  expect((await leadOf(leads[0] ?? 0)).lastAct).toBe('undelivered');
  expect((await storedEvents()).map(({ outcome }) => outcome)).toEqual(['processed', 'stored']);
});

describe('what Resend reports of a mail', () => {
  beforeEach(() => admin.deliver());

  test('is shown with the mail, in the list of deliveries, with its person, on its request and in the status', async () => {
    expect(await detail(emails[0])).toContain('todavía no avisa si llegó o rebotó');
    await report('delivered');
    await report('bounced', 0, emails[1]);
    expect(await detail(emails[0])).toContain('¿Llegó? Llegó el 20-11-2026, 12:00');
    expect(await detail(emails[1])).toContain('¿Llegó? Rebotó: la casilla no existe');
    const bounced = await listed({ state: 'bounced' });
    expect(bounced).toMatch(/luis@obras\.cl Rebotó · La casilla no existe/);
    expect(bounced).not.toContain(emails[0]);
    const sent = await listed({ state: 'sent' });
    expect(sent).toContain('Llegó el 20-11-2026, 12:00');
    expect(sent).not.toContain('luis@obras.cl');
    const person = textOf(await renderPage(PeoplePage, {}, { q: emails[1] }));
    expect(person).toContain('Rebotó · La casilla no existe');
    expect(await leadPage(1)).toContain('Rebotó: la casilla no existe');
    expect(await leadPage(0)).not.toContain('Rebotó');
    const status = textOf(await renderPage(StatusPage, {}, {}));
    expect(status).toMatch(/Rebotaron en las últimas 24 horas 1 /);
    expect(status).toContain('Avisos del correo');
  });

  test.each<[ReportKind, readonly [string, string], string]>([
    ['bounced', ['Transient', 'MailboxFull'], 'Rebotó: la casilla está llena'],
    ['bounced', ['Permanent', 'Nuevo'], 'Rebotó: Permanent Nuevo'],
    ['bounced', ['<b>', 'a@b.cl'], 'Rebotó'],
    ['delivery_delayed', ['', ''], 'Demorado: su servidor aún no lo recibe'],
    ['complained', ['', ''], 'Lo marcó como correo no deseado'],
    ['failed', ['', ''], 'El proveedor no lo pudo enviar: se acabó la cuota del día'],
    ['suppressed', ['', ''], 'El proveedor no lo envió: esa casilla ya rebotó'],
  ])(
    'is put into words: the event %s with the bounce %j reads “%s”',
    async (kind, bounce, text) => {
      await report(kind, 0, emails[0], { bounce });
      const page = await detail(emails[0]);
      expect(page).toContain(text);
      expect(page).not.toContain('a@b.cl');
    },
  );

  test('makes the request of a bounced mail wait for the team, until a mail to that address arrives', async () => {
    await report('bounced');
    expect(await leadOf(leads[0] ?? 0)).toMatchObject({ lastAct: 'undelivered' });
    expect((await leadOf(leads[1] ?? 0)).lastAct).toBeNull();
    expect(await renderPage(InboxPage, {}, {})).toMatch(/text-danger">No le llegó</);
    expect(await leadPage(0)).toContain(
      'El correo a rosa@obras.cl no llegó. Rebotó: la casilla no existe. Llama y confirma su correo.',
    );
    expect((await checkRows()).problems).toEqual([]);

    admin.world.advance(2 * MINUTE);
    const form = { detalle: `${(await rowOf(emails[0]))?.id}` };
    const path = `/admin/entregas/${form.detalle}/reenviar`;
    const response = await postForm(path, { form, cookies: admin.ana.cookies });
    expect(response.headers.get('location')).toContain('aviso=envio');
    await admin.deliver();
    admin.world.advance(SECOND);
    await report('delivered');
    expect((await leadOf(leads[0] ?? 0)).lastAct).toBeNull();
    expect(await leadPage(0)).not.toContain('no llegó');
    expect((await checkRows()).problems).toEqual([]);
  });

  test('is deleted when its recipient is erased, and a later event does not bring it back', async () => {
    const id = mailTo(emails[0]);
    await getDb().client.execute("update deliveries set partition = 'tenders:x/mail'");
    for (const email of emails) await report('bounced', 0, email);
    await postForm('/admin/borrar/confirmar', {
      form: { correo: emails[0], confirmation: emails[0] },
      cookies: admin.ana.cookies,
    });
    await postMailEvent(mailEvent({ kind: 'delivered', emailId: id }));
    const { rows } = await getDb().client.execute({
      sql: `select * from deliveries where provider_id = ? or (sent_to is null and
        (arrival is not null or arrival_at is not null or arrival_reason is not null))`,
      args: [id],
    });
    expect(rows).toEqual([]);
    expect(await rowOf(emails[1])).toMatchObject({ arrival: 'bounced' });
  });
});
