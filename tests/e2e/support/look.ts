import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { expect, NARROWEST } from '#tests/e2e/support/app.ts';
import { AWAY, lowContrasts, markAway } from '#tests/e2e/support/contrast.ts';

/** The minified axe is half as long as the default, and parsed in every document. */
const { source }: typeof axe = createRequire(import.meta.url)('axe-core/axe.min.js');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Checks the visible page: all of axe's rules in the light scheme, contrast in the dark one too,
 * and no scrolling sideways on the narrowest phones. `widths` are other screens to check for the
 * parts that they show or hide. The page keeps its width. axe checks contrast itself only for
 * elements drawn outside of their background's element. For all others a comparison of colours is
 * enough.
 */
export async function expectAccessible(
  page: Page,
  subject: string,
  widths: readonly number[] = [],
): Promise<void> {
  const size = page.viewportSize();
  const { width: own = 0, height = 0 } = size ?? {};
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectClean(page, true, `${subject}, ${own} px`);
  await expectContrast(page, `${subject}, ${own} px, light`);
  await shoot(page, `${subject}, ${own} px, light`);
  for (const width of widths) {
    await page.setViewportSize({ width, height });
    await expectClean(page, false, `${subject}, ${width} px`);
    await expectContrast(page, `${subject}, ${width} px, light`);
    await shoot(page, `${subject}, ${width} px, light`);
  }
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectContrast(page, `${subject}, dark`);
  await shoot(page, `${subject}, dark`);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  if (own !== NARROWEST || widths.length > 0) {
    await page.setViewportSize({ width: NARROWEST, height });
  }
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways, `${subject} at ${NARROWEST} px`).toBeLessThanOrEqual(0);
  if (size && own !== NARROWEST) await page.setViewportSize(size);
}

async function expectContrast(page: Page, label: string): Promise<void> {
  expect(await page.evaluate(lowContrasts), label).toEqual([]);
}

/** Takes a picture for people, by `npm run screenshots`. */
async function shoot(page: Page, label: string): Promise<void> {
  const { SCREENSHOTS: folder } = process.env;
  if (!folder) return;
  const name = label.replace(/[^\p{L}\d]+/gu, '-');
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

/** Runs axe, which stays in a document for the next check. Contrast takes most of its time. */
async function expectClean(page: Page, contrast: boolean, label: string): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  if (contrast) await page.evaluate(markAway);
  const found = await page.evaluate(
    async ({ tags, contrast, away }) => {
      window.axe.configure({ rules: [{ id: 'color-contrast', selector: away }] });
      const rules = { 'color-contrast': { enabled: contrast } };
      const options = { runOnly: tags, rules, resultTypes: ['violations' as const] };
      const { violations } = await window.axe.run(options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' ')}`);
    },
    { tags, contrast, away: AWAY },
  );
  expect(found, label).toEqual([]);
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
