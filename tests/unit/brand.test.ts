import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { brand } from '#lib/platform/config/brand.ts';

const css = readFileSync(new URL('../../app/tokens.css', import.meta.url), 'utf8');
const [lightCss = '', darkCss = ''] = css.split('@media screen and (prefers-color-scheme: dark)');
const light = colorsOf(lightCss);
const schemes = { light, dark: { ...light, ...colorsOf(darkCss) } };

test('mails and PDF use the colours of the light tokens', () => {
  for (const [name, hex] of Object.entries(brand.colors)) {
    const token = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    expect(light[token], token).toBe(hex);
  }
  expect(schemes.dark.canvas).toBe(brand.darkCanvas);
});

test('the font is one file of at most 35 kB, with its hash in its name and its licence beside it', () => {
  const folder = new URL('../../public/', import.meta.url);
  const files = readdirSync(folder);
  const fonts = files.filter((name) => name.endsWith('.woff2'));
  expect(fonts.map((name) => `/${name}`)).toEqual([brand.font]);
  const bytes = readFileSync(new URL(`.${brand.font}`, folder));
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  expect(brand.font).toContain(hash);
  expect(bytes.length).toBeLessThanOrEqual(35_000);
  const faces = readFileSync(new URL('../../app/fonts.css', import.meta.url), 'utf8');
  expect(faces.match(/url\([^)]*\)/g)).toEqual([`url("${brand.font}")`]);
  expect(files).toContain('public-sans-license.txt');
});

const text = [
  ...['canvas', 'surface', 'sunken'].flatMap((ground) =>
    ['ink', 'ink-soft', 'brand', 'brand-strong', 'copper', 'danger'].map((ink) => [ink, ground]),
  ),
  ...['brand', 'copper', 'success', 'warning', 'danger'].flatMap((tone) => [
    [tone, `${tone}-tint`],
    ['ink', `${tone}-tint`],
  ]),
  ['ink-soft', 'brand-tint'],
  ['danger-strong', 'danger-tint'],
  ['on-brand', 'brand'],
  ['on-brand', 'brand-strong'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-strong'],
  ['on-deep', 'deep'],
  ['on-deep-soft', 'deep'],
  ['copper-bright', 'deep'],
  ['deep', 'on-deep-soft'],
  ['on-deep-focus', 'deep'],
] as [string, string][];

const shapes = ['canvas', 'surface', 'sunken', 'brand-tint'].flatMap((ground) => [
  ['line-strong', ground],
  ['focus', ground],
]) as [string, string][];

test.each(Object.entries(schemes))(
  'the colours of the %s scheme have a contrast of 4.5:1 for text and 3:1 for edges and focus',
  (_, of) => {
    for (const [a, b] of text) expect(contrast(of, a, b), `${a} on ${b}`).toBeGreaterThan(4.5);
    for (const [a, b] of shapes) expect(contrast(of, a, b), `${a} on ${b}`).toBeGreaterThan(3);
  },
);

function colorsOf(source: string): Record<string, string> {
  const found = source.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g);
  return Object.fromEntries([...found].map(([, name = '', hex = '']) => [name, hex]));
}

/** Returns the contrast ratio of WCAG 2.2. */
function contrast(scheme: Record<string, string>, a: string, b: string): number {
  const [high = 0, low = 0] = [scheme[a], scheme[b]].map(luminance).sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string | undefined): number {
  if (!hex) throw new Error('unknown token');
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
