import {
  countTenders,
  searchTenders,
  type TenderSearch,
} from '#lib/domain/marketplace/reads/search-tenders.ts';
import { findListedAt } from '#lib/domain/marketplace/reads/tenders.ts';
import { ages } from '#lib/domain/marketplace/rules.ts';
import type { TenderCard, TenderFilter } from '#lib/domain/marketplace/schema.ts';
import { addDays } from '#lib/platform/chile/calendar.ts';
import { isoDay, startOfDay } from '#lib/platform/chile/format.ts';
import { marketplaceConfigured } from '#lib/platform/mercado-publico/call.ts';

/** `configured` false: there is no ticket, so nothing is shown. */
export type OpenTenders = {
  configured: boolean;
  tenders: TenderCard[];
  next: string | null;
  /** How many match; 1000 stands for that many or more. */
  count: number;
  /** Set when today's list is old: when it came, or null when it never did. */
  stale: { listedAt: number | null } | null;
};

/** A page of the tenders that can still be offered for, by closing time. Makes no call. */
export async function listOpenTenders(filter: TenderFilter, now: number): Promise<OpenTenders> {
  if (!marketplaceConfigured()) {
    return { configured: false, tenders: [], next: null, count: 0, stale: null };
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
  // Warmed every minute: twice its age says that it could not be.
  const isOld = listedAt === null || now - listedAt > 2 * ages.today;
  return { configured: true, tenders, next, count, stale: isOld ? { listedAt } : null };
}

/** The midnight after so many more days of Chile's calendar. */
function endOfDays(now: number, days: number): number {
  return startOfDay(addDays(isoDay(now), days + 1));
}
