import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Tx } from '#lib/platform/db/client.ts';
import { openRemote } from '#lib/platform/db/remote/remote.ts';
import { findAppError } from '#lib/platform/operations/errors.ts';
import { closeAfterTest } from '#tests/support/cleanup.ts';
import { startLibsql } from '#tests/support/providers/libsql.ts';

/**
 * Time limits of a twentieth of the product's, for calls that are meant to fail. All other calls
 * must succeed.
 */
export const shortDatabaseTimeouts = {
  roundTripMs: 400,
  turnMs: 600,
  retryMs: 700,
  outcomeMs: 500,
};
export const longDatabaseTimeouts = {
  roundTripMs: 30_000,
  turnMs: 60_000,
  retryMs: 60_000,
  outcomeMs: 60_000,
};

/** Starts a database server over a migrated file, with short times, and two instances of it. */
export async function startRemoteDatabase({ one: times }: { one: typeof shortDatabaseTimeouts }) {
  const directory = mkdtempSync(join(tmpdir(), 'resguardo-remote-'));
  const path = join(directory, 'data.db');
  copyFileSync(process.env.TEST_TEMPLATE_DB ?? '', path);
  const server = await startLibsql({ path, idleMs: 500, transactionMs: 250 });
  const open = (times: typeof shortDatabaseTimeouts, token = server.token) =>
    openRemote(server.url, token, times);
  const [first, second] = [open(times), open(longDatabaseTimeouts)];
  const ids = async () => {
    const rows = await second.read.all<{ id: number }>(sql`select id from heartbeat order by id`);
    return rows.map(({ id }) => id);
  };
  return closeAfterTest({
    ...{ directory, path, server, open, one: first, two: second, ids },
    close: async () => {
      await Promise.all([first.close(), second.close()]);
      rmSync(directory, { recursive: true, force: true });
    },
  });
}

export type RemoteDatabase = Awaited<ReturnType<typeof startRemoteDatabase>>;

export const insertNumber = (id: number) => sql`insert into heartbeat (id, at) values (${id}, 1)`;
export const addNumber = (tx: Tx, id: number) => tx.all(sql`${insertNumber(id)} returning id`);

/** Returns the code of a failure, or null for success. */
export async function errorCode(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return findAppError(error)?.code ?? (error instanceof Error ? error.message : error);
}
