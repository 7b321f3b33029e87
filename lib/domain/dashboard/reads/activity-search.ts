import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { actingPersonColumn } from '#lib/domain/audit/reads.ts';
import { parseShownNumber } from '#lib/platform/chile/format.ts';
import { lettersOf } from '#lib/platform/chile/names.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { auditEvents } from '#lib/platform/db/schema/audit.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { issuedGuarantees } from '#lib/platform/db/schema/issued-guarantees.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { paymentRequests, payments } from '#lib/platform/db/schema/payments.ts';
import { shareLinks } from '#lib/platform/db/schema/share-links.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';

type Reader = Pick<SignedInCtx, 'accountId' | 'holderId' | 'owner'>;

/** A search compares the names of this many objects of each kind, the newest ones. */
const MAX_COMPARED_OBJECTS = 5000;
const MAX_FOUND = 500;

/** Returns SQL for the events that `q` finds: those of a person or an object that it names. */
export async function activityCondition(q: string, reader: Reader): Promise<SQL | undefined> {
  const numbering = parseShownNumber(q.trim());
  const subjects = numbering
    ? await listNumberedSubjects(numbering, reader)
    : await listNamedSubjects(q, reader);
  return or(byPersonCondition(q, reader.accountId), inArray(auditEvents.subject, subjects));
}

/** Advisors cannot be found, because the trail does not name them. */
function byPersonCondition(q: string, readerId: string): SQL {
  const namePattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`${actingPersonColumn} in (select p.id from accounts p
    where (p.role <> 'admin' or p.id = ${readerId})
      and (p.name like ${namePattern} escape '\\' or p.email like ${namePattern} escape '\\'))`;
}

type ShownNumber = NonNullable<ReturnType<typeof parseShownNumber>>;

/** Lists the subjects of events about the request or guarantee that has a number. */
async function listNumberedSubjects({ number, kind: numbered }: ShownNumber, { owner }: Reader) {
  const requestCondition = and(eq(leads.submissionId, number), eq(leads.owner, owner));
  const guaranteeSubjects = numbered === 'lead' ? [] : [`guarantee:${number}`];
  if (numbered === 'guarantee') return guaranteeSubjects;
  const [[lead], paymentRows] = await Promise.all([
    getDb().read.select({ id: leads.id }).from(leads).where(requestCondition).limit(1),
    getDb()
      .read.select({ id: paymentRequests.id, order: payments.buyOrder })
      .from(leads)
      .innerJoin(paymentRequests, eq(paymentRequests.leadId, leads.id))
      .leftJoin(payments, eq(payments.paymentRequestId, paymentRequests.id))
      .where(requestCondition)
      .limit(MAX_FOUND),
  ]);
  const paymentSubjects = paymentRows.flatMap(({ id, order }) => (order ? [id, order] : [id]));
  // Some events of a request have only its number as their subject.
  return [
    ...guaranteeSubjects,
    ...(lead ? [`lead:${lead.id}`, `${number}`] : []),
    ...paymentSubjects,
  ];
}

/** Lists subjects of events about documents, links and guarantees whose name contains all words. */
async function listNamedSubjects(q: string, { holderId, owner }: Reader): Promise<string[]> {
  const words = q.split(/\s+/).map(lettersOf).filter(Boolean);
  if (words.length === 0) return [];
  const { read } = getDb();
  const [ownDocuments, links, guarantees, orders] = await Promise.all([
    read
      .select({
        subject: documents.id,
        name: sql<string>`coalesce(${documents.customTitle}, '') || ' ' || ${documents.fileName}`,
      })
      .from(documents)
      .where(and(eq(documents.accountId, holderId), inArray(documents.state, ['kept', 'former'])))
      .orderBy(desc(documents.id))
      .limit(MAX_COMPARED_OBJECTS),
    read
      .select({
        subject: shareLinks.id,
        name: sql<string>`concat_ws(' ', ${shareLinks.recipient}, ${shareLinks.label})`,
      })
      .from(shareLinks)
      .where(eq(shareLinks.accountId, holderId))
      .orderBy(desc(shareLinks.createdAt))
      .limit(MAX_COMPARED_OBJECTS),
    read
      .select({
        subject: sql<string>`'guarantee:' || ${issuedGuarantees.number}`,
        name: issuedGuarantees.beneficiaryName,
      })
      .from(issuedGuarantees)
      .where(eq(issuedGuarantees.owner, owner))
      .orderBy(desc(issuedGuarantees.number))
      .limit(MAX_COMPARED_OBJECTS),
    read
      .select({ subject: payments.buyOrder, name: payments.buyOrder })
      .from(payments)
      .where(and(eq(payments.accountId, holderId), eq(payments.buyOrder, q.trim().toUpperCase())))
      .limit(1),
  ]);
  const matches = [...ownDocuments, ...links, ...guarantees, ...orders].filter(({ name }) => {
    const letters = lettersOf(name);
    return words.every((word) => letters.includes(word));
  });
  // When the team views a document, the subject of the event has a prefix.
  return matches.slice(0, MAX_FOUND).flatMap(({ subject }) => [subject, `document:${subject}`]);
}
