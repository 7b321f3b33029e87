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

  /** Rolls back and closes the connection. The next statement opens a new one. */
  function leave(): void {
    const closing = connection;
    connection = flushes = undefined;
    end();
    if (!closing) return;
    try {
      // Prepared statements outlive `close`, and an open transaction outlives it with them.
      if (closing.db.inTransaction) closing.db.exec('rollback');
    } catch {
      // SQLite recovers a file that cannot even be rolled back when it is next opened.
    }
    closing.db.close();
  }

  function end(): void {
    underWay = false;
    changes += flushes === false ? 0 : 1;
  }

  return {
    begin: ({ flush }: { flush: boolean }) => {
      // The pragma takes effect once prepared. A later flush also covers commits without one.
      if (flush !== flushes) current().db.exec(`pragma synchronous = ${flush ? 'full' : 'normal'}`);
      flushes = flush;
      run('begin immediate');
      underWay = true;
    },
    isUnderWay: () => current().db.inTransaction,
    /**
     * The binding's asynchronous `exec` commits on the same connection: its thread waits for the
     * flush. On our thread a submission takes 1.25 times the processor time, at 0.78 of the rate.
     */
    commit: async () => {
      await Background.prototype.exec.call(current().db, 'commit');
      end();
    },
    rollback: () => {
      run('rollback');
      end();
    },
    /** A connection does not see its own commits in `data_version`, so they are counted apart. */
    version: () => {
      if (underWay || !connection) return undefined;
      const [row] = connection.rows('named', 'pragma data_version', []);
      return `${changes} ${JSON.stringify(row)}`;
    },
    /** Applies all of `work` or nothing. Statements that arrive after its end are refused. */
    apart: async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
      const { db, rows } = current();
      let isOver = false;
      const tx = ormOver((...statement) => {
        if (isOver) throw new Error('this write has ended');
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
        isOver = true;
      }
    },
    leave,
    close: () => {
      closed = true;
      leave();
    },
  };
}
