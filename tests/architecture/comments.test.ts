import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { productSources } from '#tests/support/source-files.ts';

/** A comment that begins with one of these has no subject (docs/decisions/tests.md). */
const dangling =
  /(?:\/\*\*(?:\n\s*\*)?|^\s*\/\/) (?:Of|By|What|Where|Whose|To|At|For|In|On|With|From|As|Which|Who|Else|So) .*/gm;

describe('comments', () => {
  const sources = [
    ...productSources(),
    ...productSources('tests', 'tools').filter(({ path }) => !path.endsWith('comments.test.ts')),
    ...globSync('scripts/**/*.{mjs,ts}').map((path) => ({
      path,
      text: readFileSync(path, 'utf8'),
    })),
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

  test('and decisions quote only names that there are', () => {
    const quoted = /`([A-Za-z_$][\w$]*[a-z][A-Z][\w$]*)`/g;
    const comment = /\/\*[\s\S]*?\*\/|(?:^|\s)\/\/[^\n]*/g;
    const names = new Set(
      [...sources, ...productSources('scripts')].flatMap(
        ({ text }) => text.replace(comment, '').match(/[A-Za-z_$][\w$]*/g) ?? [],
      ),
    );
    const texts = [
      ...productSources().flatMap(({ path, text }) =>
        (text.match(comment) ?? []).map((part) => ({ path, text: part })),
      ),
      ...globSync('docs/decisions/*.md').map((path) => ({
        path,
        text: readFileSync(path, 'utf8'),
      })),
    ];
    const gone = texts.flatMap(({ path, text }) =>
      [...text.matchAll(quoted)].flatMap(([, name = '']) =>
        names.has(name) || ofOthers.includes(name) ? [] : `${path}: ${name}`,
      ),
    );
    expect(gone).toEqual([]);
  });
});

/** Names of Next, of Sentry and of the contract. */
const ofOthers = ['onRequestError', 'withSentryConfig', 'getGuaranteesFilesByToken'];
