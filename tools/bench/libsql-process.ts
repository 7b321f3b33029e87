import { startLibsql } from '#tests/support/providers/libsql.ts';

/** Runs the simulated database server in a process of its own, like a real one. */
await startLibsql({
  path: process.env.LIBSQL_PATH ?? '',
  latencyMs: Number(process.env.LIBSQL_LATENCY ?? 0),
  port: Number(process.env.PORT ?? 0),
});
