import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { auditRefusalCopy, signInCopy } from '#lib/domain/audit/entry-copy.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { auditEvents } from '#lib/platform/db/schema/audit.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { shareLinks } from '#lib/platform/db/schema/share-links.ts';

const linkNameColumn = sql`coalesce(${shareLinks.recipient}, ${shareLinks.label}, (
  select iif(count(*) over () > 1, 'Carpeta de ' || count(*) over () || ' documentos',
      coalesce(d.custom_title, d.file_name))
    from share_link_documents s
    join documents d on d.id = s.document_id and d.state = 'kept'
    where s.link_id = ${shareLinks.id} order by s.position limit 1))`;

/**
 * SQL for the person who caused an event. The end of a payment may be reported by Webpay, a timer
 * or an advisor, but the person who pays for a company caused it.
 */
export const actingPersonColumn = sql<string>`iif(${auditEvents.action} in
  ('payment.authorized', 'payment.failed', 'payment.aborted', 'payment.expired'),
  coalesce((select person_id from payments where buy_order = ${auditEvents.subject}),
    ${auditEvents.actor}), ${auditEvents.actor})`;

type PageOptions = {
  limit?: number;
  before?: number | undefined;
  readerId?: string;
  condition?: SQL | undefined;
};

/**
 * Lists the events of a person or company, newest first. `before` is the last id of the previous
 * page. `person` names the person who acted for a company, unless the reader (`readerId`) is that
 * person.
 */
export async function listAuditEvents(
  accountId: string,
  { limit = 50, before, readerId = '', condition }: PageOptions = {},
) {
  return getDb()
    .read.select({
      id: auditEvents.id,
      actor: actingPersonColumn,
      person: sql<string | null>`(select case when p.id is not null then coalesce(p.name, p.email)
          when ${auditEvents.action} = 'payment.authorized' then 'Alguien de la empresa'
          else 'Alguien que ya no está' end
        from accounts c left join accounts p on p.id = ${actingPersonColumn}
        where c.id = ${auditEvents.accountId} and c.email is null and coalesce(p.role, '') <> 'admin'
          and ${actingPersonColumn} not in (${readerId}, c.id, 'guest', 'cli', 'scanner', 'reader')
          and (${actingPersonColumn} <> 'system' or ${auditEvents.action} = 'payment.authorized'))`,
      action: auditEvents.action,
      place: auditEvents.shortIp,
      at: auditEvents.at,
      // The trail stores no names, so they are read from documents, links and accounts.
      replaced: sql<
        string | null
      >`iif(${auditEvents.action} = 'document.replaced', ${documents.replaced}, null)`,
      name: sql<
        string | null
      >`coalesce(${documents.customTitle}, ${documents.fileName}, ${linkNameColumn},
        (select coalesce(o.name, o.email) from accounts o
          where 'person:' || o.id = ${auditEvents.subject}))`,
    })
    .from(auditEvents)
    .leftJoin(
      documents,
      and(
        // The team's views of a document have the subject `document:<id>`.
        eq(documents.id, sql`replace(${auditEvents.subject}, 'document:', '')`),
        eq(documents.accountId, auditEvents.accountId),
        inArray(documents.state, ['kept', 'former']),
      ),
    )
    .leftJoin(
      shareLinks,
      and(eq(shareLinks.id, auditEvents.subject), eq(shareLinks.accountId, auditEvents.accountId)),
    )
    .where(and(eq(auditEvents.accountId, accountId), await olderThanCondition(before), condition))
    .orderBy(desc(auditEvents.at), desc(auditEvents.id))
    .limit(limit);
}

type SignIn = {
  id: number;
  action: string;
  device: string | null;
  place: string;
  at: number;
};

/** Lists the logins to an account, the latest first: all, or only failed ones. */
export async function listSignIns(
  accountId: string,
  {
    limit,
    before,
    failed = false,
  }: { limit: number; before?: number | undefined; failed?: boolean },
) {
  const actions = Object.keys(failed ? auditRefusalCopy : signInCopy);
  return getDb().read.all<SignIn>(sql`
    select id, action, substr(subject, length('device:') + 1) as device, place, at
    from audit_events indexed by audit_events_by_account
    where account_id = ${accountId} and action in ${actions} and ${await olderThanCondition(before)}
    order by at desc, id desc limit ${limit}`);
}

/**
 * SQL condition for the events older than the event `id`. Without an id, it holds for all events.
 */
export async function olderThanCondition(id: number | undefined): Promise<SQL> {
  if (id === undefined) return sql`1`;
  const { id: idColumn, at } = auditEvents;
  const [row] = await getDb().read.select({ at }).from(auditEvents).where(eq(idColumn, id));
  return row
    ? sql`${at} <= ${row.at} and (${at} < ${row.at} or ${idColumn} < ${id})`
    : sql`${at} < 0`;
}
