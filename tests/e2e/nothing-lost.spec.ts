import type { Page } from '@playwright/test';
import { type Answer, publicSample } from '#tests/e2e/support/answers.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import { goOn, heldBy, ready, WIZARD, walk } from '#tests/e2e/support/journey.ts';

/** A page of each kind of control. */
const looked = ['tipo', 'contacto', 'direccion', 'garantia-vigencia', 'documentos'];

test('back and refresh lose nothing, whatever the control', async ({ page }) => {
  const sample = publicSample('publica@ejemplo.cl');
  await page.goto(`${WIZARD}/tipo`);
  await walk(page, sample.answers, {
    onFilled: async (_, answer) => {
      if (!looked.includes(answer.step)) return;
      const typed = await heldBy(page, answer);
      await goOn(page);
      await page.goBack();
      await ready(page);
      await page.reload();
      await ready(page);
      await expectHeld(page, answer, typed);
      for (const { name } of Object.values(answer.files ?? {})) {
        await expect(page.locator('main')).toContainText(name);
      }
    },
  });
  for (const text of sample.shown) await expect(page.locator('main')).toContainText(text);
});

async function expectHeld(page: Page, answer: Answer, typed: Answer['fields'] = {}) {
  const held = await heldBy(page, answer);
  for (const [name, value] of Object.entries(typed)) {
    expect(plain(held[name]), `${answer.step} ${name}`).toBe(plain(value));
  }
}

/** RUTs and amounts come back written properly: the same digits, other dots. */
function plain(text: string | undefined): string {
  return (text ?? '').replace(/[.-]/g, '').replace(/,5$/, ',50').toUpperCase();
}
