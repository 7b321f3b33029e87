import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import { auditEvents } from '#lib/platform/db/schema/audit.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';

/** An account's own events, newest first; `before` is the id after which a page goes on. */
export async function listAuditEvents(
  accountId: string,
  { limit = 50, before = Number.MAX_SAFE_INTEGER } = {},
) {
  return getDb()
    .read.select({
      id: auditEvents.id,
      actor: auditEvents.actor,
      action: auditEvents.action,
      place: auditEvents.place,
      at: auditEvents.at,
      // Names are of the documents and go with them: the trail keeps none.
      replaced: documents.replaced,
      by: sql<string | null>`coalesce(${documents.customTitle}, ${documents.fileName})`,
    })
    .from(auditEvents)
    .leftJoin(
      documents,
      and(
        eq(auditEvents.action, 'document.replaced'),
        eq(documents.id, auditEvents.subject),
        eq(documents.accountId, auditEvents.accountId),
        eq(documents.state, 'kept'),
      ),
    )
    .where(and(eq(auditEvents.accountId, accountId), lt(auditEvents.id, before)))
    .orderBy(desc(auditEvents.id))
    .limit(limit);
}
