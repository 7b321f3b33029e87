import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectRoot } from '#tests/support/source-files.ts';

/** How many items of levels 1 and 2 each section of ASVS 5.0 has, numbered from 1. */
const sections: Record<string, number> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3, '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5 },
  ...{ '6.6': 3, '6.8': 4, '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2 },
  ...{
    '8.2': 3,
    '8.3': 1,
    '8.4': 1,
    '9.1': 3,
    '9.2': 4,
    '10.1': 2,
    '10.2': 2,
    '10.3': 4,
    '10.4': 11,
  },
  ...{
    '10.5': 5,
    '10.6': 2,
    '10.7': 3,
    '11.1': 2,
    '11.2': 3,
    '11.3': 3,
    '11.4': 4,
    '11.5': 1,
    '11.6': 1,
  },
  ...{
    '12.1': 3,
    '12.2': 2,
    '12.3': 4,
    '13.1': 1,
    '13.2': 5,
    '13.3': 2,
    '13.4': 5,
    '14.1': 2,
    '14.2': 4,
  },
  ...{
    '14.3': 3,
    '15.1': 3,
    '15.2': 3,
    '15.3': 7,
    '16.1': 1,
    '16.2': 5,
    '16.3': 4,
    '16.4': 3,
    '16.5': 3,
  },
};

const text = readFileSync(`${projectRoot}docs/security.md`, 'utf8');
const part = text.slice(text.indexOf('## ASVS 5.0'), text.indexOf('## Keys and hashes'));
const rows = part
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [, item = '', holds = '', by = '', tests = ''] = line
      .split('|')
      .map((cell) => cell.trim());
    const ids = item.match(/\b\d+\.\d+\.\d+\b/g) ?? [];
    const named = [...tests.matchAll(/`([^`]+ › (?:[^`]|`(?=\w))+)`/g)].map(
      (match) => match[1] ?? '',
    );
    return { ids, item, holds, by, tests, named };
  });

test('every item of levels 1 and 2 is judged once', () => {
  const wanted = Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, n) => `${section}.${n + 1}`),
  );
  expect(wanted.length).toBeGreaterThan(230);
  const found = rows.flatMap(({ ids }) => ids);
  expect(wanted.filter((id) => !found.includes(id))).toEqual([]);
  expect(found.filter((id, at) => found.indexOf(id) !== at)).toEqual([]);
});

test('every judgement has its word and its reason', () => {
  for (const { item, holds, by } of rows) {
    expect(['yes', 'partly', 'no', '–'], item).toContain(holds);
    expect(by.length, item).toBeGreaterThan(2);
  }
});

test('what holds is proved by a test, documents and absences aside', () => {
  const unproved = rows.filter(({ holds, named }) => holds === 'yes' && named.length === 0);
  // What is only written down, or is not there at all.
  const allowed = ['6.2.10', '6.4.2', '7.1.1', '11.1.2'];
  expect(unproved.map(({ ids }) => ids[0])).toEqual(allowed);
});

test('every test that is named exists', () => {
  const named = rows.flatMap((row) => row.named);
  expect(named.length).toBeGreaterThan(150);
  expect(named.filter((reference) => !exists(reference))).toEqual([]);
  expect(exists('api/auth-codes › a test that nobody wrote')).toBe(false);
});

function exists(reference: string): boolean {
  const [file = '', name = ''] = reference.split(' › ');
  const path = ['test.ts', 'spec.ts']
    .map((end) => `${projectRoot}tests/${file}.${end}`)
    .find(existsSync);
  if (!path) return false;
  const source = readFileSync(path, 'utf8');
  return ["'", '"', '`'].some((quote) => source.includes(`${quote}${name}${quote}`));
}
