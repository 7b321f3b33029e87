import { type SQL, sql } from 'drizzle-orm';
import type { AuditAction } from '#lib/domain/audit/copy.ts';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import { auditEvents } from '#lib/platform/db/schema/audit.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';
import { HOUR } from '#lib/platform/process/durations.ts';
import { shortIp } from '#lib/platform/web/ip-addresses.ts';

/**
 * The request that causes an event. `actor` is set when somebody acts in the account of another.
 */
export type AuditOrigin = { requestId: string; ip: string; now: number; actor?: string };

/** `accountId` is the owner of the trail. If it is null or empty, `actor` is required. */
type NewAuditEvent = { action: AuditAction; subject?: string } & (
  | { accountId: string; actor?: string }
  | { accountId: string | null; actor: string }
);

/** Adds an event in the transaction of the audited change. `actor` defaults to the account. */
export async function audit(tx: Tx, origin: AuditOrigin, event: NewAuditEvent): Promise<void> {
  await tx.insert(auditEvents).values({
    accountId: event.accountId || null,
    actor: event.actor ?? origin.actor ?? event.accountId ?? 'system',
    action: event.action,
    subject: event.subject,
    shortIp: shortIp(origin.ip),
    requestId: origin.requestId,
    at: origin.now,
  });
}

/** Audits an export in a write of its own, before anything is sent. */
export async function recordExport(origin: AuditOrigin, event: NewAuditEvent): Promise<void> {
  await getDb().write((tx) => audit(tx, origin, event));
}

/** The viewed subject. `accountId` is the account holder to which it belongs, or null. */
type AuditedView = { action: AuditAction; subject: string; accountId: string | null };

/**
 * Audits that a person views something. It runs before anything is shown and throws if it cannot
 * write, so that no view goes unrecorded. A repeated view is recorded once an hour.
 */
export async function recordView(
  ctx: AuditOrigin & Pick<SignedInCtx, 'accountId'>,
  view: AuditedView,
): Promise<void> {
  const { accountId: actor, now } = ctx;
  const recentViewQuery = sql`select 1 from audit_events where subject = ${view.subject} and actor = ${actor}
    and at > ${now - HOUR} and at <= ${now} and action = ${view.action} limit 1`;
  if (await hasRows(getDb().read, recentViewQuery)) return;
  await getDb().write(async (tx) => {
    if (!(await hasRows(tx, recentViewQuery))) await audit(tx, ctx, { ...view, actor });
  });
}

/** Records views of several things as `recordView` does, in one read and one write. */
export async function recordViews(
  ctx: AuditOrigin & Pick<SignedInCtx, 'accountId'>,
  { action, subjects, accountId }: Omit<AuditedView, 'subject'> & { subjects: readonly string[] },
): Promise<void> {
  const { accountId: actor, now } = ctx;
  const listUnrecordedSubjects = (db: ReadDb | Tx) =>
    db.all<{ subject: string }>(sql`select distinct value as subject
      from json_each(${JSON.stringify(subjects)}) where not exists (select 1 from audit_events
      where subject = value and actor = ${actor} and at > ${now - HOUR} and at <= ${now}
        and action = ${action})`);
  if ((await listUnrecordedSubjects(getDb().read)).length === 0) return;
  await getDb().write(async (tx) => {
    for (const { subject } of await listUnrecordedSubjects(tx)) {
      await audit(tx, ctx, { action, subject, accountId, actor });
    }
  });
}

async function hasRows(db: ReadDb | Tx, query: SQL): Promise<boolean> {
  return (await db.all(query)).length > 0;
}
