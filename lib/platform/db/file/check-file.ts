import { createClient } from '@libsql/client';

/**
 * Checks every page of a database file, as a child process. Exits with 0 if it is sound, 3 if it is
 * damaged and 1 if it is unreadable.
 */
const client = createClient({ url: `file:${process.argv[2]}`, timeout: 1500 });
try {
  const { rows } = await client.execute('pragma quick_check(1)');
  process.exitCode = rows[0]?.quick_check === 'ok' ? 0 : 3;
} catch (error) {
  const { code } = error as { code?: unknown }; // libSQL's errors have a `code`.
  process.exitCode = /^SQLITE_(CORRUPT|NOTADB)/.test(String(code)) ? 3 : 1;
} finally {
  client.close();
}
