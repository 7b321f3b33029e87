import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { expect } from '#tests/e2e/support/app.ts';

/** Half as long as the default, and parsed in every document. */
const { source }: typeof axe = createRequire(import.meta.url)('axe-core/axe.min.js');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * What is on the screen now, by axe: all rules in the light scheme, contrast in the dark one too
 * (the rest is the same there, and colours are the same at other widths), and no scrolling sideways
 * on the narrowest phones. `widths` are of other screens to look at as well; the page stays as wide
 * as it was.
 */
export async function expectAccessible(
  page: Page,
  what: string,
  widths: readonly number[] = [],
): Promise<void> {
  const size = page.viewportSize();
  const { width: own = 0, height = 0 } = size ?? {};
  for (const width of [own, ...widths]) {
    if (width !== own) await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await expectClean(page, tags, `${what}, ${width} px, light`);
    if (width !== own) continue;
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await expectClean(page, ['color-contrast'], `${what}, ${width} px, dark`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (!size) return;
  await page.setViewportSize({ width: 320, height });
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways, `${what} at 320 px`).toBeLessThanOrEqual(0);
  await page.setViewportSize(size);
}

/** `runOnly`: tags, or names of rules. Once in a document, axe stays there for the next look. */
async function expectClean(page: Page, runOnly: string[], what: string): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const found = await page.evaluate(async (only) => {
    const { violations } = await window.axe.run({ runOnly: only, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' ')}`);
  }, runOnly);
  expect(found, what).toEqual([]);
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
