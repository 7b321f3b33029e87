/**
 * Draws the pictures that cannot read our CSS, from lib/platform/config/brand.ts:
 * `node docs/brand/render.ts /usr/bin/chromium` writes app/icon.svg, public/rosette.svg and two PNG.
 */
import { writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { brand, logo } from '#lib/platform/config/brand.ts';

const { colors } = brand;
const app = new URL('../../app/', import.meta.url);

writeFileSync(
  new URL('icon.svg', app),
  `${markSvg('width="32" height="32"', colors.brand, colors.onBrand)}\n`,
);

writeFileSync(new URL('../public/rosette.svg', app), `${rosette()}\n`);

const browser = await chromium.launch({
  executablePath: process.argv[2],
  args: ['--no-sandbox', '--disable-gpu'],
});
await draw('apple-icon.png', 180, 180, appleIcon());
await draw('opengraph-image.png', 1200, 630, openGraph());
await browser.close();

async function draw(file: string, width: number, height: number, body: string) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<style>*{margin:0;box-sizing:border-box}</style>${body}`);
  await page.screenshot({ path: new URL(file, app).pathname });
  await page.close();
}

/** On the brand's colour, because the system rounds the corners itself. */
function appleIcon() {
  return `<body style="background:${colors.brand};display:grid;place-items:center;height:100vh">
    ${markSvg('width="124"', colors.surface, colors.brand, colors.copper)}</body>`;
}

function openGraph() {
  return `<body style="background:#0a3b45;color:#fff;height:100vh;padding:84px 80px;position:relative;
      overflow:hidden;font-family:'Liberation Sans',Arial,sans-serif">
    <div style="position:absolute;width:820px;right:-150px;top:-95px;opacity:.32">${rosette()}</div>
    <div style="position:absolute;right:110px;top:165px;width:300px;height:300px">
      ${markSvg('width="300"', colors.surface, colors.brand, colors.copper)}</div>
    <p style="font-size:44px;font-weight:700;letter-spacing:-.02em">${brand.name}</p>
    <h1 style="font-size:70px;line-height:1.08;letter-spacing:-.025em;width:680px;margin-top:72px">
      Pide en línea la garantía de tu licitación o contrato</h1>
    <p style="font-size:30px;color:#c9e0e1;margin-top:36px">Un asesor la revisa y te responde.</p>
  </body>`;
}

/** The guilloche of security paper, as on bonds and policies. */
function rosette() {
  const turns = Array.from(
    { length: 30 },
    (_, n) =>
      `<g transform="rotate(${n * 6})"><ellipse rx="98" ry="34"/><ellipse rx="64" ry="22"/></g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-100 -100 200 200" fill="none" stroke="#c9e0e1" stroke-width=".22"><title>${brand.name}</title>${turns.join('')}</svg>`;
}

function markSvg(size: string, shield: string, tick: string, line: string = colors.copperBright) {
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="${logo.viewBox}" fill="none" stroke-linecap="round" stroke-linejoin="round"><title>${brand.name}</title><path fill="${shield}" d="${logo.shield}"/><path stroke="${line}" stroke-width="1.8" d="${logo.perforation}"/><path stroke="${tick}" stroke-width="2.8" d="${logo.tick}"/></svg>`;
}
