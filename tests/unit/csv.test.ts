import { expect, test } from 'vitest';
import { csvLines } from '#lib/platform/files/csv.ts';

test.each([
  ['+56 9 1234 5678', '(+56) 9 1234 5678'],
  ['+56912345678', '(+56) 912345678'],
  ['+56 (2) 2345-6789', '(+56) (2) 2345-6789'],
  ['+56+1', "'+56+1"],
  ['+56 9;=1+1', "'+56 9;=1+1"],
  ['+56\n=1', "'+56\n=1"],
  ['+1 415 555 2671', "'+1 415 555 2671"],
  ['=1+1', "'=1+1"],
  ['912345678', '912345678'],
])('the CSV cell %j is not a formula for a spreadsheet', (cell, written) => {
  expect(csvLines([[cell]])).toBe(`"${written}"\r\n`);
});
