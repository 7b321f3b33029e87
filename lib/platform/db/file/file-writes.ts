import Background from 'libsql/promise';
import type { Tx } from '#lib/platform/db/database.ts';
import {
  connectFile,
  type FileConnection,
  ormOver,
} from '#lib/platform/db/file/file-connection.ts';

export type FileWrites = ReturnType<typeof openWrites>;

export function openWrites(path: string, timeout: number) {
  let connection: FileConnection | undefined;
  let flushes: boolean | undefined;
  let closed = false;
  let underWay = false;
  let changes = 0;

  function current(): FileConnection {
    if (closed) throw new Error('the database is closed');
    connection ??= connectFile(path, timeout);
    return connection;
  }

  const run = (sql: string) => current().rows('arrays', sql, []);

  /** Undoes what is under way; the next statement opens the file anew. */
  function leave(): void {
    const left = connection;
    connection = flushes = undefined;
    end();
    if (!left) return;
    try {
      // What was prepared outlives `close`, and a transaction with it.
      if (left.db.inTransaction) left.db.exec('rollback');
    } catch {
      // A file that cannot even be rolled back is recovered when it is opened next.
    }
    left.db.close();
  }

  function end(): void {
    underWay = false;
    changes += flushes === false ? 0 : 1;
  }

  return {
    begin: ({ flush }: { flush: boolean }) => {
      // Not kept: SQLite does this when it prepares it. A later flush takes along what had none.
      if (flush !== flushes) current().db.exec(`pragma synchronous = ${flush ? 'full' : 'normal'}`);
      flushes = flush;
      run('begin immediate');
      underWay = true;
    },
    isUnderWay: () => current().db.inTransaction,
    /**
     * `exec` of the binding's asynchronous half, on the same connection: its thread waits for the flush and
     * the checkpoint, not ours. On ours a submission takes 1.25 times the processor, at 0.78 of the rate.
     */
    commit: async () => {
      await Background.prototype.exec.call(current().db, 'commit');
      end();
    },
    rollback: () => {
      run('rollback');
      end();
    },
    /** By this connection, which does not see its own commits in it. */
    version: () => {
      if (underWay || !connection) return undefined;
      const [row] = connection.rows('named', 'pragma data_version', []);
      return `${changes} ${JSON.stringify(row)}`;
    },
    /** What `work` does stays, or none of it. What it leaves running can change nothing later. */
    apart: async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
      const { db, rows } = current();
      let over = false;
      const tx = ormOver((...statement) => {
        if (over) throw new Error('this write has ended');
        return rows(...statement);
      });
      run('savepoint apart');
      try {
        const value = await work(tx);
        run('release apart');
        return value;
      } catch (error) {
        if (db.inTransaction) {
          run('rollback to apart');
          run('release apart');
        }
        throw error;
      } finally {
        over = true;
      }
    },
    leave,
    close: () => {
      closed = true;
      leave();
    },
  };
}
