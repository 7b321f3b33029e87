import type { Client, InStatement, ResultSet, Transaction } from '@libsql/client';
import { outcomeMark } from '#lib/platform/db/write-outcomes.ts';
import { randomId } from '#lib/platform/ids.ts';

export type RemoteTransaction = Transaction & {
  /** To be sent with the next statement, or with the commit. */
  defer: (statement: InStatement) => void;
  /** Names this transaction in `write_outcomes`: there once it is committed. */
  outcomeId: string;
  /** The commit was sent: without an answer its outcome is unknown here. */
  commitSent: () => boolean;
};

/** An immediate transaction: BEGIN travels with the first statement, COMMIT with the deferred. */
export async function beginRemote(client: Client): Promise<RemoteTransaction> {
  const inner = await client.transaction('write');
  const outcomeId = randomId();
  let deferred: InStatement[] = [];
  let begun = false;
  let sent = false;

  /** One round trip; each statement runs only if those before it went well. */
  async function send(statements: InStatement[]): Promise<ResultSet[]> {
    const before = deferred;
    deferred = [];
    begun = true;
    const results = await inner.batch([...before, ...statements]);
    return results.slice(before.length);
  }

  return {
    outcomeId,
    defer: (statement) => deferred.push(statement),
    commitSent: () => sent,
    execute: async (statement) => {
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
    // The reason to roll back counts, not that the server could not be told: it ends it by itself.
    rollback: () => inner.rollback().catch(() => undefined),
    close: () => inner.close(),
    get closed() {
      return inner.closed;
    },
  };
}
