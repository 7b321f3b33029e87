import { sql } from 'drizzle-orm';
import { sweepSessions } from '#lib/domain/accounts/writes/sessions.ts';
import { sweepAccounts } from '#lib/domain/accounts/writes/sweep-accounts.ts';
import { sweepDeliveries } from '#lib/domain/deliveries/writes.ts';
import { sweepDocuments } from '#lib/domain/documents/sweep.ts';
import { sweepDrafts } from '#lib/domain/drafts/writes/sweep-drafts.ts';
import { sweepMarketplace } from '#lib/domain/marketplace/writes/sweep-marketplace.ts';
import { sweepUploads } from '#lib/domain/uploads/sweep.ts';
import { now } from '#lib/platform/clock.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { randomId } from '#lib/platform/ids.ts';
import { log } from '#lib/platform/log.ts';
import { sweepRateLimits } from '#lib/platform/rate-limits.ts';

const EVERY_MS = 60_000;
const LEASE_MS = 5 * 60_000;

const jobs = {
  uploads: sweepUploads,
  drafts: sweepDrafts,
  sessions: sweepSessions,
  accounts: sweepAccounts,
  deliveries: sweepDeliveries,
  marketplace: sweepMarketplace,
  rateLimits: sweepRateLimits,
  // Last: a scanner that does not answer holds up nothing else.
  documents: sweepDocuments,
};

/** Sweeps at the start and every minute, one instance at a time; stops after the round under way. */
export function startSweeper(): { stop: () => Promise<void> } {
  const owner = randomId();
  let round: Promise<void> = sweep(owner);
  const timer = setInterval(() => {
    round = round.then(() => sweep(owner));
  }, EVERY_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await round;
      await releaseLease(owner).catch(() => undefined);
    },
  };
}

/** One round of every job; one that fails is logged and does not keep the others from running. */
export async function sweep(owner: string): Promise<void> {
  try {
    if (!(await takeLease(owner))) return;
  } catch (err) {
    log().warn({ err }, 'sweeper waits for the database');
    return;
  }
  for (const [job, run] of Object.entries(jobs)) {
    try {
      await run(now());
    } catch (err) {
      log().error({ job, err }, 'sweep failed');
    }
  }
}

async function takeLease(owner: string): Promise<boolean> {
  const at = now();
  const [row] = await getDb().write((tx) =>
    tx.all<{ owner: string }>(sql`
      insert into leases (name, owner, until) values ('sweeper', ${owner}, ${at + LEASE_MS})
      on conflict (name) do update set owner = excluded.owner, until = excluded.until
        where leases.owner = ${owner} or leases.until <= ${at}
      returning owner`),
  );
  return row?.owner === owner;
}

async function releaseLease(owner: string): Promise<void> {
  await getDb().write((tx) =>
    tx.run(sql`delete from leases where name = 'sweeper' and owner = ${owner}`),
  );
}
