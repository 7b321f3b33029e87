import { sql } from 'drizzle-orm';
import { now, SKEW_MS } from '#lib/platform/clock.ts';
import { getDb } from '#lib/platform/db/client.ts';

/** For jobs that only one instance does at a time. True when `owner` may do it for `ms`. */
export async function takeLease(name: string, owner: string, ms: number): Promise<boolean> {
  const at = now();
  const [row] = await getDb().writeOne<{ owner: string }>(sql`
    insert into leases (name, owner, until) values (${name}, ${owner}, ${at + ms})
    on conflict (name) do update set owner = excluded.owner, until = excluded.until
      where leases.owner = ${owner} or leases.until <= ${at}
        or leases.until > ${at + ms + SKEW_MS}
    returning owner`);
  return row?.owner === owner;
}

export async function releaseLease(name: string, owner: string): Promise<void> {
  await getDb().writeOne(sql`delete from leases where name = ${name} and owner = ${owner}`);
}
