import { describe, expect, test } from 'vitest';
import { productSources } from '#tests/support/source-files.ts';

/** A comment that begins with one of these has no subject (docs/decisions/tests.md). */
const dangling =
  /(?:\/\*\*(?:\n\s*\*)?|^\s*\/\/) (?:Of|By|What|Where|Whose|To|At|For|In|On|With|From|As|Which|Who|Else|So) .*/gm;

describe('comments', () => {
  const sources = [
    ...productSources(),
    ...productSources('tests', 'tools').filter(({ path }) => !path.endsWith('comments.test.ts')),
  ];

  test('are found at all', () => {
    const all = sources.flatMap(({ text }) => text.match(/\/\*\* /g) ?? []);
    expect(all.length).toBeGreaterThan(1000);
  });

  test('are sentences with a subject, and begin with no dangling word', () => {
    const riddles = sources.flatMap(({ path, text }) =>
      (text.match(dangling) ?? []).map((line) => `${path}: ${line.trim()}`),
    );
    expect(riddles).toEqual([]);
  });
});
