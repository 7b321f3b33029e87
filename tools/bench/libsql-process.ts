import { startLibsql } from '#tests/support/providers/libsql.ts';

/** Runs the stand-in of a database server in its own process, like a real server. */
await startLibsql({
  path: process.env.LIBSQL_PATH ?? '',
  latencyMs: Number(process.env.LIBSQL_LATENCY ?? 0),
  port: Number(process.env.PORT ?? 0),
});
