import { createClient } from '@libsql/client';

/**
 * A program: reads every page of the database file named by its argument. Exit code 0 when all is
 * well, 3 when it is damaged, 1 when it could not look.
 */
const client = createClient({ url: `file:${process.argv[2]}`, timeout: 1500 });
try {
  const { rows } = await client.execute('pragma quick_check(1)');
  process.exitCode = rows[0]?.quick_check === 'ok' ? 0 : 3;
} catch (error) {
  const { code } = error as { code?: unknown }; // set by libSQL's errors
  process.exitCode = /^SQLITE_(CORRUPT|NOTADB)/.test(String(code)) ? 3 : 1;
} finally {
  client.close();
}
