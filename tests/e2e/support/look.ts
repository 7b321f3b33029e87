import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from '#tests/e2e/support/app.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * What is on the screen now, by axe: all rules in the light scheme, contrast in the dark one too
 * (the rest is the same there), and no scrolling sideways on the narrowest phones.
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectClean(new AxeBuilder({ page }).withTags(tags), `${what}, light`);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectClean(new AxeBuilder({ page }).withRules('color-contrast'), `${what}, dark`);
  await page.emulateMedia({ colorScheme: 'light' });

  const size = page.viewportSize();
  if (!size) return;
  await page.setViewportSize({ width: 320, height: size.height });
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways, `${what} at 320 px`).toBeLessThanOrEqual(0);
  await page.setViewportSize(size);
}

/** Legacy mode spares the second page that axe opens for frames of other origins: there are none. */
async function expectClean(axe: AxeBuilder, what: string): Promise<void> {
  const { violations } = await axe.setLegacyMode().analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' ')}`);
  expect(found, what).toEqual([]);
}
