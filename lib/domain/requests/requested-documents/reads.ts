import { and, eq, isNull, sql } from 'drizzle-orm';
import { findMailedLink } from '#lib/domain/links/reads.ts';
import { linkPath } from '#lib/domain/links/view.ts';
import { eventKindsThatAnswer, isDecided } from '#lib/domain/requests/leads/rules.ts';
import {
  documentsInStates,
  type RequestedDocument,
} from '#lib/domain/requests/requested-documents/rules.ts';
import { requestPageLinkOf } from '#lib/domain/requests/requested-documents/view.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import { jsonColumn } from '#lib/platform/db/json.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';

const MAX_REQUESTED = 50;

/** Subquery on `leads` for the requested documents with their files, oldest first. */
export const requestedDocumentsColumn = jsonColumn<RequestedDocument[]>(sql`(
  select json_group_array(json_object('id', p.id, 'category', p.category, 'title', p.title,
    'until', p.until, 'revokedAt', p.revoked_at, 'isUnrequested', json(iif(p.unasked, 'true', 'false')), 'files', json((
      select json_group_array(json_object('id', u.id, 'fileName', u.file_name, 'size', u.size,
        'verdict', u.verdict, 'addedAt', u.added_at))
      from (select * from uploads where requested_document_id = p.id and state = 'kept' order by added_at, id) u))))
  from (select * from requested_documents where lead_id = leads.id order by id) p)`);

export const requestNoteColumn = sql<string | null>`(select detail ->> '$.note' from lead_events e
  where e.lead_id = leads.id and e.kind = 'papers' and e.detail ->> '$.what' = 'asked'
  order by e.id desc limit 1)`;

/**
 * Subquery on `leads` for when (ms) the team answered last, or null. It writes the name of the
 * table: drizzle leaves it out in a query of one table, and `id` would then be the event's.
 */
export const answeredAtColumn = sql<number | null>`(select max(at) from lead_events
  where lead_id = leads.id and kind in ${eventKindsThatAnswer})`;

/** Finds a lead with its requested documents. Returns null for a missing or erased lead. */
export async function findLeadWithDocuments(id: number, db: ReadDb | Tx = getDb().read) {
  const [row] = await db
    .select({
      leadId: leads.id,
      kind: leads.kind,
      submissionId: leads.submissionId,
      name: leads.name,
      email: leads.email,
      state: leads.state,
      requestedDocuments: requestedDocumentsColumn,
      note: requestNoteColumn,
    })
    .from(leads)
    .where(and(eq(leads.id, id), isNull(leads.erasedAt)))
    .limit(1);
  return row ?? null;
}
export type RequestWithDocuments = NonNullable<Awaited<ReturnType<typeof findLeadWithDocuments>>>;

/** SQL condition for leads whose applicant still has to send a document. */
export const awaitsDocumentsCondition = (
  now: number,
) => sql`exists (select 1 from requested_documents d
  where d.lead_id = ${leads.id} and d.revoked_at is null and d.unasked = 0
    and d.until >= ${isoDay(now)} and not exists (select 1 from uploads u
      where u.requested_document_id = d.id and u.state = 'kept' and u.verdict is not 'infected'))`;

/**
 * Lists documents that the account holder still has to send, each with the page that accepts it.
 */
export async function listAwaitedDocuments({ owner, now }: Pick<SignedInCtx, 'owner' | 'now'>) {
  const requestedCondition = sql`exists (select 1 from requested_documents p where p.lead_id = ${leads.id} and p.revoked_at is null)`;
  const rows = await getDb()
    .read.select({
      leadId: leads.id,
      submissionId: leads.submissionId,
      state: leads.state,
      requestedDocuments: requestedDocumentsColumn,
    })
    .from(leads)
    .where(and(eq(leads.owner, owner), isNull(leads.erasedAt), requestedCondition))
    .limit(MAX_REQUESTED);
  const awaitedLeads = rows.flatMap(({ state, requestedDocuments, ...lead }) => {
    const missing = documentsInStates(['missing'], requestedDocuments, now);
    const [first] = isDecided(state) ? [] : missing;
    return first ? [{ lead, titles: missing.map(({ title }) => title), until: first.until }] : [];
  });
  return Promise.all(
    awaitedLeads.map(async ({ lead, titles, until }) => {
      const { kind, subject } = requestPageLinkOf(lead);
      const link = await findMailedLink(kind, subject);
      const href = link ? `${linkPath(kind, link.id)}#documentos` : '/panel/solicitudes';
      return { submissionId: lead.submissionId, titles, until, href };
    }),
  );
}
export type AwaitedDocuments = Awaited<ReturnType<typeof listAwaitedDocuments>>[number];
