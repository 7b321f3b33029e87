import { eq } from 'drizzle-orm';
import {
  type CachedReply,
  findInMemoryOrDatabase,
  findTriedAt,
  type LookUpCaller,
  type LookUpOptions,
  lookUp,
  lookUpInTime,
} from '#lib/domain/marketplace/reads/cached-replies.ts';
import {
  type DayList,
  dayListQuestion,
  tenderQuestion,
} from '#lib/domain/marketplace/reads/questions.ts';
import type { ListedTender } from '#lib/domain/marketplace/writes/upsert-marketplace.ts';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import { marketplaceTenders } from '#lib/platform/db/schema/marketplace.ts';
import { isMarketplaceConfigured } from '#lib/platform/mercado-publico/call.ts';
import type { MappedTender } from '#lib/platform/mercado-publico/mapper.ts';
import { AppError } from '#lib/platform/operations/errors.ts';

/** Lists the tenders with an event on a day. Throws the errors of `lookUp`. */
export async function listDayTenders(
  dayList: DayList,
  options?: LookUpOptions,
): Promise<CachedReply<ListedTender[]>> {
  requireTicket();
  return lookUp(dayListQuestion(dayList), options);
}

/**
 * Looks up a tender by an id that `parseTenderId` returned. `value` is null if there is no such
 * tender. Throws the errors of `lookUp`.
 */
export async function findTender(
  id: string,
  options?: LookUpOptions,
): Promise<CachedReply<MappedTender | null>> {
  requireTicket();
  return lookUp(tenderQuestion(id), options);
}

/** Finds a tender, or null if the answer takes longer than a page of the wizard may wait. */
export async function findTenderInTime(
  id: string,
  inquirer?: LookUpCaller,
): Promise<CachedReply<MappedTender | null> | null> {
  if (!isMarketplaceConfigured()) return null;
  return lookUpInTime(tenderQuestion(id), inquirer && { inquirer: { ...inquirer, wizard: true } });
}

/** Returns the stored tender, however old, or null if none is stored. Makes no call. */
export async function findKnownTender(
  id: string,
): Promise<{ value: MappedTender | null; fetchedAt: number } | null> {
  return isMarketplaceConfigured()
    ? findInMemoryOrDatabase<MappedTender | null>(tenderQuestion(id).key)
    : null;
}

/**
 * Returns name and closing (ms) of a tender, from a list or its details, or null. Makes no call.
 */
export async function findNamedTender(
  code: string,
  db: ReadDb | Tx = getDb().read,
): Promise<{ name: string; closesAt: number | null } | null> {
  const [row] = await db
    .select({ name: marketplaceTenders.name, closesAt: marketplaceTenders.closesAt })
    .from(marketplaceTenders)
    .where(eq(marketplaceTenders.code, code))
    .limit(1);
  return row ?? null;
}

/** Returns when (ms) Mercado Público was last asked for a tender, or null. Makes no call. */
export function tenderTriedAt(id: string): number | null {
  return findTriedAt(tenderQuestion(id).key);
}

/** Returns when (ms) the list of a day was last fetched, or null. Makes no call. */
export async function findListedAt(day: string): Promise<number | null> {
  const stored = await findInMemoryOrDatabase<ListedTender[]>(dayListQuestion({ day }).key);
  return stored?.fetchedAt ?? null;
}

/**
 * Throws `not_configured` when the API's access key (`ticket`) is not set. Callers check it even
 * where a stored answer exists, so that the missing key is noticed at once.
 */
export function requireTicket(): void {
  if (!isMarketplaceConfigured()) throw new AppError('not_configured');
}
