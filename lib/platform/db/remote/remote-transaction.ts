import type { Client, InStatement, ResultSet, Transaction } from '@libsql/client';
import { outcomeMark } from '#lib/platform/db/write-outcomes.ts';
import { randomId } from '#lib/platform/security/ids.ts';

export type RemoteTransaction = Transaction & {
  /** The id names this transaction in `write_outcomes`, where it appears with the commit. */
  outcomeId: string;
  /** Returns whether the commit was sent. Without an answer its outcome is unknown here. */
  commitSent: () => boolean;
};

/** Nobody reads the result of these statements. A caller that needs one uses RETURNING. */
const silentWrite = /^\s*(insert|update|delete)\b(?!.*\breturning\b)/is;

const noResult: ResultSet = {
  columns: [],
  columnTypes: [],
  rows: [],
  get rowsAffected(): never {
    throw new Error('a write without RETURNING has not run yet');
  },
  lastInsertRowid: undefined,
  toJSON: () => null,
};

/**
 * Runs an immediate transaction in few round trips, as each keeps other writers waiting. Writes
 * without RETURNING travel with the next statement or the COMMIT, in their order: nothing in the
 * transaction could see that they did not run. Their errors appear there, and the whole write
 * fails.
 */
export async function beginRemote(client: Client): Promise<RemoteTransaction> {
  const inner = await client.transaction('write');
  const outcomeId = randomId();
  let deferred: InStatement[] = [];
  let begun = false;
  let sent = false;

  /** Sends statements in one round trip. Each runs only if those before it succeeded. */
  async function send(statements: InStatement[]): Promise<ResultSet[]> {
    const before = deferred;
    deferred = [];
    begun = true;
    const results = await inner.batch([...before, ...statements]);
    return results.slice(before.length);
  }

  return {
    outcomeId,
    commitSent: () => sent,
    execute: async (statement: InStatement) => {
      if (silentWrite.test(typeof statement === 'string' ? statement : statement.sql)) {
        deferred.push(statement);
        return noResult;
      }
      const [result] = await send([statement]);
      if (!result) throw new Error('a statement without a result');
      return result;
    },
    batch: send,
    executeMultiple: (sql) => inner.executeMultiple(sql),
    commit: async () => {
      if (!begun && deferred.length === 0) return inner.close();
      sent = true;
      await send([outcomeMark(outcomeId), 'COMMIT']);
      inner.close();
    },
    // The reason for the rollback counts. The server rolls back by itself without this.
    rollback: () => inner.rollback().catch(() => undefined),
    close: () => inner.close(),
    get closed() {
      return inner.closed;
    },
  };
}
