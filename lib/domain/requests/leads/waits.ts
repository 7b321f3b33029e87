import { type SQL, sql } from 'drizzle-orm';
import { answers } from '#lib/domain/requests/leads/rules.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import type { Wait } from '#lib/platform/operations/request-states.ts';

/** Within a statement about `leads`: what it waits for, one word; null: nothing. Once a request is decided, only its applicant's message asks. */
export function waitOf(now: number): SQL<Wait | null> {
  return sql`case when leads.erased_at is not null then null
    when leads.kind <> 'garantia' then iif(${last} = 'reply', 'replied', null)
    when ${said} = 'message' then 'wrote'
    when leads.state in ('rechazada', 'emitida') then null
    when ${said} = 'files' then 'answered'
    when ${paidSince(sql`'authorized', 'partly-refunded', 'refunded', 'requested'`)} then 'paid'
    when exists (select 1 from payment_requests r left join payments p on p.id = r.paid_by
      where r.lead_id = leads.id and r.expires_at > ${now}
      and coalesce(p.state, 'created') in ('created', 'pending')) then 'asked'
    when ${paidSince(sql`'authorized', 'partly-refunded', 'refunded'`)} then 'paid'
    when ${offer(now)} = 'offered' then 'offered'
    when ${last} in ('reply', 'asked') and not ${refundedSince} then 'replied'
    when ${offer(now)} = 'accepted' then 'accepted'
    when leads.state <> 'recibida' and ${last} is not 'handled' then 'begun' end`;
}

const newest = (what: SQL) => sql`select ${what} from lead_events where lead_id = leads.id`;

const said = sql`(${newest(sql`kind`)}
  and kind in ('files', 'message', 'papers', 'reply', 'conditions', 'state', 'handled')
  order by id desc limit 1)`;

/** Since the last conditions, money is the newest of these states: tries that failed take none away. */
const paidSince = (states: SQL) => sql`(${newest(sql`detail ->> '$.state'`)}
  and (kind = 'conditions' or kind = 'payment' and detail ->> '$.state' in (${states}))
  order by id desc limit 1) in ('authorized', 'partly-refunded')`;

/** Whether an open request is paid, whichever side has the word since. */
export const isPaid = sql`(leads.state not in ('rechazada', 'emitida')
  and ${paidSince(sql`'authorized', 'partly-refunded', 'refunded', 'requested'`)})`;

/** Money that went back is the newest event: an earlier reply waits for nothing. */
const refundedSince = sql`coalesce((${newest(sql`detail ->> '$.state'`)}
  and (kind in ('papers', 'reply') or kind = 'payment' and detail ->> '$.state' = 'refunded')
  order by id desc limit 1) = 'refunded', 0)`;

const offer = (now: number) => sql`(${newest(sql`case when kind = 'accepted' then 'accepted'
    when coalesce(detail ->> '$.validUntil', '9') >= ${isoDay(now)} then 'offered' end`)}
  and kind in ('conditions', 'accepted') order by id desc limit 1)`;

/** The last act of either side; of papers, whether they were `asked` or `revoked`. */
const last = sql`(${newest(sql`iif(kind = 'papers', detail ->> '$.what', kind)`)}
  and kind in ('files', 'message', 'papers', 'reply', 'conditions', 'accepted', 'state', 'handled', 'reopened')
  order by id desc limit 1)`;

/** What counts as an answer of ours. */
const isAnswer = sql`kind in ${answers}`;

const isOurs = sql`waiting.wait in ('wrote', 'answered', 'paid', 'accepted')`;

/** When a wait ends by itself: the link to pay expires, or the day of the offer is over in Chile. */
const ends = (now: number) => sql`case waiting.wait
  when 'asked' then (select min(expires_at) from payment_requests r
    where r.lead_id = leads.id and r.expires_at > ${now})
  when 'offered' then (${newest(sql`unixepoch(detail ->> '$.validUntil', '+27 hours') * 1000`)}
    and kind = 'conditions' order by id desc limit 1) end`;

/** Within `keepWaits`: from the first word, paper or money since our last answer; of a new lead since it came. */
const unanswered = sql`case when leads.erased_at is not null then null
  when not exists (${newest(sql`1`)} and ${isAnswer}) then
    iif(leads.handled_at is null and waiting.wait is not 'asked' or ${isOurs}, leads.created_at, null)
  when ${isOurs} then (select min(at) from lead_events where lead_id = leads.id
    and (kind in ('files', 'message', 'accepted')
      or kind = 'payment' and detail ->> '$.state' in ('authorized', 'partly-refunded'))
    and id > (${newest(sql`max(id)`)} and ${isAnswer})) end`;

/** Inside a write: keeps what those leads wait for, so that the inbox finds them by it. */
export async function keepWaits(tx: Pick<Tx, 'run'>, which: SQL, now: number): Promise<void> {
  await tx.run(sql`update leads set waits = waiting.wait, waits_until = ${ends(now)},
      unanswered_since = ${unanswered}
    from (select id, ${waitOf(now)} as wait from leads where ${which}) waiting
    where waiting.id = leads.id and (leads.waits is not waiting.wait or waits_until is not null
      or unanswered_since is not ${unanswered})`);
}

const BATCH = 500;

/** Updates waits that ended by themselves. The next round takes the rest. */
export async function sweepWaits(now: number): Promise<void> {
  await getDb().write((tx) =>
    keepWaits(
      tx,
      sql`id in (select id from leads where waits_until <= ${now} limit ${BATCH})`,
      now,
    ),
  );
}
