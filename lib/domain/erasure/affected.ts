import { and, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { listMailTraces, listRequestsWithContact } from '#lib/domain/erasure/contacts.ts';
import { draftsWithEmailCondition } from '#lib/domain/erasure/reads.ts';
import type { AffectedRecord, AffectedRecords } from '#lib/domain/erasure/view.ts';
import { guaranteeStatusCopy } from '#lib/domain/issued-guarantees/copy.ts';
import { stateTag } from '#lib/domain/payments/copy.ts';
import { adminPaymentPath } from '#lib/domain/payments/view.ts';
import { bookingStateCopy, requestStateCopy } from '#lib/domain/requests/leads/copy.ts';
import { leadText } from '#lib/domain/requests/team/delivery-list.ts';
import {
  formatDate,
  formatDateTime,
  formatDay,
  formatPesos,
  formatRequestNumber,
} from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { bookings } from '#lib/platform/db/schema/bookings.ts';
import { drafts } from '#lib/platform/db/schema/drafts.ts';
import { issuedGuarantees } from '#lib/platform/db/schema/issued-guarantees.ts';
import { payments } from '#lib/platform/db/schema/payments.ts';
import type { RequestState } from '#lib/platform/db/schema/request-states.ts';

/** Maximum number of records listed for each kind; the newest come first. */
export const MAX_LISTED = 50;

/**
 * Lists what `erasePerson` erases for this e-mail (lower case), and what stays without personal
 * data.
 */
export async function listAffectedRecords(email: string): Promise<AffectedRecords> {
  const [
    leads,
    guarantees,
    unpaidRequests,
    ownPayments,
    meetings,
    openDrafts,
    contactRequests,
    traces,
  ] = await Promise.all([
    listLeads(email),
    listGuarantees(email),
    listUnpaidRequestsOf(email),
    listPaymentsOf(email),
    listMeetings(email),
    listAffectedDrafts(email),
    listRequestsWithContact(email),
    listMailTraces(email),
  ]);
  const erasedRecords = [
    leads.filter(({ stays }) => !stays),
    guarantees,
    unpaidRequests,
    meetings,
    openDrafts,
    traces,
  ];
  const contactRecords = contactRequests.map(({ details, ...record }) => ({
    ...record,
    details: `${details}. Sigue, sin el nombre, el teléfono ni el correo de ese contacto`,
  }));
  const keptRecords = [leads.filter(({ stays }) => stays), contactRecords, ownPayments];
  return {
    erased: erasedRecords.flat(),
    kept: keptRecords.flat(),
    isTruncated: [leads, ...erasedRecords, ...keptRecords].some(
      ({ length }) => length >= MAX_LISTED,
    ),
  };
}

const readRows = <Row extends object>(query: SQL) => getDb().read.all<Row>(query);

/** SQL for whether the company has another member. If so, its rows stay, without this person. */
export const hasOtherMemberCondition = (
  companyId: SQL,
  email: string,
) => sql`exists (select 1 from company_members m
  join accounts a on a.id = m.person_id where m.company_id = ${companyId} and a.email <> ${email})`;

export const leadIdsToErase = (
  email: string,
) => sql`(select l.id from leads l where l.email = ${email}
  and l.erased_at is null and not ${hasOtherMemberCondition(sql`l.company_id`, email)})`;
export const submissionIdsToErase = (email: string) =>
  sql`(select submission_id from leads where id in ${leadIdsToErase(email)})`;

type LeadRow = {
  id: number;
  kind: string;
  number: number;
  state: RequestState;
  handledAt: number | null;
  createdAt: number;
  company: string | null;
  stays: number;
  isPaid: number;
  files: string;
};

/**
 * Lists the requests and messages of a company. They are erased together with it if the advisor
 * chooses so.
 */
export async function listCompanyRequests(id: string): Promise<AffectedRecords> {
  const erased = await listLeadsWhere(sql`l.company_id = ${id}`, sql`0`);
  return { erased, kept: [], isTruncated: erased.length >= MAX_LISTED };
}

const listLeads = (email: string) =>
  listLeadsWhere(sql`l.email = ${email}`, hasOtherMemberCondition(sql`l.company_id`, email));

async function listLeadsWhere(condition: SQL, staysCondition: SQL) {
  const rows = await readRows<LeadRow>(sql`
    select l.id, l.kind, coalesce(l.submission_id, l.id) as number, l.state,
      l.handled_at as "handledAt", l.created_at as "createdAt", c.razon_social as company,
      ${staysCondition} as stays,
      l.is_paid and l.state <> 'emitida' as "isPaid",
      (select json_group_array(u.file_name order by u.created_at, u.file_name) from uploads u where u.state <> 'removing' and u.id in (
        select s.answers ->> '$.contrato.uploadId' from submissions s where s.id = l.submission_id
        union select s.answers ->> '$.adicional.uploadId' from submissions s where s.id = l.submission_id
        union select id from uploads where submission_id = l.submission_id
        union select u.id from requested_documents r join uploads u on u.requested_document_id = r.id
          where r.lead_id = l.id)) as files
    from leads l left join accounts c on c.id = l.company_id
    where ${condition} and l.erased_at is null order by l.id desc limit ${MAX_LISTED}`);
  return rows.map(({ id, kind, number, state, handledAt, createdAt, company, ...row }) => {
    const { stays, files } = row;
    const names = JSON.parse(files) as string[];
    const handledText = handledAt === null ? 'Por atender' : 'Atendido';
    return {
      name: leadText({ leadKind: kind, number }),
      href: `/admin/leads/${id}`,
      stays: stays === 1,
      details: [
        kind === 'garantia' ? requestStateCopy[state] : handledText,
        `del ${formatDay(createdAt)}`,
        ...(stays ? [`sigue con ${company ?? 'su empresa'}, sin su nombre ni su correo`] : []),
        ...(row.isPaid && !stays ? ['pagada y sin emitir: emítela o devuelve el pago antes'] : []),
        ...(!stays && names.length > 0 ? [`con sus archivos: ${names.join(', ')}`] : []),
      ].join(', '),
    };
  });
}

async function listGuarantees(email: string): Promise<AffectedRecord[]> {
  const { id, number, validTo, reported, submissionId } = issuedGuarantees;
  const rows = await getDb()
    .read.select({ id, number, validTo, reported })
    .from(issuedGuarantees)
    .where(inArray(submissionId, submissionIdsToErase(email)))
    .orderBy(desc(number))
    .limit(MAX_LISTED);
  return rows.map(({ id, number, validTo, reported }) => ({
    name: `Garantía ${formatRequestNumber(number)}`,
    href: `/admin/garantias/${id}`,
    details: [
      reported && guaranteeStatusCopy[reported].label,
      `hasta el ${formatDate(validTo)}`,
      'con su documento',
    ]
      .filter(Boolean)
      .join(', '),
  }));
}

/**
 * SQL condition for payment requests `q`, paid or not, of which e-mail and description are erased.
 */
export const paymentRequestsToEraseCondition = (
  email: string,
) => sql`(q.lead_id in ${leadIdsToErase(email)}
  or (q.email = ${email} and not ${hasOtherMemberCondition(sql`q.company_id`, email)}))`;

const listUnpaidRequestsOf = (email: string) =>
  listUnpaidRequests(sql`${paymentRequestsToEraseCondition(email)} and q.email <> ''`, {
    withDescription: true,
  });

/**
 * Lists the unpaid payment requests that match `condition`, whose SQL calls the table `q`.
 * `withDescription` adds their descriptions.
 */
export async function listUnpaidRequests(
  condition: SQL,
  { withDescription = false } = {},
): Promise<AffectedRecord[]> {
  type Row = { amount: number; description: string; leadId: number | null; createdAt: number };
  const rows = await readRows<Row>(sql`
    select amount, description, lead_id as "leadId", created_at as "createdAt"
    from payment_requests q where ${condition} and q.paid_by is null
    order by created_at desc limit ${MAX_LISTED}`);
  return rows.map(({ amount, description, leadId, createdAt }) => ({
    name: `Pago solicitado: ${formatPesos(amount)}`,
    href: leadId === null ? null : `/admin/leads/${leadId}#pagos`,
    details: `${withDescription ? `${description}, ` : ''}sin pagar, del ${formatDay(createdAt)}. Su enlace se cierra`,
  }));
}

const listPaymentsOf = (email: string) =>
  listPayments(sql`receipt_email = ${email} or payment_request_id in (
    select q.id from payment_requests q where ${paymentRequestsToEraseCondition(email)})`);

export async function listPayments(condition: SQL): Promise<AffectedRecord[]> {
  const { buyOrder, amount, refundedAmount, state, createdAt } = payments;
  const rows = await getDb()
    .read.select({ buyOrder, amount, refundedAmount, state, createdAt })
    .from(payments)
    .where(condition)
    .orderBy(desc(payments.id))
    .limit(MAX_LISTED);
  return rows.map(({ buyOrder, amount, createdAt, ...payment }) => ({
    name: `Pago ${buyOrder}`,
    href: adminPaymentPath(buyOrder),
    details: `${formatPesos(amount)}, ${stateTag(payment).label}, del ${formatDay(createdAt)}. Quedan orden, monto y fecha; se borra lo demás`,
  }));
}

async function listMeetings(email: string): Promise<AffectedRecord[]> {
  const { state, startsAt, leadId } = bookings;
  const rows = await getDb()
    .read.select({ state, startsAt, leadId })
    .from(bookings)
    .where(or(eq(bookings.email, email), inArray(leadId, leadIdsToErase(email))))
    .orderBy(desc(bookings.id))
    .limit(MAX_LISTED);
  return rows.map(({ state, startsAt, leadId }) => ({
    name: bookingStateCopy[state] ?? 'Reunión',
    href: leadId === null ? null : `/admin/leads/${leadId}`,
    details: startsAt === null ? 'Sin hora' : formatDateTime(startsAt),
  }));
}

async function listAffectedDrafts(email: string): Promise<AffectedRecord[]> {
  const { createdAt, updatedAt, submissionId } = drafts;
  const rows = await getDb()
    .read.select({ createdAt, updatedAt })
    .from(drafts)
    .where(and(draftsWithEmailCondition(email), isNull(submissionId)))
    .orderBy(desc(updatedAt))
    .limit(MAX_LISTED);
  return rows.map(({ createdAt, updatedAt }) => ({
    name: 'Borrador de solicitud',
    href: null,
    details: `Empezado el ${formatDay(createdAt)}, cambiado el ${formatDay(updatedAt)}`,
  }));
}
