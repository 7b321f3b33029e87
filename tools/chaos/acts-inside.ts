import { requestStates } from '#lib/platform/db/schema/request-states.ts';
import { bookingEvent, signedBooking } from '#tests/support/providers/scheduling.ts';
import type { WebpayStandIn } from '#tests/support/providers/webpay.ts';
import { admin, type ChaosRun, member } from '#tools/chaos/people.ts';

// Writes of advisors, of other services, and payments.
type Act = (bench: ChaosRun) => Promise<void>;

export const secrets = {
  SCHEDULING_WEBHOOK_SECRET: 'un secreto de agenda',
  CRM_WEBHOOK_TOKEN: 'un-token-del-crm-123',
};
const { cookie } = admin;
/** States that an advisor can set. `emitida` follows from recorded guarantees. */
const byHand = requestStates.filter((state) => state !== 'emitida');

export const moveRequest: Act = async ({ send, next, ledger, requests, withOne }) =>
  withOne(requests, async (submissionId) => {
    const id = await leadIdOf(send, submissionId);
    if (id === null) return;
    const key = `state of request ${submissionId}`;
    const state = byHand[next() % byHand.length] ?? 'recibida';
    ledger.unsure(key);
    const path = `/api/admin/leads/${id}/state`;
    if (!(await send(path, { json: { state }, cookie }))) return;
    const sql = 'select count(*) from leads where submission_id = ? and state = ?';
    ledger.sure(key, sql, [submissionId, state]);
  });

export const noteOnRequest: Act = async ({ send, next, ledger, requests, withOne }) =>
  withOne(requests, async (submissionId) => {
    const id = await leadIdOf(send, submissionId);
    if (id === null) return;
    const text = `Nota número ${next()}.`;
    if (!(await send(`/api/admin/leads/${id}/notes`, { json: { text }, cookie }))) return;
    const sql =
      "select count(*) from lead_events where lead_id = ? and kind = 'note' and detail like ?";
    ledger.sure(`note ${text}`, sql, [id, `%${text}%`]);
  });

/** Finds a lead by the number of its request, like an advisor. Returns its id, or null. */
export async function leadIdOf(
  send: ChaosRun['send'],
  submissionId: number,
): Promise<number | null> {
  const found = await send(`/api/admin/leads?q=${submissionId}&kind=garantia`, { cookie });
  const { leads = [] } = (found?.body.data ?? {}) as unknown as {
    leads?: { id: number; submissionId: number | null }[];
  };
  return leads.find((lead) => lead.submissionId === submissionId)?.id ?? null;
}

export const book: Act = async ({ send, next, ledger }) => {
  const n = next();
  const event = bookingEvent({ uid: `cita-${n}`, email: `cita${n}@empresa.cl` });
  const signed = signedBooking(event, secrets.SCHEDULING_WEBHOOK_SECRET);
  if (!(await send('/api/webhooks/scheduling', signed))) return;
  const sql = `select count(*) from bookings b join webhook_events e on e.subject = b.uid where b.uid = ?`;
  ledger.sure(`booking ${n}`, sql, [`cita-${n}`]);
};

/** Reports a lead's new phone as the CRM does. */
export const tellFromCrm: Act = async ({ send, next, ledger, requests, withOne }) =>
  withOne(requests, async (submissionId, email) => {
    const n = next();
    const phone = `+56 9 ${String(n).padStart(8, '0')}`;
    const key = `phone of request ${submissionId}`;
    ledger.unsure(key);
    const occurredAt = new Date().toISOString();
    const json = { eventId: `evento-${n}`, kind: 'contact', email, phone, occurredAt };
    const headers = { 'x-webhook-token': secrets.CRM_WEBHOOK_TOKEN };
    if (!(await send('/api/webhooks/crm', { json, headers }))) return;
    const stored = "select count(*) from webhook_events where source = 'crm' and body like ?";
    ledger.sure(`event ${n}`, stored, [`%"evento-${n}"%`]);
    const sql = 'select count(*) from leads where submission_id = ? and phone = ?';
    ledger.sure(key, sql, [submissionId, phone]);
  });

/** Pays on the provider's page and returns to the app. */
export const payWith =
  (webpay: WebpayStandIn): Act =>
  async ({ send, next, ledger, paid }) => {
    const amount = 1000 + next();
    const json = { amount, description: 'Comisión' };
    const created = await send('/api/payments/create', { json, cookie: member.cookie });
    if (!created) return;
    const { token, buyOrder } = created.body.data;
    const known = 'select count(*) from payments where buy_order = ? and token = ?';
    ledger.sure(`payment ${buyOrder}`, known, [buyOrder, token]);
    const choice = next() % 4 === 0 ? 'abort' : 'approve';
    const fields = new URLSearchParams(webpay.pay(token, choice).fields);
    if (!(await send(`/api/payments/return?${fields}`))) return;
    const sql = 'select count(*) from payments where buy_order = ? and state in (?, ?)';
    const ends = choice === 'abort' ? ['aborted', 'aborted'] : ['authorized', 'refunded'];
    ledger.sure(`end of payment ${buyOrder}`, sql, [buyOrder, ...ends]);
    if (choice === 'approve') paid.set(buyOrder, amount);
  };

/**
 * Refunds parts of 300 pesos. An interrupted refund blocks the next one and reduces what can be
 * refunded.
 */
export const refund: Act = async ({ send, next, ledger, paid, withOne }) =>
  withOne(paid, async (buyOrder, left) => {
    const key = `devolución-${next()}`;
    const sent = { json: { amount: 300 }, cookie, headers: { 'idempotency-key': encodeURI(key) } };
    const done = await send(`/api/payments/${buyOrder}/refund`, sent, [400, 409]);
    if (!done) return void paid.delete(buyOrder);
    if (left < 900) paid.delete(buyOrder);
    else paid.set(buyOrder, left - 300);
    const sql = "select count(*) from payment_refunds where key = ? and state = 'done'";
    ledger.sure(`refund ${key}`, sql, [encodeURI(key)]);
  });
