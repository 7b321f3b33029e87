import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// For the processes that test, and those that tests start.
process.env.NODE_OPTIONS = `--import=${new URL('./scripts/quick-imports.mjs', import.meta.url)}`;

/** First, because it replaces modules that the other loads. */
const faults = process.env.TEST_FAULTS ? ['tests/support/faults/setup.ts'] : [];

/** TZ is awkward on purpose: +05:45, never Chile's, never UTC. */
export default defineConfig({
  resolve: { alias: [{ find: /^#/, replacement: fileURLToPath(new URL('./', import.meta.url)) }] },
  test: {
    env: {
      TZ: 'Asia/Kathmandu',
      LOG_LEVEL: 'silent',
      // For the processes that tests start.
      NODE_COMPILE_CACHE: join(tmpdir(), 'resguardo-compile-cache'),
    },
    globalSetup: ['tests/support/template-database.ts'],
    setupFiles: [...faults, 'tests/support/setup.ts'],
    sequence: { setupFiles: 'list' },
    pool: 'forks',
    // Files share a process and its modules: loading them for each took half of the time.
    // `createWorld` forgets the traces of the last world in `globalThis`.
    isolate: false,
    // Work is bounded by counts: these limits end only a hanging test, also on a busy machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { requireAssertions: true, poll: { timeout: 300_000, interval: 20 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'code',
          include: ['tests/{unit,api,contract,architecture}/**/*.test.{ts,tsx}'],
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.{ts,tsx}'],
          // Apps of these tests run by the machine's clock: links and sessions of a fixed day end for them.
          env: { TEST_WORLDS: 'present' },
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
