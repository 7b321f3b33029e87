import { type SQL, sql } from 'drizzle-orm';
import type { Wait } from '#lib/domain/inbox/rules.ts';
import { isoDay } from '#lib/platform/format.ts';

/** Within a statement about `leads`: what a request in progress waits for, one word; null: nothing else. */
export function waitOf(now: number): SQL<Wait | null> {
  return sql`case when leads.kind <> 'garantia' or leads.state in ('rechazada', 'emitida') then null
    when (${newest(sql`kind`)} and kind in ('files', 'reply', 'conditions', 'state', 'handled')
      order by id desc limit 1) = 'files' then 'answered'
    when (${newest(sql`detail ->> '$.state'`)} and kind in ('payment', 'conditions')
      order by id desc limit 1) = 'authorized' then 'paid'
    when exists (select 1 from payment_requests r left join payments p on p.id = r.paid_by
      where r.lead_id = leads.id and r.expires_at > ${now}
      and coalesce(p.state, 'created') in ('created', 'pending')) then 'asked'
    else (${newest(sql`case when kind = 'accepted' then 'accepted'
        when coalesce(detail ->> '$.validUntil', '9') >= ${isoDay(now)} then 'offered' end`)}
      and kind in ('conditions', 'accepted') order by id desc limit 1) end`;
}

const newest = (what: SQL) => sql`select ${what} from lead_events where lead_id = leads.id`;
