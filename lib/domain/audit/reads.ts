import { and, desc, eq, lt } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import { auditEvents } from '#lib/platform/db/schema/audit.ts';

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
    })
    .from(auditEvents)
    .where(and(eq(auditEvents.accountId, accountId), lt(auditEvents.id, before)))
    .orderBy(desc(auditEvents.id))
    .limit(limit);
}
