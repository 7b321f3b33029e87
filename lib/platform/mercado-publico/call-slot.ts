import { setTimeout as sleep } from 'node:timers/promises';
import { eq, type SQL, sql } from 'drizzle-orm';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { marketplaceTurns } from '#lib/platform/db/schema/marketplace.ts';
import { randomId } from '#lib/platform/ids.ts';
import { log } from '#lib/platform/log.ts';
import {
  joinCallQueue,
  type Patience,
  timeLeft,
} from '#lib/platform/mercado-publico/call-queue.ts';
import { MarketplaceFailure } from '#lib/platform/mercado-publico/failure.ts';
import { timing } from '#lib/platform/mercado-publico/timing.ts';

/** While another process holds the slot we look again this often, ms. */
const LOOK_MS = 250;

type Wanted<T> = {
  key: string;
  patience: Patience;
  /** Asked while waiting: another process may have brought what we want. */
  lookAgain: () => Promise<T | null>;
  /** Runs in the transaction that takes the slot; throwing gives it up. */
  admit?: (tx: Tx) => Promise<void>;
};

/** The pause before the next call of any process, ms; null when no call was made. */
type GiveBack = (pauseMs: number | null) => Promise<void>;

/**
 * Our slot to call, one at a time per key over all processes that share the database, or what
 * `lookAgain` found meanwhile. Throws `no_slot` when the deadline comes first.
 */
export async function takeCallSlot<T>(
  wanted: Wanted<T>,
): Promise<{ found: T } | { end: GiveBack }> {
  const { key, patience, lookAgain, admit } = wanted;
  const leave = await joinCallQueue(key, patience);
  const owner = randomId();
  try {
    for (;;) {
      const found = await lookAgain();
      if (found !== null) {
        leave();
        return { found };
      }
      const wait = await msUntilFree(key);
      if (wait <= 0 && (await take(key, owner, admit))) break;
      await pause(Math.max(wait, 10), patience);
    }
  } catch (error) {
    leave();
    throw error;
  }
  return {
    end: async (pauseMs) => {
      await giveBack(key, owner, pauseMs).catch((err) =>
        log().warn({ err }, 'marketplace: call slot not given back'),
      );
      leave();
    },
  };
}

/** The database's clock: instances need not agree on the time. */
const clock = sql`cast(unixepoch('subsec') * 1000 as integer)`;

/** No slot and no pause is that long: a later time is from before the clock was put back. */
const LONGEST_MS = 120_000;

function isOver(time: SQL): SQL {
  return sql`(${time} <= ${clock} or ${time} > ${clock} + ${LONGEST_MS})`;
}

async function msUntilFree(key: string): Promise<number> {
  const [row] = await getDb()
    .read.select({
      held: sql<number>`${marketplaceTurns.until} - ${clock}`,
      rest: sql<number>`${marketplaceTurns.nextAt} - ${clock}`,
    })
    .from(marketplaceTurns)
    .where(eq(marketplaceTurns.key, key))
    .limit(1);
  if (!row) return 0;
  const rest = row.rest > LONGEST_MS ? 0 : row.rest;
  return Math.max(Math.min(row.held > LONGEST_MS ? 0 : row.held, LOOK_MS), rest);
}

async function take(key: string, owner: string, admit: Wanted<unknown>['admit']): Promise<boolean> {
  const lease = timing().tryMs + 2000;
  return getDb().write(async (tx) => {
    const [row] = await tx.all<{ owner: string }>(sql`
      insert into marketplace_turns (key, owner, until, next_at)
      values (${key}, ${owner}, ${clock} + ${lease}, 0)
      on conflict (key) do update set owner = excluded.owner, until = excluded.until
        where ${isOver(sql`until`)} and ${isOver(sql`next_at`)}
      returning owner`);
    if (row?.owner !== owner) return false;
    await admit?.(tx);
    return true;
  });
}

async function giveBack(key: string, owner: string, pauseMs: number | null): Promise<void> {
  const next = pauseMs === null ? sql`next_at` : sql`${clock} + ${pauseMs}`;
  await getDb().writeOne(sql`update marketplace_turns set until = 0, next_at = ${next}
    where key = ${key} and owner = ${owner}`);
}

async function pause(ms: number, patience: Patience): Promise<void> {
  if (timeLeft(patience) <= 0 || ms > timeLeft(patience) + LOOK_MS) {
    throw new MarketplaceFailure('no_slot');
  }
  const { signal } = patience;
  await sleep(Math.min(ms, timeLeft(patience) + 1), undefined, signal ? { signal } : {}).catch(
    () => {
      throw new MarketplaceFailure('stopped');
    },
  );
}
