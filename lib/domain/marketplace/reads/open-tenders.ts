import {
  countTenders,
  searchTenders,
  type TenderSearch,
} from '#lib/domain/marketplace/reads/search-tenders.ts';
import { findListedAt } from '#lib/domain/marketplace/reads/tenders.ts';
import { ANSWER_TTL } from '#lib/domain/marketplace/rules.ts';
import type { TenderFilter, TenderListItem } from '#lib/domain/marketplace/schema.ts';
import { addDays } from '#lib/platform/chile/calendar.ts';
import { isoDay, startOfDay } from '#lib/platform/chile/format.ts';
import { isMarketplaceConfigured } from '#lib/platform/mercado-publico/call.ts';

/** `isConfigured` is false if the app has no ticket for the API. The page then lists no tenders. */
type OpenTenders = {
  isConfigured: boolean;
  tenders: TenderListItem[];
  next: string | null;
  /** Number of matches. 1000 means at least 1000. */
  count: number;
  /** Set if today's list is old. `listedAt` is null if the list was never fetched. */
  stale: { listedAt: number | null } | null;
};

/** Lists a page of stored tenders that are still open, by closing time. Makes no call. */
export async function listOpenTenders(filter: TenderFilter, now: number): Promise<OpenTenders> {
  if (!isMarketplaceConfigured()) {
    return { isConfigured: false, tenders: [], next: null, count: 0, stale: null };
  }
  const search: TenderSearch = {
    words: filter.q,
    buyerWords: filter.organismo,
    tipo: filter.tipo,
    cursor: filter.desde,
    closingFrom: now,
    closingBefore: filter.cierre ? endOfDays(now, Number(filter.cierre)) : undefined,
  };
  const [{ tenders, next }, count, listedAt] = await Promise.all([
    searchTenders(search),
    countTenders(search),
    findListedAt(isoDay(now)),
  ]);
  // A timer renews the list every `ANSWER_TTL.today`. If the list is older than twice that, the
  // renewal failed.
  const isOld = listedAt === null || now - listedAt > 2 * ANSWER_TTL.today;
  return { isConfigured: true, tenders, next, count, stale: isOld ? { listedAt } : null };
}

/** Returns the end of the day that is `days` after today, on the calendar of Chile. */
function endOfDays(now: number, days: number): number {
  return startOfDay(addDays(isoDay(now), days + 1));
}
