import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { type Payment, payerAccountEmailColumn } from '#lib/domain/payments/reads/payments.ts';
import { GUEST_ACCOUNT_ID, PAYMENT_REQUEST_DAYS } from '#lib/domain/payments/rules.ts';
import type { LeadKind } from '#lib/domain/requests/leads/schema.ts';
import { formatRequestNumber } from '#lib/platform/chile/format.ts';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import { jsonColumn, sqlList } from '#lib/platform/db/json.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { payments } from '#lib/platform/db/schema/payments.ts';
import { DAY } from '#lib/platform/process/durations.ts';

/**
 * SQL for the id of a payment's lead: the lead of its payment request, or else the guessed or
 * chosen one.
 */
export const paymentLead = (payment = sql`payments`) => sql<number | null>`coalesce(
  (select lead_id from payment_requests where id = ${payment}.payment_request_id), ${payment}.lead_id)`;

type PayerLead = { id: number; kind: LeadKind; number: number; createdAt: number };

/** Returns text such as `Solicitud N.º 15`. */
export function leadName({ kind, number }: LeadNumber): string {
  return `${kind === 'garantia' ? 'Solicitud' : 'Mensaje'} ${formatRequestNumber(number)}`;
}

/**
 * Returns text that says how a payment's lead was guessed. The text ends in a colon, and the caller
 * appends the lead's name.
 */
export function guessText(lead: LeadNumber, description: string | null): string {
  const isLeadNamed = namesIn(description).some((name) => isNameOf(name, lead));
  const basis = isLeadNamed ? 'la que nombra su concepto' : 'la más reciente del pagador';
  return `Pago sin solicitud indicada; lo asociamos a ${basis}: `;
}

type LeadNumber = { kind: string; number: number };
type NamedLead = { noun: string; number: number };

/**
 * Matches a number with the noun or mark before it. `otherNoun` excludes the numbers of other
 * things, such as `Garantía N.º 14` or `cuota 2`.
 */
const namePattern =
  /(?<noun>[a-záéíóúñü]{4,})?\s*(?<mark>n\.?\s?[º°o]\.?|nro\.?|#)?\s*(?<number>\d{1,15})(?!\d|[.,]\d)/giu;
const otherNoun =
  /^(garant[ií]as?|p[oó]lizas?|boletas?|facturas?|contratos?|certificados?|licitaci[oó]n|orden|cuotas?|folio)$/i;

/** Returns the leads that a description names, such as `solicitud 14` or `N.º 14`. */
function namesIn(description: string | null): NamedLead[] {
  return [...(description ?? '').matchAll(namePattern)].flatMap(({ groups = {} }) => {
    const { noun = '', mark, number } = groups;
    const isLead = /^(solicitud|mensaje)$/i.test(noun);
    if (!isLead && (!mark || otherNoun.test(noun))) return [];
    return { noun: isLead ? noun.toLowerCase() : '', number: Number(number) };
  });
}

function isNameOf({ noun, number }: NamedLead, lead: LeadNumber): boolean {
  if (number !== lead.number) return false;
  return !noun || (noun === 'solicitud') === (lead.kind === 'garantia');
}

/**
 * Guesses the lead of a charged payment: a lead of the payer that its description names, or else
 * the payer's newest lead.
 */
export async function guessPayerLead(payment: Payment, db: Tx): Promise<number | null> {
  const names = namesIn(payment.description);
  const numbers = names.map(({ number }) => number);
  const leads = numbers.length > 0 ? await listPayerLeads(payment, db, numbers) : [];
  const [namedLead] = names.flatMap((name) => leads.find((lead) => isNameOf(name, lead)) ?? []);
  const [newestLead] = namedLead ? [] : await listPayerLeads(payment, db);
  return (namedLead ?? newestLead)?.id ?? null;
}

const MAX_LEADS = 50;
const leadNumberColumn = sql<number>`coalesce(${leads.submissionId}, ${leads.id})`;

/**
 * Lists the requests and messages of the payer, newest first. `numbers` limits the list to these.
 */
export async function listPayerLeads(
  { accountId, paymentRequestId }: Pick<Payment, 'accountId' | 'paymentRequestId'>,
  db: ReadDb | Tx = getDb().read,
  numbers?: readonly number[],
): Promise<PayerLead[]> {
  const owner =
    accountId === GUEST_ACCOUNT_ID
      ? sql`(select nullif(owner, '') from payment_requests where id = ${paymentRequestId})`
      : sql`(select coalesce(email, id) from accounts where id = ${accountId})`;
  const { id, kind, createdAt, erasedAt } = leads;
  return db
    .select({ id, kind, number: leadNumberColumn, createdAt })
    .from(leads)
    .where(
      and(
        eq(leads.owner, owner),
        isNull(erasedAt),
        numbers && inArray(leadNumberColumn, sqlList(numbers)),
      ),
    )
    .orderBy(desc(id))
    .limit(MAX_LEADS);
}

/** Finds the kind and number by which people know a lead, or null if the lead no longer exists. */
export async function findLeadNumber(
  id: number | null,
  db: ReadDb | Tx = getDb().read,
): Promise<LeadNumber | null> {
  if (id === null) return null;
  const [lead] = await db
    .select({ kind: leads.kind, number: leadNumberColumn })
    .from(leads)
    .where(eq(leads.id, id));
  return lead ?? null;
}

/**
 * SQL for paid payments (`other`) that probably charged the same as the payment in `payments`:
 * those for the same payment request, and those of the same payer and amount within 30 days, unless
 * they are for another lead.
 */
const repetitionsFrom: SQL = sql`from payments other
  where other.id <> payments.id and other.state = 'authorized' and payments.state = 'authorized'
    and (other.payment_request_id = payments.payment_request_id
      or other.amount = payments.amount and abs(other.created_at - payments.created_at) < ${PAYMENT_REQUEST_DAYS * DAY}
        and (other.account_id <> ${GUEST_ACCOUNT_ID} and other.account_id = payments.account_id
          or ${emailOf(sql`other`)} = ${payerAccountEmailColumn})
        and coalesce((select a.lead_id <> b.lead_id from payment_requests a, payment_requests b
          where a.id = other.payment_request_id and b.id = payments.payment_request_id), 0) = 0)`;

function emailOf(payment: SQL): SQL {
  return sql`case ${payment}.account_id when ${GUEST_ACCOUNT_ID}
    then (select nullif(email, '') from payment_requests where id = ${payment}.payment_request_id)
    else (select email from accounts where id = ${payment}.account_id) end`;
}

/** SQL for 1 if another payment probably charged the same, else 0. */
export const repeatedPaymentCondition = sql<number>`exists (select 1 ${repetitionsFrom})`;

/** Lists the payments that probably charged the same as this one, newest first. */
export async function listRepetitions({ id }: Pick<Payment, 'id'>) {
  const orders = sql`(select json_group_array(json_object('buyOrder', other.buy_order,
    'createdAt', other.created_at)) ${repetitionsFrom})`;
  const [row] = await getDb()
    .read.select({ orders: jsonColumn<{ buyOrder: string; createdAt: number }[]>(orders) })
    .from(payments)
    .where(eq(payments.id, id));
  return (row?.orders ?? []).sort((a, b) => b.createdAt - a.createdAt);
}
