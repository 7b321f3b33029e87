import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';
import { watch } from '#tests/e2e/support/watch.ts';
import { type AppProcess, startApp } from '#tests/support/app-process.ts';
import {
  type ReceivedMail,
  type ResendStandIn,
  startResend,
} from '#tests/support/providers/resend.ts';
import { startWebpay, type WebpayStandIn } from '#tests/support/providers/webpay.ts';

/**
 * `import { expect, test } from '#tests/e2e/support/app.ts'`. One built app per worker has its own
 * data, Resend and Webpay as stand-ins and RATE_LIMITS=off. `page.goto('/…')` goes to it. Another
 * configuration comes by `test.use({ appVariables: { … } })` at the top of a spec file. A script
 * error, console.error, refusal by the CSP or request to another origin fails the test.
 */
export type App = AppProcess & {
  resend: ResendStandIn;
  webpay: WebpayStandIn;
  /** Returns mails that the provider took, oldest first. */
  mailbox: () => ReceivedMail[];
  /** Waits for the first mail that `matches`. */
  waitForMail: (matches: Matches) => Promise<ReceivedMail>;
};

/** Width in px of the narrowest phone that the product is for. Tests run on it by default. */
export const NARROWEST = 320;

type Matches = (mail: ReceivedMail) => boolean;

type TestFixtures = {
  /** Problems that this test causes on purpose, e.g. `/Failed to load resource/`. */
  tolerated: RegExp | null;
  /** Opens a page on another device: its own cookies, watched like the first. */
  newDevice: (options?: BrowserContextOptions) => Promise<Page>;
};
type WorkerFixtures = { appVariables: Record<string, string | undefined>; app: App };

export const test = base.extend<TestFixtures, WorkerFixtures>({
  appVariables: [{}, { option: true, scope: 'worker' }],
  tolerated: [null, { option: true }],
  viewport: { width: NARROWEST, height: 740 },

  app: [
    async ({ appVariables }, use) => {
      const resend = await startResend();
      const webpay = await startWebpay();
      const process = await startApp({
        variables: {
          RESEND_API_KEY: 're_stand_in',
          RESEND_BASE_URL: resend.url,
          ...webpay.variables,
          SCHEDULING_URL: 'https://cal.com/resguardo/asesoria',
          ...appVariables,
        },
      });
      const mailbox = () => [...resend.received];
      const waitFor = (matches: Matches) => waitForMail(mailbox, matches);
      await use({ ...process, resend, webpay, mailbox, waitForMail: waitFor });
      await process.close();
      await resend.close();
      await webpay.close();
    },
    { scope: 'worker', timeout: 600_000 },
  ],

  baseURL: async ({ app }, use) => use(app.url),

  context: async ({ context, app, tolerated }, use) => {
    const problems = watch(context, app.url, tolerated);
    await use(context);
    expect(problems).toEqual([]);
  },

  newDevice: async ({ browser, app, viewport, tolerated }, use) => {
    const devices: { problems: string[]; close: () => Promise<void> }[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL: app.url, viewport, ...options });
      const problems = watch(context, app.url, tolerated);
      devices.push({ problems, close: () => context.close() });
      return context.newPage();
    });
    for (const { close } of devices) await close();
    expect(devices.flatMap(({ problems }) => problems)).toEqual([]);
  },
});

export { expect };

async function waitForMail(mailbox: () => ReceivedMail[], matches: Matches): Promise<ReceivedMail> {
  await expect.poll(() => mailbox().some(matches)).toBe(true);
  const found = mailbox().find(matches);
  if (!found) throw new Error('the mail is gone');
  return found;
}
