import { sql } from 'drizzle-orm';
import { liveRequestCondition } from '#lib/domain/tenders/reads.ts';
import { isoDay } from '#lib/platform/chile/format.ts';

export function tenderInvariants(now: number, keptSince: number) {
  return [
    {
      problem: 'tender of a live request that is not looked at',
      find: sql`select l.id from leads l
        where l.tender_id glob '[0-9]*-[0-9]*-[A-Z]*[0-9][0-9]' and ${liveRequestCondition(isoDay(now))}
          and not exists (select 1 from watched_tenders w where w.code = l.tender_id)`,
    },
    {
      problem: 'tender news for an erased lead or guarantee',
      find: sql`select n.id from tender_news n
        left join leads l on l.id = n.lead_id
        left join issued_guarantees g on g.number = n.guarantee
        where l.erased_at is not null or coalesce(l.id, g.number) is null`,
    },
    {
      problem: 'tender news marked as sent without a mail',
      find: sql`select n.id from tender_news n where n.mailed_on >= ${isoDay(keptSince)}
        and not exists (select 1 from deliveries d where d.partition = 'tenders:' || n.address || '/mail'
          and d.payload ->> '$.day' = n.mailed_on)`,
    },
  ];
}
