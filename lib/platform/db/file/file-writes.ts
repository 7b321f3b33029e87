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
  let flushSetting: boolean | undefined;
  let isClosed = false;

  function getConnection(): FileConnection {
    if (isClosed) throw new Error('the database is closed');
    connection ??= connectFile(path, timeout);
    return connection;
  }

  const run = (sql: string) => getConnection().runSql('arrays', sql, []);

  /** Rolls back and closes the connection. The next statement opens a new one. */
  function closeConnection(): void {
    const closing = connection;
    connection = flushSetting = undefined;
    if (!closing) return;
    try {
      // Prepared statements keep the connection, and with it an open transaction, alive after
      // `close`.
      if (closing.db.inTransaction) closing.db.exec('rollback');
    } catch {
      // SQLite recovers the file when it is opened again.
    }
    closing.db.close();
  }

  return {
    begin: ({ flush }: { flush: boolean }) => {
      // The setting is changed only if it differs. A later commit with a flush also makes this one
      // durable.
      if (flush !== flushSetting)
        getConnection().db.exec(`pragma synchronous = ${flush ? 'full' : 'normal'}`);
      flushSetting = flush;
      run('begin immediate');
    },
    isUnderWay: () => getConnection().db.inTransaction,
    /**
     * Commits on a thread of the binding, which waits for the disk. Commits on our thread would
     * cost a submission 1.25 times the processor time, at 0.78 of the throughput.
     */
    commit: async () => {
      await Background.prototype.exec.call(getConnection().db, 'commit');
    },
    rollback: () => {
      run('rollback');
    },
    /**
     * Runs `work` in a savepoint: all of it is applied, or nothing. Refuses statements that arrive
     * after `work` has ended.
     */
    runInSavepoint: async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
      const { db, runSql } = getConnection();
      let isOver = false;
      const tx = ormOver((...statement) => {
        if (isOver) throw new Error('this write has ended');
        return runSql(...statement);
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
    closeConnection,
    close: () => {
      isClosed = true;
      closeConnection();
    },
  };
}
