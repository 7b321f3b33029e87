import { sql } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import type { Company } from '#lib/platform/mercado-publico/types.ts';

export async function rememberBuyers(buyers: Company[], now: number): Promise<void> {
  await getDb().write((tx) =>
    tx.run(sql`
      insert into marketplace_buyers (code, name, seen_at)
      select r.value->>'code', r.value->>'name', ${now} from json_each(${JSON.stringify(buyers)}) r
      where true
      on conflict (code) do update set name = excluded.name, seen_at = excluded.seen_at`),
  );
}
