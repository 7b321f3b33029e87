import { eq, sql } from 'drizzle-orm';
import {
  type CachedReply,
  type LookUpOptions,
  lookUp,
} from '#lib/domain/marketplace/reads/cached-replies.ts';
import { buyersQuestion, supplierQuestion } from '#lib/domain/marketplace/reads/questions.ts';
import { requireTicket } from '#lib/domain/marketplace/reads/tenders.ts';
import { toFtsQuery } from '#lib/domain/marketplace/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { marketplaceBuyers } from '#lib/platform/db/schema/marketplace.ts';
import type { Company } from '#lib/platform/mercado-publico/mapper.ts';

/** Returns the API's catalogue of about 900 buyers. Throws the errors of `lookUp`. */
export async function listBuyers(options?: LookUpOptions): Promise<CachedReply<Company[]>> {
  requireTicket();
  return lookUp(buyersQuestion(), options);
}

type FoundBuyer = { code: string; name: string; rut: string | null };

/**
 * Searches stored buyers by prefixes of the words in their names, best match first. Makes no call.
 */
export async function searchBuyers(typedWords: string, limit = 10): Promise<FoundBuyer[]> {
  const ftsQuery = toFtsQuery(typedWords);
  if (!ftsQuery) return [];
  return getDb().read.all<FoundBuyer>(sql`
    select b.code, b.name, b.rut from marketplace_buyers_fts f
    join marketplace_buyers b on b.id = f.rowid
    where marketplace_buyers_fts match ${ftsQuery}
    order by f.rank, b.name limit ${limit}`);
}

/** Finds a stored buyer by its code. Makes no call. */
export async function findBuyer(code: string): Promise<FoundBuyer | null> {
  const { name, rut } = marketplaceBuyers;
  const [row] = await getDb()
    .read.select({ code: marketplaceBuyers.code, name, rut })
    .from(marketplaceBuyers)
    .where(eq(marketplaceBuyers.code, code))
    .limit(1);
  return row ?? null;
}

type FoundSupplier = { code: string | null; name: string; rut: string };

/** Looks up suppliers with this RUT (`76123456-0`). Throws the errors of `lookUp`. */
export async function lookUpSuppliers(
  rut: string,
  options?: LookUpOptions,
): Promise<CachedReply<Company[]>> {
  requireTicket();
  return lookUp(supplierQuestion(rut), options);
}

/**
 * Searches stored companies by prefixes of the words in their names, because the API has no search
 * by name.
 */
export async function searchSuppliers(typedWords: string): Promise<FoundSupplier[]> {
  requireTicket();
  const ftsQuery = toFtsQuery(typedWords);
  if (!ftsQuery) return [];
  return getDb().read.all<FoundSupplier>(sql`
    select s.code, s.name, s.rut from marketplace_suppliers_fts f
    join marketplace_suppliers s on s.id = f.rowid
    where marketplace_suppliers_fts match ${ftsQuery}
    order by f.rank, s.name limit 20`);
}
