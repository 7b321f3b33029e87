import { expect, test } from '#tests/e2e/support/app.ts';
import { lowContrasts } from '#tests/e2e/support/contrast.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';

declare global {
  interface Window {
    shifted: number;
  }
}

test.describe('a rendered page, a cached page and the page of a link', () => {
  test.use({ tolerated: /404/ });
  for (const path of ['/contacto', '/', '/api/share/x']) {
    test(`${path} loads the font once, without a shift of the layout`, async ({ page }) => {
      const fonts: string[] = [];
      await page.route('**/*.woff2', async (route) => {
        fonts.push(new URL(route.request().url()).pathname);
        await new Promise((resolve) => setTimeout(resolve, 800));
        await route.continue();
      });
      await page.addInitScript(() => {
        window.shifted = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) window.shifted += Number(entry.toJSON().value);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.goto(path);
      const loaded = () =>
        page.evaluate(() => [...document.fonts].some(({ status }) => status === 'loaded'));
      await expect.poll(loaded).toBe(true);
      await page.evaluate(() => new Promise(requestAnimationFrame));
      expect(fonts).toEqual([expect.stringMatching(/^\/public-sans-[0-9a-f]{8}\.woff2$/)]);
      // Fallback fonts of `app/fonts.css`. A machine without them takes any other font.
      const hasFallback = await page.evaluate(() => {
        const local = 'local("Arial"), local("Liberation Sans"), local("Roboto")';
        const found = new FontFace('fallback', local).load();
        return found.then(Boolean, () => false);
      });
      if (hasFallback) expect(await page.evaluate(() => window.shifted)).toBeLessThan(0.01);
    });
  }
});

test('all shared components are shown, and no number is broken over two lines', async ({
  page,
}) => {
  await page.goto('/dev/componentes');
  await expectAccessible(page, 'components', [360]);
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const lines = await page.locator('main').evaluate((main) => {
      const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
      const broken: string[] = [];
      const figure = /\$\s[\d.]+|\d{2}-\d{2}-\d{4}|N\.º\s\d+|PZ-\d+|\+56[ \d]+|[\d.]+-[\dk]\b/g;
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const found of (text.textContent ?? '').matchAll(figure)) {
          const range = document.createRange();
          range.setStart(text, found.index);
          range.setEnd(text, found.index + found[0].length);
          const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
          if (new Set(tops).size > 1) broken.push(found[0]);
        }
      }
      return broken;
    });
    expect(lines).toEqual([]);
  }
});

test('a page prints in black without buttons, and the check of contrasts finds text that is hard to read', async ({
  page,
}) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto('/contacto');
  await expect(page.getByRole('heading', { name: 'Contacto' })).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.locator('.btn, nav, footer').filter({ visible: true })).toHaveCount(0);

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ media: 'screen', colorScheme, reducedMotion: 'reduce' });
    expect(await page.evaluate(lowContrasts)).toEqual([]);
    await page.locator('h1').evaluate((heading) => {
      heading.style.color = getComputedStyle(document.body).backgroundColor;
    });
    expect(await page.evaluate(lowContrasts)).toEqual([expect.stringMatching(/^1\.00: <h1/)]);
    await page.locator('h1').evaluate((heading) => heading.removeAttribute('style'));
    await page.locator('main').evaluate((main) => {
      main.style.opacity = '0.3';
    });
    expect(await page.evaluate(lowContrasts)).toContainEqual(expect.stringContaining('<h1'));
    await page.locator('main').evaluate((main) => main.removeAttribute('style'));
  }

  // The text would be white on black inside its element, but is drawn far outside of it.
  await page.locator('main').evaluate((main) => {
    const [around, text] = [document.createElement('div'), document.createElement('p')];
    text.textContent = 'Lejos';
    Object.assign(around.style, { background: '#000', position: 'relative' });
    Object.assign(text.style, { color: '#fff', position: 'absolute', top: '40px' });
    around.append(text);
    main.append(around);
    main.style.paddingBottom = '200px';
  });
  await page.emulateMedia({ media: 'screen', colorScheme: 'light', reducedMotion: 'reduce' });
  expect(await page.evaluate(lowContrasts)).toEqual([]);
  await expect(expectAccessible(page, 'away')).rejects.toThrow(/color-contrast: <p/);
});

test('a pressed button says that it is sending, and its animation stops for reduced motion', async ({
  page,
}) => {
  // The answer leaves the page where it is, like a missing one.
  await page.route('**/gestiona-tu-garantia/*/guardar*', (route) => route.fulfill({ status: 204 }));
  await page.goto('/gestiona-tu-garantia/tipo');
  await page.locator('html[data-enhanced]').waitFor();
  await page.getByRole('radio').first().check();
  const button = page.getByRole('button', { name: 'Continuar' });
  await button.click();
  await expect(button).toHaveAccessibleName('Continuar Enviando…');
  await expect(button).toBeFocused();
  // The transition of the colour below the pointer does not count.
  const moving = () =>
    button.evaluate(
      (element) =>
        element.getAnimations({ subtree: true }).filter((item) => 'animationName' in item).length,
    );
  expect(await moving()).toBe(1);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await moving()).toBe(0);
});
