import { createClient } from '@libsql/client';

/** Opens a libSQL file with one table and the app's durability (WAL, synchronous FULL). */
export async function openStore() {
  const client = createClient({ url: `file:${process.env.BARE_DB}` });
  await client.execute('pragma journal_mode = wal');
  await client.execute('create table if not exists bodies (id integer primary key, body text)');
  return {
    read: async (id: number): Promise<unknown> =>
      (await client.execute({ sql: 'select body from bodies where id = ?', args: [id] })).rows[0]
        ?.body,
    insert: async (body: string): Promise<number> => {
      const { lastInsertRowid } = await client.execute({
        sql: 'insert into bodies (body) values (?)',
        args: [body],
      });
      return Number(lastInsertRowid);
    },
  };
}
