import { type SQL, sql } from 'drizzle-orm';
import { returnedCondition } from '#lib/domain/deliveries/reads.ts';
import {
  computeLeadPending,
  type LeadPending,
  type PendingInput,
  pendingEventKinds,
  type TurnChangingEvent,
} from '#lib/domain/requests/leads/pending.ts';
import { preferredAnswerColumn } from '#lib/domain/requests/leads/reads/leads.ts';
import { eventKindsThatAnswer } from '#lib/domain/requests/leads/rules.ts';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import { jsonColumn } from '#lib/platform/db/json.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';

type OutdatedLead = { id: number; stored: LeadPending; pending: LeadPending };

/** Finds leads whose stored `LeadPending` does not follow from their events. */
export async function listOutdatedLeads(
  db: ReadDb | Tx,
  condition: SQL,
  now: number,
): Promise<OutdatedLead[]> {
  const { lastAct, waitsUntil, unansweredSince, isPaid, dueAt } = leads;
  const { id, kind, state, createdAt, handledAt, erasedAt } = leads;
  const rows = await db
    .select({
      id,
      stored: { lastAct, waitsUntil, unansweredSince, isPaid, dueAt },
      lead: { kind, state, createdAt, handledAt, erasedAt, dueAt },
      preferred: preferredAnswerColumn,
      closing: sql<PendingInput['closing']>`answers ->> '$.cuando_cierra'`,
      events: jsonColumn<
        TurnChangingEvent[]
      >(sql`(select json_group_array(json_object('kind', kind, 'at', at,
          'state', detail ->> '$.state', 'buyOrder', detail ->> '$.buyOrder', 'what', detail ->> '$.what', 'validUntil', detail ->> '$.validUntil',
          'declined', detail ->> '$.declined', 'hidden', detail ->> '$.hidden'))
        from (select kind, at, detail from lead_events
          where lead_id = leads.id and kind in ${pendingEventKinds} order by lead_events.id))`),
      payableUntil: sql<PendingInput['payableUntil']>`(select min(r.expires_at)
        from payment_requests r left join payments p on p.id = r.paid_by
        where r.lead_id = leads.id and r.expires_at > ${now}
          and coalesce(p.state, 'created') in ('created', 'pending'))`,
      undeliveredSince: sql<PendingInput['undeliveredSince']>`(select min(d.created_at)
        from deliveries d where d.partition in (
          'lead:' || leads.id || '/mail', 'lead:' || leads.id || '/issued/mail')
        and (d.sent_to is null or d.sent_to = leads.email)
        and ((d.state = 'dead' and d.created_at >= coalesce((select max(at) from lead_events
            where lead_id = leads.id and kind in ${eventKindsThatAnswer}
              and detail ->> '$.hidden' is null), 0))
          or (${returnedCondition} and not exists (select 1 from deliveries later
              where later.arrival = 'delivered' and later.arrival_at > d.arrival_at
                and (later.sent_to = d.sent_to or later.partition = d.partition))
            and d.created_at >= coalesce((select max(at) from lead_events
              where lead_id = leads.id and (kind = 'handled' or detail ->> '$.call' = 'talked')
                and detail ->> '$.hidden' is null), 0))))`,
    })
    .from(leads)
    .where(condition);
  return rows.flatMap(({ id, stored, lead, ...facts }) => {
    const pending = computeLeadPending({ ...lead, ...facts }, now);
    const isKept = Object.entries(pending).every(
      ([key, value]) => stored[key as keyof LeadPending] === value,
    );
    return isKept ? [] : [{ id, stored, pending }];
  });
}

const BATCH_SIZE = 500;

/**
 * Returns the ids of leads whose stored `lastAct` is wrong, except those that `sweepPending` will
 * update.
 */
export async function listWrongPending(now: number): Promise<number[]> {
  const wrongIds: number[] = [];
  for (let lastId = 0; ; ) {
    const batchIds = sql`(select id from leads where id > ${lastId} order by id limit ${BATCH_SIZE})`;
    const [end] = await getDb().read.all<{ id: number | null }>(
      sql`select max(id) as id from ${batchIds}`,
    );
    if (!end?.id) return wrongIds;
    const outdated = await listOutdatedLeads(getDb().read, sql`${leads.id} in ${batchIds}`, now);
    wrongIds.push(
      ...outdated
        .filter(
          ({ stored, pending }) =>
            stored.lastAct !== pending.lastAct && (stored.waitsUntil ?? now + 1) > now,
        )
        .map(({ id }) => id),
    );
    lastId = end.id;
  }
}
