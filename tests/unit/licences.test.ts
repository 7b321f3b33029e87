import { expect, test } from 'vitest';
import { isAllowed, licenseOf } from '#scripts/licences.mjs';

const of = (expression: string, name = 'x') => ({ name, licenses: [{ expression }] });

test('licences that are allowed pass, by id and by expression', () => {
  expect(isAllowed({ name: 'x', licenses: [{ license: { id: 'MIT' } }] })).toBe(true);
  for (const good of ['MIT OR GPL-3.0-only', '(ISC AND CC-BY-3.0)', '(AFL-2.1 OR BSD-3-Clause)']) {
    expect(isAllowed(of(good)), good).toBe(true);
  }
});

test('licences that are not allowed are refused, and so is a missing one', () => {
  for (const bad of ['GPL-3.0-only', 'AGPL-3.0-or-later', 'MIT AND GPL-3.0-only', 'SSPL-1.0']) {
    expect(isAllowed(of(bad)), bad).toBe(false);
  }
  expect(isAllowed({ name: 'x', licenses: [{ license: { name: 'SEE LICENSE IN x' } }] })).toBe(
    false,
  );
  expect(isAllowed({ name: 'x', licenses: [] })).toBe(false);
  expect(isAllowed({ name: 'x' })).toBe(false);
  expect(licenseOf({})).toBeUndefined();
});

test('an exception applies only to its package and its licence', () => {
  expect(isAllowed(of('LGPL-3.0-or-later', '@img/sharp-libvips-linux-x64'))).toBe(true);
  expect(isAllowed(of('LGPL-3.0-or-later'))).toBe(false);
  expect(isAllowed(of('GPL-3.0-only', '@img/sharp-libvips-linux-x64'))).toBe(false);
});
