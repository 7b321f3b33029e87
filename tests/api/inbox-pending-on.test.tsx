import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import PaymentPage from '#app/admin/pagos/[buyOrder]/page.tsx';
import { checkRows } from '#lib/background/check-rows.ts';
import { paymentRequestToken } from '#lib/domain/payments/links.ts';
import { indexRangesOf } from '#lib/domain/requests/team/reads/filters.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { adminAreaForTest, primaryButton } from '#tests/support/admin-area.ts';
import { api } from '#tests/support/call.ts';
import { acceptConditions, sendConditions } from '#tests/support/conditions.ts';
import { insertLead, leadOf, sendRequest } from '#tests/support/leads.ts';
import { shownLinkToken } from '#tests/support/mailed-links.ts';
import { renderPage, textOf } from '#tests/support/page-request.ts';
import { payAsGuest, refundPayment, requestPayment } from '#tests/support/payment-links.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { queryPlan } from '#tests/support/query-plan.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { addRequestFiles, textFile } from '#tests/support/request-files.ts';

const webpay = await startWebpay();
const admin = adminAreaForTest(webpay.variables);
const { world, ana, inbox, lead, rows, pass } = admin;
let id: number;
let token: string;
beforeEach(async () => {
  const sent = await sendRequest(publicBody);
  id = sent.id;
  token = await shownLinkToken('receipt', sent.submissionId);
});

const email = publicBody.email.toLowerCase();
const post = (action: string, form?: Record<string, string>) =>
  admin.post(`leads/${id}/${action}`, form);
const findings = async () =>
  (await checkRows()).problems.filter(({ problem }) =>
    problem.includes('waits for something else'),
  );
const backfill = readFileSync('drizzle/0043_waits_of_replies.sql', 'utf8');
const refunded =
  readFileSync('drizzle/0051_payer_receipt.sql', 'utf8').split('statement-breakpoint').at(-1) ?? '';

const listedBy = async (pendingOn: string) => {
  const page = await inbox({ turn: pendingOn });
  return [...page.matchAll(/id="fila-(\d+)"/g)].map(([, found]) => Number(found));
};
const lists = async () => ({
  answer: await listedBy('answer'),
  issue: await listedBy('issue'),
  applicant: await listedBy('applicant'),
});
const none = { answer: [], issue: [], applicant: [] };
/** Returns the one tag of the request's row. */
const tag = async () => (await rows({ q: email }))[0]?.at(-1);

describe('the list by who has to act', () => {
  test('follows conditions, acceptance, payment, documents and refusal of a request', async () => {
    await insertLead({ email: 'otra@persona.cl' });
    expect([await tag(), await lists()]).toEqual(['Por atender', none]);
    await sendConditions(ana.cookies, id);
    const theirs = { ...none, applicant: [id] };
    expect([await tag(), await lists()]).toEqual(['Condiciones enviadas', theirs]);
    expect(primaryButton(await lead(id))).toEqual([]);
    await acceptConditions(token, 1);
    expect([await tag(), await lists()]).toEqual(['Por pagar', theirs]);
    const requested = await getDb().client.execute('select id from payment_requests');
    const paid = await payAsGuest(webpay, paymentRequestToken(`${requested.rows[0]?.id}`));
    world.advance(1000);
    expect([await tag(), await lists()]).toEqual(['Pagada', { ...none, issue: [id] }]);
    const page = await lead(id);
    expect(page).toMatch(/>Pagada<\/span>.*<p [^>]*>lleva menos[^<]*<\/p><p [^>]*>Por atender, /s);
    expect(primaryButton(page)).toEqual(['Aprobar y registrar emisión']);
    await refundPayment(ana.cookies, paid.buyOrder, 1000);
    expect(await lists()).toEqual({ ...none, issue: [id] });
    expect(await renderPage(PaymentPage, { buyOrder: paid.buyOrder })).toContain(
      '>Devuelto en parte<',
    );
    await addRequestFiles(token, { contrato: [textFile('bases.pdf')] });
    // The new message waits for an answer, and the request is still a paid one.
    expect(await lists()).toEqual({ ...none, answer: [id], issue: [id] });
    expect(textOf(await inbox())).toMatch(/Pagadas\s+1\b/);
    await post('responder', { asunto: 'Gracias', respuesta: 'Las revisamos.', clave: 'una' });
    expect(await lists()).toEqual({ ...none, issue: [id] });
    await post('estado', { state: 'aprobada', seen: 'recibida' });
    expect(primaryButton(await lead(id))).toEqual(['Registrar emisión']);
    await post('estado', { state: 'rechazada' });
    expect([await tag(), await lists()]).toEqual(['Rechazada', none]);
    expect(await findings()).toEqual([]);
  });

  test('has a request under the applicant after a reply, and under nobody once a reply settled it', async () => {
    const reply = (clave: string, form: Record<string, string> = {}) =>
      post('responder', {
        asunto: 'Faltan documentos',
        respuesta: 'Envíanos las bases.',
        clave,
        ...form,
      });
    await reply('una');
    expect(await lists()).toEqual({ ...none, applicant: [id] });
    await addRequestFiles(token, { contrato: [textFile('bases.pdf')] });
    expect(await lists()).toEqual({ ...none, answer: [id] });
    await reply('dos');
    expect(await lists()).toEqual({ ...none, applicant: [id] });
    await reply('tres', { handled: 'yes' });
    expect(await lists()).toEqual(none);
    await post('atendida', { handled: 'no' });
    expect(await lists()).toEqual(none);
    expect(await findings()).toEqual([]);
  });

  test('has a request in review or approved under the team, until money is requested or a reply is sent', async () => {
    await post('estado', { state: 'en_revision' });
    expect(await lists()).toEqual({ ...none, answer: [id] });
    await post('responder', { asunto: 'Hola', respuesta: '¿Cuál es el plazo?', clave: 'una' });
    expect(await lists()).toEqual({ ...none, applicant: [id] });
    await post('estado', { state: 'aprobada' });
    expect(await lists()).toEqual({ ...none, answer: [id] });
    await requestPayment(ana.cookies, { email, leadId: id });
    expect(await lists()).toEqual({ ...none, applicant: [id] });
    await pass(31 * DAY);
    expect(await lists()).toEqual({ ...none, answer: [id] });
    expect(await findings()).toEqual([]);
  });

  test('drops expired conditions and payment requests with the next round of jobs, not sooner', async () => {
    await sendConditions(ana.cookies, id, { validUntil: '2026-11-21' });
    await pass(DAY);
    expect(await lists()).toEqual({ ...none, applicant: [id] });
    await pass(DAY);
    expect(await lists()).toEqual(none);
    await requestPayment(ana.cookies, { email, leadId: id });
    await pass(29 * DAY);
    expect(await lists()).toEqual({ ...none, applicant: [id] });
    await pass(2 * DAY);
    expect(await lists()).toEqual(none);
  });

  test('can be filtered and searched, is what the CSV has, and drops erased requests', async () => {
    await sendConditions(ana.cookies, id);
    const found = async (query: object) =>
      (await inbox({ turn: 'applicant', ...query })).includes(`id="fila-${id}"`);
    expect(await found({ assigned: 'me' })).toBe(true);
    expect(await found({ assigned: 'nobody' })).toBe(false);
    expect(await found({ status: 'en_espera' })).toBe(true);
    expect(await found({ status: 'por_atender' })).toBe(false);
    expect(await found({ status: 'aprobada' })).toBe(false);
    expect(await found({ q: 'ana' })).toBe(true);
    const csv = async (pendingOn: string) =>
      (await api(`/api/admin/leads.csv?turn=${pendingOn}`, { cookies: ana.cookies })).text();
    expect(await csv('applicant')).toContain(email);
    expect(await csv('issue')).not.toContain(email);
    await post('borrar/confirmar', { confirmation: email });
    expect(await lists()).toEqual(none);
    expect(await findings()).toEqual([]);
  });

  test('reads an index of waiting requests, with other filters too', async () => {
    const stepsOf = async (filter: object) => {
      const reads = indexRangesOf({ turn: 'applicant', ...filter }, ana.id).map(
        (run) => sql`select id from (select id from leads where ${run} order by id desc limit 9)`,
      );
      const plan = await queryPlan(sql.join(reads, sql` union all `));
      return plan.split('\n').filter((step) => /\bleads\b/.test(step));
    };
    for (const [filter, index] of [
      [{}, 'leads_by_wait '],
      [{ status: 'abiertas' }, 'leads_by_wait '],
      [{ assigned: 'me' }, 'leads_by_waiting_assignee '],
    ] as const) {
      const steps = await stepsOf(filter);
      expect(steps.length).toBeGreaterThan(0);
      expect(steps.length).toBeLessThanOrEqual(21);
      for (const step of steps) expect(step).toContain(`INDEX ${index}`);
      expect(steps.join()).not.toContain('TEMP B-TREE');
    }
  });
});

test('the migration finds what each request waited for before the column existed', async () => {
  const { client } = getDb();
  const read = async () => (await client.execute('select waits, waits_until from leads')).rows;
  const again = async (wait: string) => {
    const before = await read();
    expect(before).toMatchObject([{ waits: wait }]);
    await client.execute('update leads set waits = null, waits_until = null');
    expect(await findings()).toMatchObject([{ id: '1' }]);
    await client.execute(backfill);
    expect(await read()).toEqual(before);
  };
  await post('estado', { state: 'aprobada' });
  await again('begun');
  await post('responder', { asunto: 'Hola', respuesta: '¿Cuál es el plazo?', clave: 'una' });
  await again('replied');
  await sendConditions(ana.cookies, id, { validUntil: '2099-01-01' });
  await again('offered');
});

test('a refund ends the wait after an earlier reply, also in rows from before the migration', async () => {
  const { buyOrder } = await payAsGuest(webpay, await requestPayment(ana.cookies, { leadId: id }));
  await post('responder', { asunto: 'Listo', respuesta: 'La gestionamos.', clave: 'una' });
  const readLastAct = async () => (await leadOf(id)).lastAct;
  expect(await readLastAct()).toBe('paid');
  await refundPayment(ana.cookies, buyOrder, 45_000);
  expect(await readLastAct()).toBeNull();
  await getDb().client.execute("update leads set waits = 'replied'");
  expect(await findings()).toHaveLength(1);
  await getDb().client.execute(refunded);
  expect([await readLastAct(), await findings()]).toEqual([null, []]);
  await post('responder', { asunto: 'Y ahora', respuesta: '¿Seguimos?', clave: 'dos' });
  expect(await readLastAct()).toBe('replied');
  await getDb().client.execute(refunded);
  expect(await readLastAct()).toBe('replied');
});
