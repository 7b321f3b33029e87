import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** TZ is awkward on purpose: +05:45, never Chile's, never UTC. */
export default defineConfig({
  resolve: { alias: [{ find: /^#/, replacement: fileURLToPath(new URL('./', import.meta.url)) }] },
  test: {
    env: { TZ: 'Asia/Kathmandu', LOG_LEVEL: 'silent' },
    include: ['tests/{unit,api,contract,architecture,server}/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/support/template-database.ts'],
    setupFiles: ['tests/support/setup.ts'],
    pool: 'forks',
    // Files share a process and its modules: loading them anew was half of the time. `createWorld`
    // forgets what one world leaves in `globalThis`.
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
