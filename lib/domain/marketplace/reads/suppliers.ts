import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Asking } from '#lib/domain/marketplace/reads/asking.ts';
import { type Answer, lookUp } from '#lib/domain/marketplace/reads/look-up.ts';
import { supplierQuestion } from '#lib/domain/marketplace/reads/questions.ts';
import { meansUnknown } from '#lib/domain/marketplace/reads/refusals.ts';
import { requireTicket } from '#lib/domain/marketplace/reads/tenders.ts';
import { matchOf } from '#lib/domain/marketplace/reads/words.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { marketplaceConfigured } from '#lib/platform/mercado-publico/call.ts';
import { timing } from '#lib/platform/mercado-publico/timing.ts';
import type { Company } from '#lib/platform/mercado-publico/types.ts';

export type SupplierFound = { code: string | null; name: string; rut: string };

/** Suppliers with this RUT (`76123456-0`), as the API has them. Throws as `lookUp`. */
export async function findSuppliers(rut: string, asking?: Asking): Promise<Answer<Company[]>> {
  requireTicket();
  return lookUp(supplierQuestion(rut), asking);
}

/** Companies seen here by the beginnings of words of their names: the API has no such search. */
export async function searchSuppliers(typed: string, limit = 20): Promise<SupplierFound[]> {
  requireTicket();
  const match = matchOf(typed);
  if (!match) return [];
  return getDb().read.all<SupplierFound>(sql`
    select s.code, s.name, s.rut from marketplace_suppliers_fts f
    join marketplace_suppliers s on s.id = f.rowid
    where marketplace_suppliers_fts match ${match}
    order by f.rank, s.name limit ${limit}`);
}

/** The name of the supplier with this RUT if it is known in time for a page; never throws for it. */
export async function findSupplierName(rut: string): Promise<string | null> {
  if (!marketplaceConfigured()) return null;
  const timer = new AbortController();
  const late = sleep(timing().stepMs, null, { signal: timer.signal }).catch(() => null);
  const asked = lookUp(supplierQuestion(rut)).catch((error: unknown) => {
    if (meansUnknown(error)) return null;
    throw error;
  });
  const answer = await Promise.race([asked, late]).finally(() => timer.abort());
  return answer?.value[0]?.name ?? null;
}
