import type { Client, InStatement, ResultSet, Transaction } from '@libsql/client';
import { outcomeStatement } from '#lib/platform/db/write-outcomes.ts';
import { randomId } from '#lib/platform/security/ids.ts';

export type RemoteTransaction = Transaction & {
  /** Identifies this transaction in `write_outcomes`, to which the commit adds a row. */
  outcomeId: string;
  /** Returns whether COMMIT was sent. Until an answer arrives, its outcome is unknown. */
  isCommitSent: () => boolean;
};

/** Matches writes without RETURNING. They may be sent later, because nobody reads their result. */
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
 * Begins a transaction that makes few round trips, because other writers wait during each of them.
 * Writes without RETURNING are sent together with the next statement or with COMMIT. Their errors
 * appear there and fail the transaction.
 */
export async function beginRemote(client: Client): Promise<RemoteTransaction> {
  const inner = await client.transaction('write');
  const outcomeId = randomId();
  let deferredStatements: InStatement[] = [];
  let hasBegun = false;
  let isSent = false;

  /**
   * Sends the deferred statements and the given ones in one round trip. Each runs only if all
   * before it succeeded.
   */
  async function send(statements: InStatement[]): Promise<ResultSet[]> {
    const batch = deferredStatements;
    deferredStatements = [];
    hasBegun = true;
    const results = await inner.batch([...batch, ...statements]);
    return results.slice(batch.length);
  }

  return {
    outcomeId,
    isCommitSent: () => isSent,
    execute: async (statement: InStatement) => {
      if (silentWrite.test(typeof statement === 'string' ? statement : statement.sql)) {
        deferredStatements.push(statement);
        return noResult;
      }
      const [result] = await send([statement]);
      if (!result) throw new Error('a statement without a result');
      return result;
    },
    batch: send,
    executeMultiple: (sql) => inner.executeMultiple(sql),
    commit: async () => {
      if (!hasBegun && deferredStatements.length === 0) return inner.close();
      isSent = true;
      await send([outcomeStatement(outcomeId), 'COMMIT']);
      inner.close();
    },
    // An error here would hide the reason for the rollback. The server rolls back by itself anyway.
    rollback: () => inner.rollback().catch(() => undefined),
    close: () => inner.close(),
    get closed() {
      return inner.closed;
    },
  };
}
