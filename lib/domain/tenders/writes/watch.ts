import { and, eq, isNull, lte } from 'drizzle-orm';
import { listPageTerms } from '#lib/domain/marketplace/reads/guarantees.ts';
import { isLookUpUnavailable } from '#lib/domain/marketplace/reads/refusals.ts';
import { findTender } from '#lib/domain/marketplace/reads/tenders.ts';
import { parseTenderId } from '#lib/domain/marketplace/rules.ts';
import { findWatchedTender, isTenderNamed } from '#lib/domain/tenders/reads.ts';
import { listChanges, mergeFacts, nextLookUpAt } from '#lib/domain/tenders/rules.ts';
import type { Change, PendingNews } from '#lib/domain/tenders/schema.ts';
import { notifyOfNews, resumeNotifications } from '#lib/domain/tenders/writes/notify.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { watchedTenders } from '#lib/platform/db/schema/tenders.ts';
import { isMarketplaceConfigured, readUsedQuota } from '#lib/platform/mercado-publico/call.ts';
import type { MappedTender } from '#lib/platform/mercado-publico/mapper.ts';
import { now } from '#lib/platform/process/clock.ts';
import { DAY, MINUTE } from '#lib/platform/process/durations.ts';
import { log } from '#lib/platform/process/log.ts';

/**
 * Maximum number of calls per run. They are 3 s apart and end before the next run, a minute later.
 */
const MAX_CALLS = 15;
/** The watch stops when this share of the ticket's daily calls is used. The rest is for people. */
const MAX_USED_SHARE = 0.7;
const RETRY_MS = 10 * MINUTE;

/**
 * Looks up the tenders that are due, those due longest first. If an answer is missing, the run ends
 * and that tender is delayed.
 */
export async function watchTenders(signal?: AbortSignal): Promise<void> {
  if (!isMarketplaceConfigured()) return;
  await resumeNotifications(signal);
  for (let looks = 0; looks < MAX_CALLS && !signal?.aborted; looks += 1) {
    const code = await findNextDueCode();
    if (code === null || (await readUsedQuota()) >= MAX_USED_SHARE) return;
    if (!(await lookUpTender(code))) return;
  }
}

async function findNextDueCode(): Promise<string | null> {
  const { code, nextAt, news } = watchedTenders;
  const [row] = await getDb()
    .read.select({ code })
    .from(watchedTenders)
    .where(and(lte(nextAt, now()), isNull(news)))
    .orderBy(nextAt, code)
    .limit(1);
  return row?.code ?? null;
}

/** Looks up a tender. Returns false if Mercado Público did not answer. */
async function lookUpTender(code: string): Promise<boolean> {
  if (!parseTenderId(code).ok) return setNextLook(code, null);
  if (!(await isTenderNamed(code, isoDay(now()), getDb().read))) return endWatch(code);
  let facts: MappedTender | null;
  try {
    facts = (await findTender(code, { background: true, fresh: true })).value;
  } catch (error) {
    if (!isLookUpUnavailable(error)) throw error;
    log().info({ tender: code }, 'tenders: no answer this time');
    await setNextLook(code, now() + RETRY_MS);
    return false;
  }
  if (facts === null) return setNextLook(code, now() + DAY);
  await storeFacts(code, facts);
  return true;
}

/**
 * Stores what was reported about a tender, and notifies people of changes. Compares again inside
 * the write, because two instances may have looked it up at once.
 */
async function storeFacts(code: string, facts: MappedTender): Promise<void> {
  const storedFacts = await findWatchedTender(code);
  const expectedChanges = storedFacts
    ? listChanges(storedFacts, mergeFacts(storedFacts, facts, now()))
    : [];
  const terms = expectedChanges.some(({ what: change }) => pageChanges.includes(change))
    ? await listPageTerms(code)
    : [];
  const hasNews = await getDb().write(async (tx) => {
    const [watchedTender] = await tx
      .select()
      .from(watchedTenders)
      .where(and(eq(watchedTenders.code, code), isNull(watchedTenders.news)))
      .limit(1);
    if (!watchedTender) return false;
    const at = now();
    const newFacts = mergeFacts(watchedTender, facts, at);
    const changes = listChanges(watchedTender, newFacts);
    const { suppliers } = facts;
    const news: PendingNews = { at, changes, suppliers, terms, of: 'leads', after: 0 };
    await tx
      .update(watchedTenders)
      .set({
        ...newFacts,
        nextAt: nextLookUpAt(newFacts.closesAt, at),
        ...(changes.length > 0 && { news }),
      })
      .where(eq(watchedTenders.code, code));
    return changes.length > 0;
  });
  if (hasNews) await notifyOfNews(code);
}

/** Changes after which the tender's page is read, because they concern its guarantees. */
const pageChanges: readonly Change['what'][] = ['closing', 'revoked'];

async function setNextLook(code: string, nextAt: number | null): Promise<true> {
  await getDb().write((tx) =>
    tx.update(watchedTenders).set({ nextAt }).where(eq(watchedTenders.code, code)),
  );
  return true;
}

/**
 * Ends the watch of a tender that no present request names. A new request begins it again. The
 * check runs inside the write, because a request may have come in between.
 */
async function endWatch(code: string): Promise<true> {
  await getDb().write(async (tx) => {
    if (await isTenderNamed(code, isoDay(now()), tx)) return;
    await tx.delete(watchedTenders).where(eq(watchedTenders.code, code));
  });
  return true;
}
