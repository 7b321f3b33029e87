import { appendFileSync } from 'node:fs';
import { createClient } from '@libsql/client';
import { sql } from 'drizzle-orm';
import type { Database } from '#lib/platform/db/database.ts';
import { findAppError } from '#lib/platform/operations/errors.ts';
import type { Fault, FaultKind } from '#tests/support/faults/plan.ts';

/** Counts of a worker of `npm run test:remote -- --faults`. Its last log line is their sum. */
const counts = {
  requests: 0,
  faults: { fails: 0, hangs: 0, twice: 0, lost: 0 } satisfies Record<FaultKind, number>,
  /** Acknowledged writes by their later state: each has to be there once. */
  acknowledged: { once: 0, lost: 0, doubled: 0, unseen: 0 },
  /** Writes that ended with an error of their own. None of their rows may be there. */
  wrong: { absent: 0, found: 0 },
  /**
   * Writes that ended with `unavailable`. If it is unclear whether they were committed, their rows
   * may be there or not.
   */
  unavailable: { absent: 0, found: 0 },
};

const begin = () => ({
  counts,
  untouchedFetch: globalThis.fetch,
  plan: null as (() => Fault | null) | null,
  database: '',
  /** Number of times that the database of this world reported `unavailable`. */
  refused: 0,
  writes: 0,
});

/** A worker has one ledger, because it runs many files and forgets the singletons of each world. */
const worker: { faulty?: ReturnType<typeof begin> } = globalThis as object;
worker.faulty ??= begin();
export const { faulty } = worker;

export function reportLine(line: object): void {
  appendFileSync(process.env.TEST_FAULTS_LOG ?? '', `${JSON.stringify(line)}\n`);
}

type Ending = 'acknowledged' | 'wrong' | 'unavailable';

/**
 * Wraps a database so that each write adds a row of its own each time it is done. `client`, which
 * tests use to look and to prepare, has no faults.
 */
export function recordWrites(db: Database, url: string, authToken: string | undefined): Database {
  if (faulty.database !== url) Object.assign(faulty, { database: url, refused: 0 });
  const quiet = createClient({ url, authToken, fetch: faulty.untouchedFetch });
  const ended = new Map<string, Ending>();

  const write: Database['write'] = async (work) => {
    faulty.writes += 1;
    const id = `write-${process.pid}-${faulty.writes}`;
    let tries = 0;
    try {
      const value = await db.write(async (tx) => {
        const value = await work(tx);
        tries += 1;
        const row = sql`insert into write_outcomes (id, at) values (${`${id}.${tries}`}, unixepoch() * 1000)`;
        await tx.run(row);
        return value;
      });
      ended.set(id, 'acknowledged');
      return value;
    } catch (error) {
      ended.set(id, findAppError(error)?.code === 'unavailable' ? 'unavailable' : 'wrong');
      throw error;
    }
  };

  async function look(): Promise<void> {
    const written = "select id from write_outcomes where id like 'write-%'";
    // A test may have stopped the server, and a kept connection may just be closing.
    const again = () => quiet.execute(written).catch(() => null);
    const seen = ended.size === 0 ? null : ((await again()) ?? (await again()));
    if (!seen) {
      faulty.counts.acknowledged.unseen += ended.size;
      return;
    }
    const { rows } = seen;
    const found = Map.groupBy(rows, ({ id }) => `${id}`.split('.')[0] ?? '');
    for (const [id, ending] of ended) {
      const times = found.get(id)?.length ?? 0;
      if (ending !== 'acknowledged') faulty.counts[ending][times === 0 ? 'absent' : 'found'] += 1;
      else faulty.counts.acknowledged[times === 1 ? 'once' : times === 0 ? 'lost' : 'doubled'] += 1;
      const bad = ending === 'acknowledged' ? times !== 1 : ending === 'wrong' && times > 0;
      if (bad) reportLine({ bad: { id, ending, times } });
    }
  }

  return {
    ...db,
    write,
    client: new Proxy(db.client, {
      get: (client, name) =>
        name === 'close' || client.closed ? Reflect.get(client, name).bind(client) : ofQuiet(name),
    }),
    close: async () => {
      await db.close();
      await look();
      quiet.close();
    },
  };

  function ofQuiet(name: string | symbol): unknown {
    const value: unknown = Reflect.get(quiet, name);
    return typeof value === 'function' ? value.bind(quiet) : value;
  }
}
