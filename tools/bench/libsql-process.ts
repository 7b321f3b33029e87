import { startLibsql } from '#tests/support/providers/libsql.ts';

/** The stand-in of a database server in a process of its own, as the real one would be. */
await startLibsql({
  path: process.env.LIBSQL_PATH ?? '',
  latencyMs: Number(process.env.LIBSQL_LATENCY ?? 0),
  port: Number(process.env.PORT ?? 0),
});
