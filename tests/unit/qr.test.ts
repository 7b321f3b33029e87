import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { qrCode } from '#lib/platform/qr.ts';

const printOf = (text: string) =>
  createHash('sha256')
    .update(qrCode(text)?.flat().map(Number).join('') ?? '')
    .digest('hex')
    .slice(0, 16);

/** Each was read back by jsQR 1.4.0, in version 6, on 2026-11-22. */
test.each([
  ['https://resguardo.cl/comprobante/abc.def', '3fa463db14958618'],
  ['ñandú', 'd5a3f69628123dcf'],
  ['a'.repeat(134), '6c17fb42427c8e4a'],
  ['', 'beb06a6b5b62e991'],
])('%s is drawn as a reader takes it', (text, print) => {
  expect(printOf(text)).toBe(print);
});

test('what is too long is not drawn', () => {
  expect(qrCode('a'.repeat(135))).toBeNull();
  expect(qrCode('ñ'.repeat(68))).toBeNull();
});
