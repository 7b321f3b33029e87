import type { ReadDb } from '#lib/platform/db/database.ts';
import {
  connectFile,
  type FileConnection,
  ormOver,
} from '#lib/platform/db/file/file-connection.ts';

export function openReads(path: string, timeout: number): { read: ReadDb; close: () => void } {
  let connection: FileConnection | undefined;
  let closed = false;

  function leave(): void {
    connection?.db.close();
    connection = undefined;
  }

  function connect(): FileConnection {
    const opened = connectFile(path, timeout);
    opened.db.exec('pragma query_only = on');
    return opened;
  }

  const read = ormOver((...statement) => {
    if (closed) throw new Error('the database is closed');
    connection ??= connect();
    try {
      return connection.rows(...statement);
    } catch (error) {
      // A failed read may leave its statement open, which would pin the connection to old data.
      leave();
      throw error;
    }
  });
  const close = () => {
    closed = true;
    leave();
  };
  return { read, close };
}
