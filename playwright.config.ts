import { defineConfig } from '@playwright/test';

// Loads the hook in the test processes and in the apps that they start.
process.env.NODE_OPTIONS = `--import=${new URL('./scripts/quick-imports.mjs', import.meta.url)}`;

/** Runs the main journey in Firefox too, where one is installed. */
const firefox = {
  name: 'firefox',
  testMatch: 'journey.spec.ts',
  grep: /from the home page to the receipt/,
  use: {
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: { executablePath: 'tests/e2e/support/firefox.ts' },
  },
} as const;

const chromium = {
  browserName: 'chromium' as const,
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH || undefined,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  },
};

/**
 * `npm test` finds a browser and sets CHROMIUM_PATH. Without it Playwright uses its own browser.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // Each worker has an app and data of its own. Half of a test's time is waiting, and the six walks
  // divide evenly among three.
  workers: 3,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // The limits are only for things that never happen: slow tests just mean a busy machine.
  timeout: 1_800_000,
  expect: { timeout: 180_000 },
  reporter: 'list',
  use: {
    actionTimeout: 180_000,
    navigationTimeout: 180_000,
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    // A trace of every test would double the time. `--trace on` records one when needed.
    screenshot: 'only-on-failure',
  },
  projects: [
    // The longest tests come first: one that began last would leave the other cores idle.
    { name: 'walk', testMatch: 'walk.spec.ts', use: chromium },
    { name: 'chromium', testIgnore: 'walk.spec.ts', use: chromium },
    ...(process.env.FIREFOX_PATH ? [firefox] : []),
  ],
});
