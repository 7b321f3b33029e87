import { defineConfig } from '@playwright/test';

// For the processes that test, and the apps that they start.
process.env.NODE_OPTIONS = `--import=${new URL('./scripts/quick-imports.mjs', import.meta.url)}`;

/** The main journey once more, where a Firefox is installed. */
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

/** `npm test` finds the browser and sets CHROMIUM_PATH; without it Playwright's own is used. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // Each has an app and data of its own; half of a test's time is waiting. Three share the six walks.
  workers: 3,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // For what never comes: how long it takes tells only how busy the machine is.
  timeout: 1_800_000,
  expect: { timeout: 180_000 },
  reporter: 'list',
  use: {
    actionTimeout: 180_000,
    navigationTimeout: 180_000,
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    // A trace of everything would double the time: `--trace on` when one is needed.
    screenshot: 'only-on-failure',
  },
  projects: [
    // The longest tests come first: at the end a single one would keep only one core busy.
    { name: 'walk', testMatch: 'walk.spec.ts', use: chromium },
    { name: 'chromium', testIgnore: 'walk.spec.ts', use: chromium },
    ...(process.env.FIREFOX_PATH ? [firefox] : []),
  ],
});
