import { test as base, expect } from '#tests/e2e/support/app.ts';
import { type SentryStandIn, startSentry } from '#tests/support/providers/sentry.ts';

const test = base.extend<object, { sentry: SentryStandIn }>({
  sentry: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const sentry = await startSentry();
      await use(sentry);
      await sentry.close();
    },
    { scope: 'worker' },
  ],
  appVariables: [async ({ sentry }, use) => use({ ...sentry.variables }), { scope: 'worker' }],
});
test.use({ tolerated: /canario@pajarera\.cl/ });
/** Events of earlier tests are removed. */
test.beforeEach(({ sentry }) => void sentry.events.splice(0));

test('an error while a person uses a page is reported to Sentry without its message', async ({
  page,
  sentry,
}) => {
  const response = await page.goto('/login');
  await expect(page.locator('html')).toHaveAttribute('data-enhanced', '');
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    const get = () => {
      throw new TypeError('canario@pajarera.cl');
    };
    Object.defineProperty(MouseEvent.prototype, 'screenX', { get });
  });
  await page.getByRole('button', { name: 'Mostrar' }).click();
  // React reads the coordinate for each event that it makes of one press.
  await expect.poll(() => sentry.events.length).toBeGreaterThan(0);
  expect(sentry.events[0]).toMatchObject({
    transaction: 'browser login',
    tags: { request_id: response?.headers()['x-request-id'] },
    exception: { values: [{ type: 'TypeError', value: 'an error in a browser' }] },
  });
  const frames = sentry.events[0]?.exception?.values[0]?.stacktrace.frames ?? [];
  expect(frames.map(({ filename }) => filename).join()).toMatch(/^\/_next\/static\/chunks\//);
  expect(sentry.received()).not.toContain('canario');
});

test('a page that fails in the browser shows its request id and is reported to Sentry with it', async ({
  page,
  sentry,
}) => {
  await page.addInitScript(() => {
    const find = document.querySelector.bind(document);
    document.querySelector = (selector: string) => {
      if (selector === '[data-focus]') throw new TypeError('canario@pajarera.cl');
      return find(selector);
    };
  });
  const response = await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Algo falló de nuestro lado' })).toBeVisible();
  await expect(page.locator('body')).toContainText(response?.headers()['x-request-id'] ?? 'no id');
  await expect.poll(() => sentry.events).toHaveLength(1);
  expect(sentry.events[0]).toMatchObject({
    transaction: 'browser login',
    tags: { request_id: response?.headers()['x-request-id'] },
  });
});
