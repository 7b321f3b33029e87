import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { openRequest, type RequestAccess } from '#lib/domain/links/request-access.ts';
import { conditionsRefusals } from '#lib/domain/requests/conditions/copy.ts';
import { conditionsStateOf } from '#lib/domain/requests/conditions/rules.ts';
import { type Conditions, storedConditions } from '#lib/domain/requests/conditions/schema.ts';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { conflict } from '#lib/platform/operations/errors.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';

/** Subquery on `leads` for the newest conditions and the applicant's answer to them, or null. */
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

/**
 * Finds the open conditions that the page showed. `isRepeated` means that the same `answer` was
 * given before. Throws `conflict` if they were replaced, have ended or were answered differently.
 */
export async function findOpenConditions(
  tx: Tx,
  entry: RequestAccess,
  { version, now }: { version: number; now: number },
  answer: 'accepted' | 'declined',
) {
  const { leadId } = await openRequest(entry, now, tx);
  const request = await findRequestWithConditions(eq(leads.id, leadId), tx);
  if (!request?.conditions) throw conflict(conditionsRefusals.none);
  const { state, conditions } = request;
  if (conditions.version !== version) {
    throw conflict(conditionsRefusals.stale);
  }
  const status = conditionsStateOf(conditions, state, now);
  if (status !== 'open' && status !== answer) {
    throw conflict(conditionsRefusals[status]);
  }
  return { request, conditions, isRepeated: status === answer };
}

type SentTerms = { issuer: string; terms: string; type: string | null };

const MAX_RECENT_LEADS = 100;
const MAX_ISSUERS = 20;

/**
 * Returns what the team sent last: the issuers, newest first, and issuer and terms of the newest
 * conditions whose request began with the same type of guarantee. The index of the trail finds the
 * requests, because no index of the histories is sorted by time.
 */
export async function readEarlierConditions(_ctx: AdminCtx, type: string | undefined) {
  const sentTerms = await getDb().read.all<SentTerms>(sql`
    select c.detail ->> '$.issuer' as issuer, c.detail ->> '$.terms' as terms,
      s.answers ->> '$.garantias[0].tipoGarantia' as type
    from (select distinct subject from (select subject from audit_events
      indexed by audit_events_by_time where action = 'conditions.sent'
      order by at desc limit ${MAX_RECENT_LEADS})) e
    join leads l on l.id = cast(substr(e.subject, 6) as integer) and l.erased_at is null
    join lead_events c on c.lead_id = l.id and c.kind = 'conditions'
    left join submissions s on s.id = l.submission_id
    order by c.id desc`);
  return {
    issuers: [...new Set(sentTerms.map(({ issuer }) => issuer))].slice(0, MAX_ISSUERS),
    last: sentTerms.find((sent) => sent.type === type) ?? null,
  };
}
export type EarlierConditions = Awaited<ReturnType<typeof readEarlierConditions>>;
