import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { listBuyers } from '#lib/domain/marketplace/reads/companies.ts';
import { findTender, listDayTenders } from '#lib/domain/marketplace/reads/tenders.ts';
import { PUBLISHED } from '#lib/domain/marketplace/rules.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { marketplaceTenders } from '#lib/platform/db/schema/marketplace.ts';
import { isMarketplaceConfigured, readUsedQuota } from '#lib/platform/mercado-publico/call.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { now } from '#lib/platform/process/clock.ts';
import { log } from '#lib/platform/process/log.ts';

/** Once this share of the day's calls is used, no details are fetched in advance. */
const MAX_USED_SHARE = 0.5;

/**
 * Renews in the background what most people look up: the buyers, today's list and the details of
 * one tender. Makes at most three calls, which let those of people go first. Does nothing without a
 * ticket, the API's access key.
 */
export async function warmMarketplace(): Promise<void> {
  if (!isMarketplaceConfigured()) return;
  try {
    await listBuyers({ background: true });
    await listDayTenders({ day: isoDay(now()) }, { background: true });
    if ((await readUsedQuota()) < MAX_USED_SHARE) await readNextDetail();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log().info({ code: error.code }, 'marketplace: not renewed this time');
  }
}

async function readNextDetail(): Promise<void> {
  const { id, code, detailedAt, listedOn, closesAt, stateCode } = marketplaceTenders;
  const [nextTender] = await getDb()
    .read.select({ id, code })
    .from(marketplaceTenders)
    .where(
      and(
        isNull(detailedAt),
        eq(listedOn, isoDay(now())),
        gt(closesAt, now()),
        eq(stateCode, PUBLISHED),
      ),
    )
    .orderBy(asc(closesAt))
    .limit(1);
  if (!nextTender) return;
  const { value } = await findTender(nextTender.code, { background: true });
  if (value) return;
  // The API does not know this listed tender. `detailedAt` is set nevertheless, so that the tender
  // is not requested again every minute.
  await getDb().write((tx) =>
    tx.update(marketplaceTenders).set({ detailedAt: now() }).where(eq(id, nextTender.id)),
  );
}
