import { createClient } from '@libsql/client';

/** Reads every page of the file. Exits with 0 when sound, 3 when damaged, 1 when unreadable. */
const client = createClient({ url: `file:${process.argv[2]}`, timeout: 1500 });
try {
  const { rows } = await client.execute('pragma quick_check(1)');
  process.exitCode = rows[0]?.quick_check === 'ok' ? 0 : 3;
} catch (error) {
  const { code } = error as { code?: unknown }; // Set by libSQL's errors.
  process.exitCode = /^SQLITE_(CORRUPT|NOTADB)/.test(String(code)) ? 3 : 1;
} finally {
  client.close();
}
