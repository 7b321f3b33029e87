import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from '@libsql/client';
import { drizzle } from 'drizzle-orm/libsql';
import type { Database } from '#lib/platform/db/database.ts';
import { outageOf, unavailableError } from '#lib/platform/db/remote/outage.ts';
import { type RemoteTimes, remoteTimes } from '#lib/platform/db/remote/remote-times.ts';
import { createRemoteWrites } from '#lib/platform/db/remote/remote-writes.ts';
import { roundTrip } from '#lib/platform/db/remote/round-trip.ts';

/** Maximum number of connections to the server, for reads and writes together. */
const MAX_CONNECTIONS = 50;

/** Opens a database on a server, where each statement is a round trip that may get no answer. */
export function openRemote(
  url: string,
  authToken: string | undefined,
  times: RemoteTimes = remoteTimes,
): Database {
  const fetch = (request: Request) => roundTrip(request, times.roundTripMs);
  const client = createClient({ url, authToken, concurrency: MAX_CONNECTIONS, fetch });
  const { write, writeOne, countQueued, whenSettled } = createRemoteWrites(client, times);
  return {
    read: drizzle({ client: withRetriedReads(client) }),
    write,
    writeOne,
    countQueued,
    client,
    close: async () => {
      await whenSettled();
      client.close();
    },
  };
}

/** Reads that fail within this time are retried: the server may have closed an idle connection. */
const FAST_MS = 1000;

function withRetriedReads(client: Client): Client {
  const execute: Client['execute'] = async (statement: Parameters<Client['execute']>[0]) => {
    const startedAt = performance.now();
    try {
      return await client.execute(statement);
    } catch (error) {
      if (!outageOf(error)) throw error;
      if (performance.now() - startedAt > FAST_MS) throw unavailableError(error);
    }
    await sleep(20 + Math.random() * 60);
    return client.execute(statement).catch((error: unknown) => {
      throw outageOf(error) ? unavailableError(error) : error;
    });
  };
  // drizzle calls only `execute` for reads.
  return { execute } as Client;
}
