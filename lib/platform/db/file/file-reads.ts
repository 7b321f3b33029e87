import type { ReadDb } from '#lib/platform/db/database.ts';
import {
  connectFile,
  type FileConnection,
  ormOver,
} from '#lib/platform/db/file/file-connection.ts';

export function openReads(path: string, timeout: number): { read: ReadDb; close: () => void } {
  let connection: FileConnection | undefined;
  let isClosed = false;

  function closeConnection(): void {
    connection?.db.close();
    connection = undefined;
  }

  function connect(): FileConnection {
    const newConnection = connectFile(path, timeout);
    newConnection.db.exec('pragma query_only = on');
    return newConnection;
  }

  const read = ormOver((...statement) => {
    if (isClosed) throw new Error('the database is closed');
    connection ??= connect();
    try {
      return connection.runSql(...statement);
    } catch (error) {
      // A failed read may leave its statement open, which would pin the connection to old data.
      closeConnection();
      throw error;
    }
  });
  const close = () => {
    isClosed = true;
    closeConnection();
  };
  return { read, close };
}
