import { eq, sql } from 'drizzle-orm';
import type { Payer } from '#lib/domain/payments/payer-view.ts';
import { listedRequest } from '#lib/domain/payments/reads/list-requests.ts';
import { paidByAnotherAttemptCondition } from '#lib/domain/payments/reads/paid-by-another-attempt.ts';
import {
  guessText,
  leadName,
  paymentLead,
  repeatedPaymentCondition,
} from '#lib/domain/payments/reads/payment-lead-guess.ts';
import { type PaymentSearch, paymentSources } from '#lib/domain/payments/reads/payment-sources.ts';
import {
  type Payment,
  payerColumns,
  paymentRequestColumns,
} from '#lib/domain/payments/reads/payments.ts';
import { type RefundCause, refundReasonText } from '#lib/domain/payments/view.ts';
import { formatDay } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { jsonColumn, sqlList } from '#lib/platform/db/json.ts';
import { readMergedPage } from '#lib/platform/db/merged-pages.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { paymentRequests, payments } from '#lib/platform/db/schema/payments.ts';
import type { ListPage } from '#lib/platform/operations/listing.ts';

/**
 * A row of the team's list: a payment, or a payment request that no payment has paid or reserved.
 */
export type PaymentRow = {
  key: string;
  email: string | null;
  company: Payer['company'];
  leadId: number | null;
  createdAt: number;
  amount: number;
  description: string | null;
  payment: Payment | null;
  unpaidRequest: ReturnType<typeof listedRequest> | null;
  refundReasons: string;
  refundDays: string;
  /** E-mail of the person who paid or has to pay. For a company, this is the member who paid. */
  payerMail: string | null;
  /** E-mail to which the payment was requested, or null. */
  requestedTo: string | null;
  /** True for a failed attempt if another attempt paid what it was for. */
  isPaidByAnotherAttempt: boolean;
  /** Name of the request or message that it belongs to, such as `Solicitud N.º 15`. */
  leadName: string | null;
  /**
   * Says how the lead was guessed. The text ends in a colon, after which the lead's name follows.
   */
  guess: string | null;
  /** True if another payment probably charged the same. */
  isRepeated: boolean;
};

type PaymentListQuery = PaymentSearch & {
  before?: string | undefined;
  limit?: number;
  now: number;
};

/** Lists payments and unpaid payment requests in one list, by default the newest first. */
export async function listPaymentsAndRequests(
  query: PaymentListQuery,
): Promise<ListPage<PaymentRow> & { next: string | null }> {
  const { sort = '-fecha', before, limit = 25, now } = query;
  const order = sort.endsWith('monto') ? sql`amount` : sql`created_at`;
  const { payments: paymentSource, requests: requestSource } = await paymentSources(query, now);
  const page = await readMergedPage(
    [
      { order, id: sql`id`, ...paymentSource },
      { order, id: sql`rowid`, ...requestSource },
    ],
    { isDescending: sort.startsWith('-'), before, limit },
  );
  const idsOf = (source: number) =>
    page.rows.flatMap((row) => (row.source === source ? row.id : []));
  const rows = [...(await listPaymentRows(idsOf(0))), ...(await listRequestRows(idsOf(1), now))];
  const keys = page.rows.map(({ source, id }) => `${source}-${id}`);
  return { ...page, rows: keys.flatMap((key) => rows.find((row) => row.key === key) ?? []) };
}

const leadColumns = {
  leadKind: leads.kind,
  leadNumber: sql<number | null>`coalesce(${leads.submissionId}, ${leads.id})`,
};

async function listPaymentRows(ids: readonly number[]): Promise<PaymentRow[]> {
  if (ids.length === 0) return [];
  const rows = await getDb()
    .read.select({
      payment: payments,
      ...payerColumns,
      leadId: paymentLead(),
      ...leadColumns,
      repeated: repeatedPaymentCondition,
      isPaidByAnotherAttempt: paidByAnotherAttemptCondition,
      refunds: jsonColumn<(RefundCause & { at: number })[]>(sql`(
        select json_group_array(json_object('reason', reason, 'note', note,
          'at', coalesce(settled_at, requested_at)) order by id)
        from payment_refunds where payment_id = payments.id and state = 'done')`),
    })
    .from(payments)
    .leftJoin(leads, eq(leads.id, paymentLead()))
    .leftJoin(accounts, eq(accounts.id, payments.accountId))
    .where(sql`${payments.id} in ${sqlList(ids)}`);
  return rows.map((row) => {
    const { payment, refunds, isPaidByAnotherAttempt, leadKind, leadNumber, repeated } = row;
    const { email, company, leadId, payerMail, requestedTo } = row;
    const { id, amount, description, createdAt } = payment;
    const refundReasons = refunds.map(refundReasonText).filter(Boolean).join('; ');
    const refundDays = [...new Set(refunds.map(({ at }) => formatDay(at)))].join('; ');
    const key = `0-${id}`;
    const lead = leadKind && leadNumber ? { kind: leadKind, number: leadNumber } : null;
    const guessedLead = payment.leadBasis === 'guess' && lead;
    return {
      ...{ email, company, leadId, payerMail, requestedTo, refundDays },
      leadName: lead && leadName(lead),
      guess: guessedLead ? guessText(lead, description) : null,
      isRepeated: repeated === 1,
      refundReasons,
      key,
      amount,
      description,
      createdAt,
      payment,
      unpaidRequest: null,
      isPaidByAnotherAttempt,
    };
  });
}

async function listRequestRows(rowIds: readonly number[], now: number): Promise<PaymentRow[]> {
  if (rowIds.length === 0) return [];
  const requests = await getDb()
    .read.select({
      row: sql<number>`payment_requests.rowid`,
      request: paymentRequestColumns,
      ...leadColumns,
    })
    .from(paymentRequests)
    .leftJoin(leads, eq(leads.id, paymentRequests.leadId))
    .where(sql`payment_requests.rowid in ${sqlList(rowIds)}`);
  return requests.map(({ row: rowId, request, ...leadRow }) => {
    const { leadKind: kind, leadNumber: number } = leadRow;
    const { email, leadId, amount, description, createdAt } = request;
    const noPayment = { buyOrder: null, state: null, chargedAt: null, refunded: null };
    const unpaidRequest = listedRequest({ request, ...noPayment }, now);
    return {
      email,
      company: null,
      leadId,
      amount,
      description,
      createdAt,
      key: `1-${rowId}`,
      payment: null,
      unpaidRequest,
      refundReasons: '',
      refundDays: '',
      payerMail: email,
      requestedTo: email,
      isPaidByAnotherAttempt: false,
      leadName: kind && number ? leadName({ kind, number }) : null,
      guess: null,
      isRepeated: false,
    };
  });
}
