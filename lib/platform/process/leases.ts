import { sql } from 'drizzle-orm';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import { SKEW_MS } from '#lib/platform/process/clock.ts';
import { log } from '#lib/platform/process/log.ts';
import { singleton } from '#lib/platform/process/singleton.ts';
import { randomId } from '#lib/platform/security/ids.ts';

/** A lease, which one instance holds at a time. If that instance is killed, it ends after `ms`. */
export type Lease = { name: string; ms: number };

/** The database's clock, because clocks of instances differ. */
const databaseClock = sql`cast(unixepoch('subsec') * 1000 as integer)`;

/**
 * True also for a lease that ends too far ahead, because that lease was taken before the clock
 * was set back.
 */
const leaseOverCondition = (ms: number) =>
  sql`(until <= ${databaseClock} or until > ${databaseClock} + ${ms + SKEW_MS})`;

/**
 * Runs `job` while holding the lease. Returns null if somebody else holds it, also in this process.
 */
export async function withLease<T>(
  lease: Lease,
  job: () => Promise<T>,
): Promise<{ value: T } | null> {
  const owner = randomId();
  // A clock jump may end the lease in the database, so this process also remembers its name.
  const names = singleton('held-leases', () => new Set<string>());
  if (names.has(lease.name) || !(await takeLease(lease, owner))) return null;
  names.add(lease.name);
  try {
    return { value: await job() };
  } finally {
    names.delete(lease.name);
    await endLease(lease, owner);
  }
}

/** Takes or renews the lease. Returns whether `owner` holds it now. */
export async function takeLease({ name, ms }: Lease, owner: string, tx?: Tx): Promise<boolean> {
  const takeStatement = sql`
    insert into leases (name, owner, until) values (${name}, ${owner}, ${databaseClock} + ${ms})
    on conflict (name) do update set owner = excluded.owner, until = excluded.until
      where leases.owner = ${owner} or ${leaseOverCondition(ms)}
    returning owner`;
  const rows = await (tx ? tx.all(takeStatement) : getDb().writeOne(takeStatement));
  return rows.length > 0;
}

/** Releases the lease, at once or after a pause. Does nothing if `owner` has lost it. */
export async function endLease({ name }: Lease, owner: string, pauseMs = 0): Promise<void> {
  const ownCondition = sql`name = ${name} and owner = ${owner}`;
  await getDb()
    .writeOne(
      pauseMs > 0
        ? sql`update leases set owner = '', until = ${databaseClock} + ${pauseMs} where ${ownCondition}`
        : sql`delete from leases where ${ownCondition}`,
    )
    .catch((err) => log().warn({ lease: name, err }, 'a lease was not given back'));
}

/**
 * Returns for how long (ms) nobody can take the lease and whether somebody holds it, or null for a
 * free lease.
 */
export async function readLease(
  { name, ms }: Lease,
  db: Pick<ReadDb | Tx, 'all'> = getDb().read,
): Promise<{ restMs: number; isHeld: boolean } | null> {
  const [row] = await db.all<{ rest: number; owner: string }>(sql`
    select until - ${databaseClock} as rest, owner from leases where name = ${name} and not ${leaseOverCondition(ms)}`);
  return row ? { restMs: row.rest, isHeld: row.owner !== '' } : null;
}
