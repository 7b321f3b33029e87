import { expect, test } from 'vitest';
import { pathPart } from '#app/_lib/page-query.ts';

test.each([
  ['RG-2345', 'RG-2345'],
  ['a%20b', 'a b'],
  ['%E0', ''],
  ['%', ''],
])('the part %s of a path is decoded to "%s"', (encoded, part) => {
  expect(pathPart(encoded)).toBe(part);
});
