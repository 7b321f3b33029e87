import { expect, test } from 'vitest';
import { z } from 'zod';
import { createSchema } from 'zod-openapi';
import {
  fieldErrors,
  httpUrl,
  optional,
  singleLineText,
  wholeNumber,
  writeOnly,
} from '#lib/platform/operations/fields.ts';

test('the check, message and schema of a whole number follow its setting', () => {
  let most = 10;
  const field = wholeNumber({ min: 1, max: () => most }, ({ min, max }) => `De ${min} a ${max}.`);
  const message = (input: unknown) => field.safeParse(input).error?.issues[0]?.message;
  const published = () => createSchema(z.object({ field: field.default(5) })).schema;
  expect([message(10), message(11), message(1.5), message('1')]).toEqual([
    undefined,
    ...Array(3).fill('De 1 a 10.'),
  ]);
  expect(published()).toMatchObject({ properties: { field: { minimum: 1, maximum: 10 } } });
  most = 20;
  expect([message(20), message(21)]).toEqual([undefined, 'De 1 a 20.']);
  expect(published()).toMatchObject({ properties: { field: { minimum: 1, maximum: 20 } } });
});

test.each([
  'https://user:pass@emisor.example/verificar',
  'https://banco.cl@otro.example',
  'https://@otro.example',
  'http:/a@otro.example',
])('a URL with a user name is refused: %s', (url) => {
  expect(httpUrl().safeParse(url).success).toBe(false);
});

test.each(['https://emisor.example/a@b?c=d@e#f@g', 'https://emisor.example:8443/x'])(
  'a URL with an @ after the host, or with a port, is accepted: %s',
  (url) => expect(httpUrl().parse(url)).toBe(url),
);

test('an optional field keeps its description, and a secret one stays write-only with its own', () => {
  expect(optional(singleLineText('').describe('A name.')).description).toBe('A name.');
  const code = writeOnly(z.string()).describe('A code.');
  expect(code.meta()).toEqual({ writeOnly: true, description: 'A code.' });
});

test('each field reports its first error, also inside a list', () => {
  const item = z.object({ code: z.string().min(3, 'Escribe tres.').regex(/^A/, 'Empieza con A.') });
  const { error } = z.object({ items: z.array(item) }).safeParse({
    items: [{ code: 'b' }, { code: 'bcd' }],
  });
  expect(fieldErrors(error as z.ZodError)).toEqual({
    'items.0.code': 'Escribe tres.',
    'items.1.code': 'Empieza con A.',
  });
});
