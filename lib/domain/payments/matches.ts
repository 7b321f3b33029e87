import { type SQL, sql } from 'drizzle-orm';
import { type Payment, payerEmail } from '#lib/domain/payments/reads.ts';
import { GUEST, REQUEST_DAYS } from '#lib/domain/payments/rules.ts';
import { requestNumber } from '#lib/platform/chile/format.ts';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import { DAY } from '#lib/platform/process/durations.ts';

/** SQL for the lead of a payment: that of its payment request, else the guessed or chosen one. */
export const paymentLead = (payment = sql`payments`) => sql<number | null>`coalesce(
  (select lead_id from payment_requests where id = ${payment}.payment_request_id), ${payment}.lead_id)`;

export type PayerLead = { id: number; kind: string; number: number; createdAt: number };

/** Returns text such as `Solicitud N.º 15`. */
export function leadName({ kind, number }: Pick<PayerLead, 'kind' | 'number'>): string {
  return `${kind === 'garantia' ? 'Solicitud' : 'Mensaje'} ${requestNumber(number)}`;
}

/** Says that a payment was added to a lead by a guess. */
export function guessNote(lead: string): string {
  return `Pago sin solicitud indicada; lo asociamos a la más reciente del pagador: ${lead}`;
}

const MAX_LEADS = 50;

/** Lists the requests and messages of who paid, newest first. */
export function listPayerLeads(
  { accountId, paymentRequestId }: Pick<Payment, 'accountId' | 'paymentRequestId'>,
  db: ReadDb | Tx = getDb().read,
): Promise<PayerLead[]> {
  const owner =
    accountId === GUEST
      ? sql`(select nullif(owner, '') from payment_requests where id = ${paymentRequestId})`
      : sql`(select coalesce(email, id) from accounts where id = ${accountId})`;
  return db.all<PayerLead>(sql`
    select id, kind, coalesce(submission_id, id) as number, created_at as "createdAt" from leads
    where owner = ${owner} and erased_at is null order by id desc limit ${MAX_LEADS}`);
}

/** Finds a lead for its name, or null if it is gone. */
export async function findLeadName(id: number | null): Promise<string | null> {
  if (id === null) return null;
  const [lead] = await getDb().read.all<PayerLead>(
    sql`select kind, coalesce(submission_id, id) as number from leads where id = ${id}`,
  );
  return lead ? leadName(lead) : null;
}

/**
 * SQL for paid payments that probably repeat the paid one in `payments`: for the same payment
 * request, or within 30 days by the same payer of the same amount, unless for another lead.
 */
const repetitions: SQL = sql`from payments other
  where other.id <> payments.id and other.state = 'authorized' and payments.state = 'authorized'
    and (other.payment_request_id = payments.payment_request_id
      or other.amount = payments.amount and abs(other.created_at - payments.created_at) < ${REQUEST_DAYS * DAY}
        and (other.account_id <> ${GUEST} and other.account_id = payments.account_id
          or ${emailOf(sql`other`)} = ${payerEmail})
        and coalesce((select a.lead_id <> b.lead_id from payment_requests a, payment_requests b
          where a.id = other.payment_request_id and b.id = payments.payment_request_id), 0) = 0)`;

function emailOf(payment: SQL): SQL {
  return sql`case ${payment}.account_id when ${GUEST}
    then (select nullif(email, '') from payment_requests where id = ${payment}.payment_request_id)
    else (select email from accounts where id = ${payment}.account_id) end`;
}

/** SQL for 1 if another payment probably charged the same, else 0. */
export const isRepeated = sql<number>`exists (select 1 ${repetitions})`;

/** Lists the payments that probably charged the same, newest first. */
export async function listRepetitions({ id }: Pick<Payment, 'id'>) {
  const orders = sql`(select json_group_array(json_object('buyOrder', other.buy_order,
    'createdAt', other.created_at)) ${repetitions})`;
  const [row] = await getDb().read.all<{ orders: string }>(
    sql`select ${orders} as orders from payments where id = ${id}`,
  );
  const payments = JSON.parse(row?.orders ?? '[]') as { buyOrder: string; createdAt: number }[];
  return payments.sort((a, b) => b.createdAt - a.createdAt);
}
