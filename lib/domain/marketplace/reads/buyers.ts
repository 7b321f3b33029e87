import { sql } from 'drizzle-orm';
import type { Asking } from '#lib/domain/marketplace/reads/asking.ts';
import { type Answer, lookUp } from '#lib/domain/marketplace/reads/look-up.ts';
import { buyersQuestion } from '#lib/domain/marketplace/reads/questions.ts';
import { requireTicket } from '#lib/domain/marketplace/reads/tenders.ts';
import { matchOf } from '#lib/domain/marketplace/reads/words.ts';
import { getDb } from '#lib/platform/db/client.ts';
import type { Company } from '#lib/platform/mercado-publico/types.ts';

/** The API's catalogue, about 900. Throws as `lookUp`. */
export async function listBuyers(asking?: Asking): Promise<Answer<Company[]>> {
  requireTicket();
  return lookUp(buyersQuestion(), asking);
}

export type BuyerFound = { code: string; name: string; rut: string | null };

/** Stored buyers by the beginnings of words of their names, best first. Makes no call. */
export async function searchBuyers(typed: string, limit = 10): Promise<BuyerFound[]> {
  const match = matchOf(typed);
  if (!match) return [];
  return getDb().read.all<BuyerFound>(sql`
    select b.code, b.name, b.rut from marketplace_buyers_fts f
    join marketplace_buyers b on b.id = f.rowid
    where marketplace_buyers_fts match ${match}
    order by f.rank, b.name limit ${limit}`);
}

/** The name of a buyer by its code, null when it was never seen. Makes no call. */
export async function findBuyer(code: string): Promise<BuyerFound | null> {
  const [row] = await getDb().read.all<BuyerFound>(
    sql`select code, name, rut from marketplace_buyers where code = ${code} limit 1`,
  );
  return row ?? null;
}
