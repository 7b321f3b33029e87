import { sql } from 'drizzle-orm';

export function issuedInvariants(keptSince: number) {
  return [
    {
      problem: 'guarantee whose document is not kept',
      find: sql`select number as id from issued_guarantees
        where (recorded_by = 'advisor' and upload_id is null) or (upload_id is null) <> (sha256 is null)
        or (upload_id is not null and upload_id not in
          (select id from uploads where state = 'kept' and kind = 'garantia'))`,
    },
    {
      problem: 'kept document of no guarantee',
      find: sql`select id from uploads where state = 'kept' and kind = 'garantia'
        and id not in (select upload_id from issued_guarantees where upload_id is not null)`,
    },
    {
      problem: 'guarantee that stands otherwise than its history says',
      find: sql`select g.number as id from issued_guarantees g where g.reported is not (
          select kind from guarantee_events e where e.guarantee = g.number
            and e.kind not in ('registrada', 'entregada', 'ofrecida', 'movida') order by e.id desc limit 1)
        or 1 <> (select count(*) from guarantee_events e
          where e.guarantee = g.number and e.kind = 'registrada')`,
    },
    {
      problem: 'recorded guarantee of a request without its mail or its line in the history',
      find: sql`select g.number as id from issued_guarantees g join leads l on l.submission_id = g.submission_id
        where not exists (select 1 from lead_events e where e.lead_id = l.id and e.kind = 'issued'
          and e.detail ->> '$.number' = g.number)
        or (g.created_at > ${keptSince} and not exists (select 1 from deliveries d
          where d.partition = 'lead:' || l.id || '/issued/mail' and d.kind = 'issued.mail'
            and d.payload ->> '$.number' = g.number))`,
    },
    {
      problem: 'guarantee of a request that is not there',
      find: sql`select number as id from issued_guarantees where (submission_id is null) <> (item is null)
        or (recorded_by = 'company') <> (submission_id is null)
        or (submission_id is not null and submission_id not in (select id from submissions))`,
    },
  ];
}
