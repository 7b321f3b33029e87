import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { type Conditions, storedConditions } from '#lib/domain/requests/conditions/schema.ts';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';

/** Subquery on `leads` for the newest conditions and what the applicant answered, or null. */
export const currentConditionsColumn = sql`(
  select json_patch(c.detail, json_object('sentAt', c.at, 'sentBy', c.actor, 'acceptedAt', a.at,
    'paymentRequestId', a.detail ->> '$.paymentRequestId', 'declinedAt', (select m.at
      from lead_events m where m.lead_id = c.lead_id and m.kind = 'message'
        and m.detail ->> '$.declined' = c.detail ->> '$.version' limit 1)))
  from lead_events c left join lead_events a on a.lead_id = c.lead_id and a.kind = 'accepted'
    and a.detail ->> '$.version' = c.detail ->> '$.version'
  where c.lead_id = leads.id and c.kind = 'conditions' order by c.id desc limit 1)`.mapWith(
  (text: string): Conditions | null => storedConditions.parse(JSON.parse(text)),
);

export async function findRequestWithConditions(
  condition: SQL | undefined,
  db: ReadDb | Tx = getDb().read,
) {
  const [row] = await db
    .select({
      leadId: leads.id,
      submissionId: leads.submissionId,
      name: leads.name,
      email: leads.email,
      tenderId: leads.tenderId,
      state: leads.state,
      isPaid: leads.isPaid,
      conditions: currentConditionsColumn,
    })
    .from(leads)
    .where(and(condition, eq(leads.kind, 'garantia'), isNull(leads.erasedAt)))
    .limit(1);
  return row && row.submissionId !== null ? { ...row, submissionId: row.submissionId } : null;
}
export type RequestWithConditions = NonNullable<
  Awaited<ReturnType<typeof findRequestWithConditions>>
>;

export async function findConditions(_ctx: AdminCtx, leadId: number): Promise<Conditions | null> {
  return (await findRequestWithConditions(eq(leads.id, leadId)))?.conditions ?? null;
}
