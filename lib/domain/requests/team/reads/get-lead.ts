import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { listOwnerDeliveries, type OwnerDelivery } from '#lib/domain/deliveries/reads.ts';
import {
  listAttachedPayments,
  listPaymentRequests,
} from '#lib/domain/payments/reads/payment-requests.ts';
import type { ContactFormBody } from '#lib/domain/requests/leads/contact-schema.ts';
import { datedAnswer } from '#lib/domain/requests/leads/rules.ts';
import { type LeadEvent, storedEvent } from '#lib/domain/requests/leads/schema.ts';
import { leadFileUrl } from '#lib/domain/requests/leads/view.ts';
import { attachmentLabels } from '#lib/domain/requests/submissions/copy.ts';
import { getGuaranteeRequest } from '#lib/domain/requests/submissions/reads.ts';
import { documentRows, requestSections } from '#lib/domain/requests/submissions/request-view.ts';
import type { Submission } from '#lib/domain/requests/submissions/schema.ts';
import type { SummarySection } from '#lib/domain/requests/submissions/view.ts';
import { formSections } from '#lib/domain/requests/team/copy.ts';
import { deliveriesIn } from '#lib/domain/requests/team/reads/delivery-owners.ts';
import { idList, readLeadRows, type StoredLead } from '#lib/domain/requests/team/reads/rows.ts';
import { findCrmPage } from '#lib/platform/crm/pages.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { bookings } from '#lib/platform/db/schema/bookings.ts';
import { leadEvents, leads } from '#lib/platform/db/schema/leads.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';

/** Maximum number of events, bookings and deliveries. A longer list would slow the page. */
const MAX_ROWS = 200;

type Contract = Submission['sistemaLicitacion'];

type TimelineEvent = {
  id: number;
  at: number;
  /** An advisor's e-mail, `crm`, `scheduling`, `system`, or the id of a deleted account. */
  actor: string;
  event: LeadEvent;
};

export type Lead = Awaited<ReturnType<typeof getLead>>;

/** Returns everything about one lead. Throws `not_found`. */
export async function getLead(id: number) {
  const { read } = getDb();
  const [row] = await readLeadRows(read, idList([id]));
  const [details] = await read
    .select({
      answers: leads.answers,
      crmDealId: leads.crmDealId,
      consentVersion: leads.consentVersion,
      consentIp: leads.consentIp,
      contract: sql<Contract | null>`(select s.answers ->> '$.sistemaLicitacion'
        from submissions s where s.id = ${leads.submissionId})`,
    })
    .from(leads)
    .where(eq(leads.id, id))
    .limit(1);
  if (!row || !details) throw new AppError('not_found');
  const { answers, ...otherDetails } = details;
  return {
    ...row,
    ...otherDetails,
    crmPages: {
      contact: findCrmPage('contact', row.crmContactId),
      deal: findCrmPage('deal', otherDetails.crmDealId),
    },
    sections: await readSections(row, answers),
    events: await listEvents(id),
    bookings: await listBookings(id),
    deliveries: await listDeliveries(row),
  };
}

export type LeadPaymentRequest = Awaited<ReturnType<typeof listLeadPaymentRequests>>[number];

const MAX_PAYMENTS = 20;

/**
 * Lists a lead's payment requests, newest first. An open one comes with the delivery of its mail.
 */
export async function listLeadPaymentRequests(ctx: AdminCtx, leadId: number) {
  const rows = await listPaymentRequests(ctx, { leadId, limit: MAX_PAYMENTS });
  return Promise.all(
    rows.map(async ({ request, ...shown }) => {
      const isWaiting = shown.state === 'waiting';
      const [mail] = isWaiting ? await listOwnerDeliveries(`payment-request:${shown.id}`, 1) : [];
      return { ...shown, pesos: request.amount, mail };
    }),
  );
}

export type AttachedPayment = Awaited<ReturnType<typeof listPaymentsHere>>[number];

/** Lists payments that belong to a lead although no payment request names it, newest first. */
export function listPaymentsHere(ctx: AdminCtx, leadId: number) {
  return listAttachedPayments(ctx, leadId, MAX_PAYMENTS);
}

async function readSections(
  row: StoredLead,
  answers: Partial<ContactFormBody>,
): Promise<SummarySection[]> {
  if (row.erasedAt !== null) return [];
  if (row.submissionId === null) {
    const preferred = datedAnswer(answers.respuesta_preferida, row.createdAt);
    return formSections({ ...answers, respuesta_preferida: preferred });
  }
  const request = await getGuaranteeRequest(row.submissionId);
  const documents = documentRows(request, (file) => leadFileUrl(row.id, file));
  const missing = row.missing.map((kind) => attachmentLabels[kind]).join(', ');
  const sections = requestSections(request.answers, [
    ...documents,
    ...(missing ? [{ label: 'Falta', value: missing }] : []),
  ]);
  const { confirmed = [] } = request.answers;
  const rows = confirmed.map((value, index) => ({ label: `Pregunta ${index + 1}`, value }));
  return [...(rows.length > 0 ? [{ title: 'Confirmó al enviar', rows }] : []), ...sections];
}

/** Lists a lead's events, newest first, without those that only a newer release understands. */
async function listEvents(leadId: number): Promise<TimelineEvent[]> {
  const { read } = getDb();
  const rows = await read
    .select()
    .from(leadEvents)
    .where(eq(leadEvents.leadId, leadId))
    .orderBy(desc(leadEvents.id))
    .limit(MAX_ROWS);
  const actors = [...new Set(rows.map(({ actor }) => actor))];
  const people = await read
    .select({ id: accounts.id, email: accounts.email })
    .from(accounts)
    .where(inArray(accounts.id, actors));
  const nameOf = (actor: string) => people.find((p) => p.id === actor)?.email ?? actor;
  return rows.flatMap(({ id, at, actor, kind, detail }) => {
    const read = storedEvent.safeParse({ kind, detail });
    return read.success ? [{ id, at, actor: nameOf(actor), event: read.data }] : [];
  });
}

async function listBookings(leadId: number) {
  return getDb()
    .read.select({
      uid: bookings.uid,
      title: bookings.title,
      state: bookings.state,
      startsAt: bookings.startsAt,
      location: bookings.location,
    })
    .from(bookings)
    .where(eq(bookings.leadId, leadId))
    .orderBy(asc(bookings.startsAt))
    .limit(MAX_ROWS);
}

/** Lists deliveries of the lead, of its submission and of its payments, newest first. */
function listDeliveries({ id }: StoredLead): Promise<OwnerDelivery[]> {
  return getDb().read.all<OwnerDelivery>(sql`
    select id, partition, kind, state, attempts, last_error as "lastError", due_at as "dueAt",
      created_at as "createdAt", settled_at as "settledAt", sent_to as "sentTo", arrival,
      arrival_at as "arrivalAt", arrival_reason as "arrivalReason"
    from (${deliveriesIn({ lead: id })}) order by id desc limit ${MAX_ROWS}`);
}

/** Returns a lead's e-mail and state. Throws `not_found` also for an erased lead. */
export async function getOpenLeadState(tx: Tx, id: number) {
  const unerasedCondition = and(eq(leads.id, id), isNull(leads.erasedAt));
  const columns = { email: leads.email, state: leads.state };
  const [row] = await tx.select(columns).from(leads).where(unerasedCondition).limit(1);
  if (!row) throw new AppError('not_found');
  return row;
}
