import { test as base, expect } from '@playwright/test';
import { type AppProcess, startApp } from '#tests/support/app-process.ts';
import {
  type ReceivedMail,
  type ResendStandIn,
  startResend,
} from '#tests/support/providers/resend.ts';

/**
 * `import { expect, test } from './support/app.ts'`. One built app per worker, with its own data,
 * mails going to a Resend stand-in and RATE_LIMITS=off; `page.goto('/…')` goes to it. Another
 * configuration: `test.use({ appVariables: { … } })` at the top of a spec file.
 * A script error, console.error or refused-by-CSP message fails the test.
 */
export type App = AppProcess & {
  resend: ResendStandIn;
  /** Mails that the provider took, oldest first. */
  mailbox: () => ReceivedMail[];
  /** The first mail that `matches`, waiting up to 10 s. */
  waitForMail: (matches: (mail: ReceivedMail) => boolean) => Promise<ReceivedMail>;
};

type WorkerFixtures = { appVariables: Record<string, string | undefined>; app: App };

export const test = base.extend<object, WorkerFixtures>({
  appVariables: [{}, { option: true, scope: 'worker' }],

  app: [
    async ({ appVariables }, use) => {
      const resend = await startResend();
      const process = await startApp({
        variables: {
          RESEND_API_KEY: 're_stand_in',
          RESEND_BASE_URL: resend.url,
          ...appVariables,
        },
      });
      const mailbox = () => [...resend.received];
      await use({ ...process, resend, mailbox, waitForMail: (m) => waitForMail(mailbox, m) });
      await process.close();
      await resend.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  baseURL: async ({ app }, use) => use(app.url),

  page: async ({ page }, use) => {
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(`${error}`));
    page.on('console', (message) => {
      const expected = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !expected) problems.push(message.text());
    });
    await use(page);
    expect(problems).toEqual([]);
  },
});

export { expect };

async function waitForMail(
  mailbox: () => ReceivedMail[],
  matches: (mail: ReceivedMail) => boolean,
): Promise<ReceivedMail> {
  await expect.poll(() => mailbox().some(matches), { timeout: 10_000 }).toBe(true);
  const found = mailbox().find(matches);
  if (!found) throw new Error('the mail is gone');
  return found;
}
