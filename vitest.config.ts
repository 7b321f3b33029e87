import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Loads the hook in the test processes and in those that tests start.
process.env.NODE_OPTIONS = `--import=${new URL('./scripts/quick-imports.mjs', import.meta.url)}`;

/** Setup of faults. It comes first, because it replaces modules that the other setup file loads. */
const faults = process.env.TEST_FAULTS ? ['tests/support/faults/setup.ts'] : [];

/**
 * The tests run in a time zone that is neither Chile's nor UTC (+05:45), to find code that uses the
 * machine's.
 */
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
    // Test files share a process and its modules: loading them for each file took half of the time.
    // `createWorld` removes what the last world left in `globalThis`.
    isolate: false,
    // Tests limit work by counts. These timeouts only end a hanging test, also on a busy machine.
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
          // Apps that these tests start use the machine's clock, so worlds of a fixed day would
          // have expired links and sessions.
          env: { TEST_WORLDS: 'present' },
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
