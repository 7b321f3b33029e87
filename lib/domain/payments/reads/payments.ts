import { and, desc, eq, getTableColumns, gt, inArray, or, type SQL, sql } from 'drizzle-orm';
import { paymentRequestIdOfLink } from '#lib/domain/payments/links.ts';
import { GUEST_ACCOUNT_ID } from '#lib/domain/payments/rules.ts';
import type { ShownReason } from '#lib/domain/payments/transitions.ts';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { paymentRefunds, paymentRequests, payments } from '#lib/platform/db/schema/payments.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';

export type Payment = typeof payments.$inferSelect;
export type PaymentRequest = typeof paymentRequests.$inferSelect;

/**
 * SQL for the time (ms) at which a request's link expires. The link for accepted conditions also
 * ends when their lead is refused, unless somebody is paying.
 */
export const linkExpiryColumn = (
  request = sql`payment_requests`,
) => sql<number>`min(${request}.expires_at,
  coalesce((select l.state_at from leads l join lead_events e on e.lead_id = l.id
    where l.id = ${request}.lead_id and l.state = 'rechazada' and e.kind = 'accepted'
      and e.detail ->> '$.paymentRequestId' = ${request}.id
      and not exists (select 1 from payments p where p.payment_request_id = ${request}.id
        and p.state in ('created', 'pending'))), ${request}.expires_at))`;
/** SQL for 1 while the applicant has not accepted the conditions with this price, otherwise 0. */
export const awaitsAcceptanceCondition = (request = sql`payment_requests`) => sql<number>`exists (
  select 1 from leads l join lead_events c on c.lead_id = l.id and c.kind = 'conditions'
  where l.id = ${request}.lead_id and l.state not in ('rechazada', 'emitida')
    and c.detail ->> '$.price' = ${request}.amount
    and not exists (select 1 from lead_events e where e.lead_id = l.id and (
      e.kind = 'conditions' and e.id > c.id
      or e.kind = 'accepted' and e.detail ->> '$.version' = c.detail ->> '$.version')))`;
export const paymentRequestColumns = {
  ...getTableColumns(paymentRequests),
  expiresAt: linkExpiryColumn(),
  held: awaitsAcceptanceCondition(),
};

/** SQL form of `isPaidOrMischarged`, for statements about payments. */
export const paidOrMischargedCondition = sql`(state in ('authorized', 'refunded') or reason is 'mismatch')`;

async function findPayment(
  condition: SQL | undefined,
  db: ReadDb | Tx = getDb().read,
): Promise<Payment | null> {
  const [row] = await db.select().from(payments).where(condition).limit(1);
  return row ?? null;
}

export function findPaymentById(id: number, db?: ReadDb | Tx) {
  return findPayment(eq(payments.id, id), db);
}

/**
 * Finds a payment of any account. No owner is checked, so each caller must decide what it shows.
 */
export function findPaymentByOrder(buyOrder: string, db?: ReadDb | Tx) {
  return findPayment(eq(payments.buyOrder, buyOrder), db);
}

export function findPaymentByToken(token: string) {
  return findPayment(eq(payments.token, token));
}

export type Owner = Pick<SignedInCtx, 'holderId' | 'owner'>;

/** Selects the account holder's payments, and payments of guests for requests to that holder. */
export function ownPaymentsCondition({ holderId, owner }: Owner) {
  const requestIds = sql`(select id from payment_requests where owner = ${owner})`;
  const guestCondition = and(
    eq(payments.accountId, GUEST_ACCOUNT_ID),
    inArray(payments.paymentRequestId, requestIds),
  );
  return or(eq(payments.accountId, holderId), guestCondition);
}

/**
 * Finds a payment of the account holder, or null if it does not exist or belongs to somebody else.
 */
export function findOwnPayment(ctx: Owner, buyOrder: string) {
  return findPayment(and(eq(payments.buyOrder, buyOrder), ownPaymentsCondition(ctx)));
}

/** Like `findOwnPayment`, but throws `not_found` instead of returning null. */
export async function getOwnPayment(ctx: Owner, buyOrder: string): Promise<Payment> {
  const payment = await findOwnPayment(ctx, buyOrder);
  if (!payment) throw new AppError('not_found');
  return payment;
}

export async function listOwnPayments(
  ctx: Owner,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: Payment[]; total: number }> {
  const ownCondition = ownPaymentsCondition(ctx);
  const [rows, total] = await Promise.all([
    getDb()
      .read.select()
      .from(payments)
      .where(ownCondition)
      .orderBy(desc(payments.id))
      .limit(limit)
      .offset(offset),
    getDb().read.$count(payments, ownCondition),
  ]);
  return { rows, total };
}

/**
 * Lists the account holder's payments for a data export (Ley 21.719). The provider's keys and other
 * payers' e-mails are left out.
 */
export async function listPaymentsForExport(ctx: Owner) {
  const { rows } = await listOwnPayments(ctx, { limit: 5000, offset: 0 });
  return rows.map(
    ({ token, sessionId, payUrl, nextCheckAt, checks, receiptEmail, ...exportedFields }) =>
      exportedFields,
  );
}

/** SQL for the e-mail of the account or, for a guest, of the request. Null for a company. */
export const payerAccountEmailColumn = sql<
  string | null
>`case ${payments.accountId} when ${GUEST_ACCOUNT_ID}
  then (select nullif(email, '') from payment_requests r where r.id = ${payments.paymentRequestId})
  else (select email from accounts a where a.id = ${payments.accountId}) end`;

/** SQL for the e-mail of the person who paid. For a company, this is the member who paid. */
export const payerPersonEmailColumn = sql<string | null>`coalesce(${payerAccountEmailColumn},
  (select email from accounts where id = payments.person_id))`;

/** Columns that name the payer in lists. The query has to join `accounts`. */
export const payerColumns = {
  email: payerAccountEmailColumn,
  payerMail: payerPersonEmailColumn,
  requestedTo: sql<string | null>`(select nullif(email, '') from payment_requests r
    where r.id = ${payments.paymentRequestId})`,
  company: { razonSocial: accounts.razonSocial, rut: accounts.rut },
};

/**
 * Lists refunds that Webpay neither confirmed nor refused, oldest first. An admin settles them by
 * hand.
 */
export async function listUnclearRefunds() {
  return getDb()
    .read.select({
      id: paymentRefunds.id,
      amount: paymentRefunds.amount,
      requestedAt: paymentRefunds.requestedAt,
      buyOrder: payments.buyOrder,
    })
    .from(paymentRefunds)
    .innerJoin(payments, eq(payments.id, paymentRefunds.paymentId))
    .where(sql`${paymentRefunds.state} = 'unclear'`)
    .orderBy(paymentRefunds.id)
    .limit(100);
}

export async function findPaymentRequest(id: string, db: ReadDb | Tx = getDb().read) {
  const [row] = await db
    .select(paymentRequestColumns)
    .from(paymentRequests)
    .where(eq(paymentRequests.id, id))
    .limit(1);
  return row ?? null;
}

/** Finds the payment that paid a request, or that reserves it while somebody is paying. */
export async function findPayingPayment(
  { reservedBy }: Pick<PaymentRequest, 'reservedBy'>,
  db?: ReadDb | Tx,
): Promise<Payment | null> {
  return reservedBy === null ? null : findPaymentById(reservedBy, db);
}

/**
 * Finds the request that a payment link's token names, and the payment that paid or reserves it.
 * Returns null if the token is forged or the request was deleted.
 */
export async function findLinkedPaymentRequest(link: string) {
  const id = paymentRequestIdOfLink(link);
  const request = id === null ? null : await findPaymentRequest(id);
  return request && { request, payment: await findPayingPayment(request) };
}

/**
 * Finds a guest's payment by link and order, or null if they do not belong together. After the link
 * has expired, only payments in progress are found.
 */
export async function findGuestPayment(
  { link, buyOrder = '' }: { link: string; buyOrder: string | undefined },
  now: number,
): Promise<Payment | null> {
  const [row] = await getDb()
    .read.select({ payment: payments })
    .from(payments)
    .innerJoin(paymentRequests, eq(paymentRequests.id, payments.paymentRequestId))
    .where(
      and(
        eq(payments.buyOrder, buyOrder),
        eq(payments.accountId, GUEST_ACCOUNT_ID),
        eq(paymentRequests.id, paymentRequestIdOfLink(link) ?? ''),
        or(gt(linkExpiryColumn(), now), inArray(payments.state, ['created', 'pending'])),
      ),
    )
    .limit(1);
  return row?.payment ?? null;
}

/**
 * Returns the reason to show: `let-go` in place of `already-paid` if the request was not paid after
 * all.
 */
export async function readShownReason(
  payment: Pick<Payment, 'reason' | 'paymentRequestId'>,
): Promise<ShownReason | null> {
  const { reason, paymentRequestId } = payment;
  if (reason !== 'already-paid' || !paymentRequestId) return reason;
  const request = await findPaymentRequest(paymentRequestId);
  return request?.reservedBy === null ? 'let-go' : reason;
}

/**
 * SQL for the newest attempt to pay a request that Webpay has not settled, as JSON with its order
 * and its start (ms), or null. `request` is the SQL for the id of the request.
 */
export function openAttemptColumn(request: SQL) {
  return sql`(select json_object('order', a.buy_order, 'at', a.created_at) from payments a
    where a.payment_request_id = ${request} and a.state in ('created', 'pending')
    order by a.id desc limit 1)`;
}
