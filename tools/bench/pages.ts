import { startApp } from '#tests/support/app-process.ts';
import { startBareApp } from '#tests/support/bare-app.ts';
import { weighPage } from '#tests/support/page-weight.ts';
import { largestPaint } from '#tools/bench/slow-phone.ts';
import { median, type Row, rounded } from '#tools/bench/table.ts';

/**
 * Measures the size of pages compared with an empty page of the same Next, and how fast a slow
 * phone shows them.
 */
export async function benchPages(): Promise<Row[]> {
  const app = await startApp();
  const bare = await startBareApp();
  try {
    const next = await weighPage(bare.url);
    const rows: Row[] = [];
    for (const path of ['/', '/licitaciones', '/gestiona-tu-garantia/tipo']) {
      const page = await weighPage(app.url + path);
      const paints = [];
      for (let n = 0; n < 3; n++) paints.push(await largestPaint(app.url + path));
      const kb = (size: number) => `${rounded(size / 1000)} kB`;
      rows.push(
        [
          `${path}: JavaScript`,
          kb(page.scripts),
          `bare ${kb(next.scripts)} (aim: 0 where public, else ≤ 9 above)`,
        ],
        ['  CSS', kb(page.styles), '(aim ≤ 20)'],
        ['  HTML', kb(page.html), ''],
        ['  largest paint on slow 4G', `${rounded(median(paints) / 1000)} s`, '(aim ≤ 1.8)'],
      );
    }
    return rows;
  } finally {
    await Promise.all([app.close(), bare.close()]);
  }
}
