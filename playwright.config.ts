import { defineConfig } from '@playwright/test';

/** `npm test` finds the browser and sets CHROMIUM_PATH; without it Playwright's own is used. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  workers: 2,
  // A loaded CI machine may miss a timeout once; on a developer's it must be looked at.
  retries: process.env.CI ? 1 : 0,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    actionTimeout: 15_000,
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    // A trace of everything would double the time: `--trace on` when one is needed.
    screenshot: 'only-on-failure',
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
  },
});
