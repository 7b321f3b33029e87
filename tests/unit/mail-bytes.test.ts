import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  bigNumber,
  button,
  composeMail,
  details,
  paragraph,
  section,
  smallBlock,
  stepsBlock,
  urlAsText,
} from '#lib/platform/mail/blocks.ts';
import { sentTextOf } from '#lib/platform/mail/sent-text.ts';

const typed = `Ana "la" <b>Muñoz</b> & 'Cía' \u{1f600} línea\nsegunda <script>alert(1)</script> a&amp;b`;
const url = `https://a.cl/x?y=1&z='"<>#é`;
const blocks = [
  paragraph(typed),
  paragraph('Hola'),
  paragraph(typed, { label: typed, href: url }),
  paragraph('Texto', { label: 'aquí', href: url, after: ' y más.' }),
  smallBlock(typed),
  smallBlock(typed, { label: 'x', href: url, after: '.' }),
  bigNumber('Número', typed),
  bigNumber(typed, 'G-1'),
  button(typed, url),
  urlAsText(url),
  stepsBlock(typed, ['uno', typed]),
  details([
    { label: 'L', value: typed },
    { label: typed, value: 'v', href: url },
    { label: 'e', value: '' },
  ]),
  section({
    title: typed,
    rows: [
      { label: 'a', value: 'b\nc', href: url },
      { label: 'n', value: typed },
    ],
  }),
];
const compose = (preview: string) =>
  composeMail({ subject: 's', title: typed, preview, footer: typed }, blocks).html;

test('the HTML of a mail equals the approved bytes, with markup escaped', () => {
  const written = readFileSync('tests/support/fixtures/mail.txt', 'utf8');
  expect(compose(typed)).toBe(written);
});

test('a text that is cut inside a character ends with the replacement character', () => {
  expect(compose(`a${'\u{1f600}'.repeat(80)}`)).toContain('\u{1f600}\ufffd</div>');
});

test('the stored text of a mail hides the verification code of a guarantee', () => {
  const stored = sentTextOf({
    ...{ to: 'ana@x.cl', html: '', idempotencyKey: 'k', subject: 'Garantía' },
    text: 'Código 7K3M9-QXW2F-HTR8V-C0AB1.',
  });
  expect(stored.text).toBe('Código ••••••.');
});
