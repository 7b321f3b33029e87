import { type AnyColumn, and, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { findMailedLink } from '#lib/domain/links/reads.ts';
import { openRequest, type RequestAccess } from '#lib/domain/links/request-access.ts';
import { linkPath } from '#lib/domain/links/view.ts';
import {
  awaitsAcceptanceCondition,
  linkExpiryColumn,
  openAttemptColumn,
} from '#lib/domain/payments/reads/payments.ts';
import { closingColumns, closingCondition } from '#lib/domain/requests/applicant/closings.ts';
import { filesClosedText } from '#lib/domain/requests/applicant/copy.ts';
import type { PendingFacts, RequestedPayment } from '#lib/domain/requests/applicant/rules.ts';
import type { OwnRequestsListQuery } from '#lib/domain/requests/applicant/schema.ts';
import { searchRequestNumbers } from '#lib/domain/requests/applicant/search.ts';
import { currentConditionsColumn } from '#lib/domain/requests/conditions/reads.ts';
import { isDecided } from '#lib/domain/requests/leads/rules.ts';
import {
  applicantEventKinds,
  type LeadEvent,
  type ShownEvent,
  storedEvent,
} from '#lib/domain/requests/leads/schema.ts';
import {
  answeredAtColumn,
  findLeadWithDocuments,
  requestedDocumentsColumn,
  requestNoteColumn,
} from '#lib/domain/requests/requested-documents/reads.ts';
import { documentsInStates } from '#lib/domain/requests/requested-documents/rules.ts';
import { missingKindsColumn } from '#lib/domain/requests/submissions/reads.ts';
import type { StoredAnswers } from '#lib/domain/requests/submissions/view.ts';
import { type RequestUpload, requestFilesColumn } from '#lib/domain/uploads/reads.ts';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import { jsonColumn } from '#lib/platform/db/json.ts';
import { leadEvents, leads } from '#lib/platform/db/schema/leads.ts';
import type { RequestState } from '#lib/platform/db/schema/request-states.ts';
import { submissions } from '#lib/platform/db/schema/submissions.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';
import { now } from '#lib/platform/process/clock.ts';

const PAGE_SIZE = 20;
/** Maximum number of events on a page. No history is nearly as long. */
const MAX_EVENTS = 1000;

export type OwnRequest = PendingFacts & {
  submissionId: number;
  tenderId: string | null;
  isTenderSuspended: boolean;
  createdAt: number;
  name: string;
  answers: StoredAnswers;
  files: RequestUpload[];
  /** True for a company's request that was sent without a login. */
  isUnsigned: boolean;
  answeredAt: number | null;
  /** The newest event comes first. */
  events: { id: number; at: number; event: ShownEvent }[];
};

/** Lists the account holder's matching requests, newest first, from below the number `before`. */
export async function listOwnRequests(
  { owner, now }: Pick<SignedInCtx, 'owner' | 'now'>,
  query: OwnRequestsListQuery & { limit?: number } = {},
): Promise<{ requests: OwnRequest[]; before: number | null }> {
  const { before, q, state, persona, cierre, limit = PAGE_SIZE } = query;
  const condition = and(
    before === undefined ? undefined : lt(leads.submissionId, before),
    state && eq(notifiedStateColumn(), state),
    persona === undefined ? undefined : eq(leads.email, persona),
    cierre && closingCondition(cierre, now),
    q === undefined ? undefined : inArray(leads.submissionId, await searchRequestNumbers(q, owner)),
  );
  const rows = await readOwnRequests(owner, condition, limit + 1);
  const requests = rows.slice(0, limit);
  const last = requests.at(-1);
  return { requests, before: rows.length > limit && last ? last.submissionId : null };
}

/** Returns a request of the owner. Throws `not_found` also if somebody else owns it, to hide it. */
export async function getOwnRequest(
  { owner }: Pick<SignedInCtx, 'owner'>,
  submissionId: number,
): Promise<OwnRequest> {
  const [request] = await readOwnRequests(owner, eq(leads.submissionId, submissionId), 1);
  if (!request) throw new AppError('not_found');
  return request;
}

async function readOwnRequests(
  owner: string,
  condition: SQL | undefined,
  limit: number,
): Promise<OwnRequest[]> {
  const rows = await getDb()
    .read.select({
      id: leads.id,
      submissionId: submissions.id,
      createdAt: leads.createdAt,
      name: leads.name,
      isUnsigned: isUnsignedColumn(),
      ...shownColumns(),
    })
    .from(leads)
    .innerJoin(submissions, eq(submissions.id, leads.submissionId))
    .where(and(eq(leads.owner, owner), condition))
    .orderBy(desc(leads.id))
    .limit(limit);
  const events = await listShownEvents(rows.map(({ id }) => id));
  return rows.map(({ id, ...row }) => ({
    ...row,
    events: events.filter(({ leadId }) => leadId === id).map(({ leadId: _, ...event }) => event),
  }));
}

const isUnsignedColumn = () =>
  sql`${leads.companyId} is not null and ${submissions.sentByGuest}`.mapWith(Boolean);

/** Returns a request as the page of its link shows it, without meetings. Throws `not_found`. */
export async function getLinkedRequest(id: number, db: ReadDb | Tx = getDb().read) {
  const [row] = await db
    .select({
      id: submissions.id,
      createdAt: submissions.createdAt,
      ...shownColumns(),
      events: notifiedEventsColumn(),
      note: requestNoteColumn,
    })
    .from(submissions)
    .innerJoin(leads, eq(leads.submissionId, submissions.id))
    .where(eq(submissions.id, id))
    .limit(1);
  if (!row) throw new AppError('not_found');
  return row;
}

const jsonRowsColumn = <T>(rows: SQL) =>
  jsonColumn<T[]>(sql`(select json_group_array(json(value)) from (${rows}))`);

/** Kinds of event that a link always shows. Payments appear once they are settled. */
const linkedEventKinds = applicantEventKinds.filter(
  (kind) => kind !== 'booking' && kind !== 'payment',
);
type NotifiedEvent = { id: number; at: number; event: Exclude<ShownEvent, { kind: 'booking' }> };

/**
 * SQL for a field of the delayed state mail. Until that mail is sent, the applicant sees the old
 * state.
 */
const unsentMailColumn = (
  part: string,
  lead: SQL | AnyColumn = leads.id,
) => sql<never>`(select payload ->> ${part}
  from deliveries where partition = 'lead:' || ${lead} || '/mail' and state = 'waiting'
  and kind = 'lead.state-mail' and not_before > ${now()} and payload ->> '$.eventId' =
    (select max(id) from lead_events where lead_id = ${lead} and kind = 'state'))`;

const notifiedStateColumn = () =>
  sql<RequestState>`coalesce(${unsentMailColumn('$.told')}, ${leads.state})`;

const notifiedCondition = (leadIdColumn: SQL | AnyColumn) =>
  sql`detail ->> '$.hidden' is null and ${leadEvents.id} is not ${unsentMailColumn('$.eventId', leadIdColumn)}`;

const notifiedEventsColumn = () =>
  jsonRowsColumn<NotifiedEvent>(sql`
  select json_object('id', id, 'at', at, 'event', json_insert(detail, '$.kind', kind)) as value
  from lead_events where lead_id = ${leads.id} and (kind in ${linkedEventKinds}
    or kind = 'payment' and detail ->> '$.state' in ('authorized', 'refunded', 'partly-refunded') and exists (
      select 1 from payments p join payment_requests r on r.id = p.payment_request_id
      where p.buy_order = detail ->> '$.buyOrder' and r.lead_id = ${leads.id} and r.email <> ''))
    and ${notifiedCondition(sql`lead_id`)} order by id desc limit ${MAX_EVENTS}`);

const requestedPaymentsColumn = jsonRowsColumn<RequestedPayment>(sql`
  select json_object('id', r.id, 'amount', r.amount, 'description', r.description, 'email', r.email,
    'createdAt', r.created_at, 'expiresAt', ${linkExpiryColumn(sql`r`)}, 'held', ${awaitsAcceptanceCondition(sql`r`)}, 'reservedBy', r.paid_by, 'paymentState', p.state,
    'refunded', p.refunded_amount, 'order', iif(p.state in ('authorized', 'refunded'), p.buy_order, null),
    'attempt', json(${openAttemptColumn(sql`r.id`)}), 'paidAs', p.account_id,
    'paidAt', coalesce(p.transaction_at, p.settled_at)) as value
  from payment_requests r left join payments p on p.id = r.paid_by
  where r.lead_id = ${leads.id} and r.email <> '' order by r.created_at desc limit ${PAGE_SIZE}`);

const shownColumns = () => ({
  state: notifiedStateColumn(),
  teamState: leads.state,
  email: leads.email,
  tenderId: leads.tenderId,
  ...closingColumns(),
  answers: submissions.answers,
  files: requestFilesColumn,
  answeredAt: answeredAtColumn,
  unsentKinds: missingKindsColumn,
  paymentRequests: requestedPaymentsColumn,
  requestedDocuments: requestedDocumentsColumn,
  conditions: currentConditionsColumn,
});

/** Lists the events that the applicants of these leads may see, newest first. */
export async function listShownEvents(leadIds: number[], limit = MAX_EVENTS) {
  const rows = await getDb()
    .read.select()
    .from(leadEvents)
    .where(
      and(
        inArray(leadEvents.leadId, leadIds),
        inArray(leadEvents.kind, applicantEventKinds),
        notifiedCondition(leadEvents.leadId),
      ),
    )
    .orderBy(desc(leadEvents.id))
    .limit(limit);
  return rows.flatMap(({ id, leadId, at, kind, detail }) => {
    const read = storedEvent.safeParse({ kind, detail });
    return read.success && isShown(read.data) ? [{ id, leadId, at, event: read.data }] : [];
  });
}

function isShown(event: LeadEvent): event is ShownEvent {
  return applicantEventKinds.some((kind) => kind === event.kind);
}

/** Returns a lead. Throws `conflict` if it accepts no files, or the errors of `openRequest`. */
export async function getOpenLead(
  entry: RequestAccess,
  now: number,
  db: ReadDb | Tx = getDb().read,
) {
  const { leadId, isProved } = await openRequest(entry, now, db);
  const lead = await findLeadWithDocuments(leadId, db);
  if (!lead) throw new AppError('not_found');
  if (isDecided(lead.state)) throw conflict(filesClosedText);
  const ended = documentsInStates(['late', 'revoked'], lead.requestedDocuments, now);
  return { ...lead, over: ended.map(({ id }) => id), isProved };
}

/**
 * Returns the path of the request that the sender of this message began most recently, or null.
 * `events` are the message's, newest first.
 */
export async function findRequestPath(
  events: readonly { event: ShownEvent }[],
): Promise<string | null> {
  const [submissionId] = events.flatMap(({ event }) =>
    event.kind === 'requested' ? (event.request ?? []) : [],
  );
  const link = submissionId === undefined ? null : await findMailedLink('receipt', submissionId);
  return link && linkPath('receipt', link.id);
}
