import { type SQL, sql } from 'drizzle-orm';
import { listAffected, listCompanyRequests } from '#lib/domain/erasure/affected.ts';
import type { AffectedThing, AffectedThings } from '#lib/domain/erasure/view.ts';
import { stateTag } from '#lib/domain/payments/copy.ts';
import type { PaymentState } from '#lib/domain/payments/machine.ts';
import { adminPath, pesos } from '#lib/domain/payments/view.ts';
import { formatDate, formatDay, requestNumber } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';

/** The newest ones of each kind are listed. */
const MAX_LISTED = 50;

type Holder = { id: string; email: string | null; now: number };

/** Lists what the end of an account erases, what goes only if that is chosen, and what stays. */
export async function listAccountThings({ id, email, now }: Holder) {
  const owner = email ?? id;
  const [documents, links, guarantees, requested, payments, sent] = await Promise.all([
    listDocuments(id),
    listLinks(id, now),
    listOwnGuarantees(owner),
    listRequested(owner),
    listPayments(id),
    email === null ? listCompanyRequests(id) : listAffected(email),
  ]);
  const erased = [documents, links, guarantees, requested];
  const ownKeys = new Set([...requested, ...payments].map(keyOf));
  const others = (rows: readonly AffectedThing[]) => rows.filter((row) => !ownKeys.has(keyOf(row)));
  return {
    erased: erased.flat(),
    sent: others(sent.erased),
    kept: [...payments, ...others(sent.kept)],
    isCut: sent.isCut || [...erased, payments].some(({ length }) => length >= MAX_LISTED),
  } satisfies AffectedThings & { sent: AffectedThing[] };
}

const keyOf = ({ name, href }: AffectedThing) => `${name} ${href}`;
const all = <Row extends object>(query: SQL) => getDb().read.all<Row>(query);

async function listDocuments(id: string): Promise<AffectedThing[]> {
  const rows = await all<{ name: string; uploadedAt: number }>(sql`
    select coalesce(custom_title, file_name) as name, uploaded_at as "uploadedAt" from documents
    where account_id = ${id} and state = 'kept' order by uploaded_at desc limit ${MAX_LISTED}`);
  return rows.map(({ name, uploadedAt }) => ({
    name,
    href: null,
    details: `documento de su carpeta, subido el ${formatDay(uploadedAt)}`,
  }));
}

async function listLinks(id: string, now: number): Promise<AffectedThing[]> {
  const rows = await all<{ name: string | null; expiresAt: number }>(sql`
    select coalesce(recipient, label) as name, expires_at as "expiresAt" from share_links
    where account_id = ${id} and revoked_at is null and expires_at > ${now}
    order by created_at desc limit ${MAX_LISTED}`);
  return rows.map(({ name, expiresAt }) => ({
    name: name ? `Enlace: ${name}` : 'Enlace',
    href: null,
    details: `abierto hasta el ${formatDay(expiresAt)}. Deja de servir`,
  }));
}

async function listOwnGuarantees(owner: string): Promise<AffectedThing[]> {
  const rows = await all<{ id: string; number: number; validTo: string }>(sql`
    select id, number, valid_to as "validTo" from issued_guarantees
    where owner = ${owner} and recorded_by = 'company' order by number desc limit ${MAX_LISTED}`);
  return rows.map(({ id, number, validTo }) => ({
    name: `Garantía ${requestNumber(number)}`,
    href: `/admin/garantias/${id}`,
    details: `registrada en su cuenta, hasta el ${formatDate(validTo)}, con su documento`,
  }));
}

async function listRequested(owner: string): Promise<AffectedThing[]> {
  const rows = await all<{ amount: number; leadId: number | null; createdAt: number }>(sql`
    select amount, lead_id as "leadId", created_at as "createdAt" from payment_requests
    where owner = ${owner} and paid_by is null order by created_at desc limit ${MAX_LISTED}`);
  return rows.map(({ amount, leadId, createdAt }) => ({
    name: `Pago pedido: ${pesos(amount)}`,
    href: leadId === null ? null : `/admin/leads/${leadId}#pagos`,
    details: `sin pagar, del ${formatDay(createdAt)}. Su enlace se cierra`,
  }));
}

async function listPayments(id: string): Promise<AffectedThing[]> {
  type Row = { buyOrder: string; amount: number; refundedAmount: number; state: PaymentState };
  const rows = await all<Row & { createdAt: number }>(sql`
    select buy_order as "buyOrder", amount, refunded_amount as "refundedAmount", state,
      created_at as "createdAt" from payments
    where account_id = ${id} order by id desc limit ${MAX_LISTED}`);
  return rows.map(({ buyOrder, amount, createdAt, ...payment }) => ({
    name: `Pago ${buyOrder}`,
    href: adminPath(buyOrder),
    details: `${pesos(amount)}, ${stateTag(payment).label}, del ${formatDay(createdAt)}. Quedan orden, monto y fecha; se borra lo demás`,
  }));
}
