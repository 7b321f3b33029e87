import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { productSources } from '#tests/support/source-files.ts';

/** A comment that begins with one of these has no subject (docs/decisions/tests.md). */
const dangling =
  /(?:\/\*\*?(?:\n\s*\*)?|(?<!^\s*\/\/.*\n)^\s*\/\/) (?:(?:Of|By|What|Where|Whose|To|At|For|In|On|With|From|As|Which|Who|Else|So|It|They)|Th(?:is|ese|ose) (?:is|was|has|does|are|were|have|do|be|can|may|must|will|that|which|who|of|read|name|mean|belong|updates|sets|means|checks|keeps|makes|runs|takes)) .*/gm;

const comment = /\/\*[\s\S]*?\*\/|(?:^|\s)\/\/[^\n]*/g;

/** Words that a reader takes for something else, or has to look up. */
const unclear =
  /\bso (?:often|many|much|long)\b(?!.*\bthat\b)|\b(?:is|are|be|was|were) of\b|\b(?:meanwhile|anew|for ever|in vain|whoever|whomever)\b|, as (?:it|they|its|each|no|nobody|nothing|only|others?)\b/i;

const wordsOf = (text: string) =>
  new Set<string>(text.replace(comment, '').match(/[A-Za-z_$][\w$]*/g) ?? []);

describe('comments', () => {
  const sources = [
    ...productSources(),
    ...productSources('tests', 'tools').filter(({ path }) => !path.endsWith('comments.test.ts')),
    ...globSync('scripts/**/*.{mjs,ts}').map((path) => ({
      path,
      text: readFileSync(path, 'utf8'),
    })),
  ];

  test('are found by the pattern of these tests', () => {
    const all = sources.flatMap(({ text }) => text.match(/\/\*\* /g) ?? []);
    expect(all.length).toBeGreaterThan(1000);
  });

  test('are sentences with a subject, and do not begin with a dangling word', () => {
    const unclearComments = sources.flatMap(({ path, text }) =>
      (text.match(dangling) ?? []).map((line) => `${path}: ${line.trim()}`),
    );
    expect(unclearComments).toEqual([]);
  });

  test('contain no words that are mistaken for something else', () => {
    const unclearComments = sources.flatMap(({ path, text }) =>
      (text.match(comment) ?? [])
        .map((part) => part.replace(/\s*\n\s*\*?\s*/g, ' ').trim())
        .filter((part) => unclear.test(part))
        .map((part) => `${path}: ${part}`),
    );
    expect(unclearComments).toEqual([]);
  });

  test('quote only names that exist, and so do decisions', () => {
    const quoted = /`([A-Za-z_$][\w$]*[a-z][A-Z][\w$]*)`/g;
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
    const missingNames = texts.flatMap(({ path, text }) =>
      [...text.matchAll(quoted)].flatMap(([, name = '']) =>
        names.has(name) || externalNames.includes(name) ? [] : `${path}: ${name}`,
      ),
    );
    expect(missingNames).toEqual([]);
  });

  test('quote no former name of a type, constant or boolean', () => {
    const everywhere = new Set(sources.flatMap(({ text }) => [...wordsOf(text)]));
    const missingNames = productSources().flatMap(({ path, text }) => {
      const here = wordsOf(text);
      const isGone = (name: string) => {
        if (/^[A-Z]/.test(name)) return !everywhere.has(name) && !externalNames.includes(name);
        const capital = name.charAt(0).toUpperCase() + name.slice(1);
        return !here.has(name) && ['is', 'has', 'can'].some((verb) => here.has(verb + capital));
      };
      return (text.match(comment) ?? []).flatMap((part) =>
        [...part.matchAll(/`([A-Z]\w*|[a-z]+)`/g)].flatMap(([, name = '']) =>
          isGone(name) ? [`${path}: ${name}`] : [],
        ),
      );
    });
    expect(missingNames).toEqual([]);
  });

  test('quote only names of their module, its folder, its imports or its importers', () => {
    const product = productSources();
    const words = new Map(product.map(({ path, text }) => [path, wordsOf(text)]));
    const distantNames = product.flatMap(({ path, text, imports }) => {
      const quoted = (text.match(comment) ?? []).flatMap((part) =>
        [...part.matchAll(/`([a-z][A-Za-z\d]*)`/g)].map(([, name = '']) => name),
      );
      const near = (other: (typeof product)[number]) =>
        dirname(other.path) === dirname(path) ||
        imports.includes(other.path) ||
        other.imports.includes(path);
      return quoted
        .filter((name) => !words.get(path)?.has(name) && !externalNames.includes(name))
        .filter((name) => !allowedDistantNames.includes(name))
        .filter((name) => !product.some((item) => words.get(item.path)?.has(name) && near(item)))
        .map((name) => `${path}: ${name}`);
    });
    expect(distantNames).toEqual([]);
  });
});

/** Names that comments quote from far modules, and words that are no names of ours. */
const allowedDistantNames = [
  ...['findCompanyOf', 'handInText', 'issueDay', 'lateIssue', 'paidBidText'],
  ...['payBefore', 'payerPaths', 'receiveForm', 'notFound', 'onChange', 'autofocus', 'display'],
  ...['window', 'constructor', 'msg', 'like', 'files', 'vencidas', 'biobio', 'abcd1234'],
];

/** Names of Next, of Sentry, of the published API and of a format of dates. */
const externalNames = [
  ...['onRequestError', 'withSentryConfig'],
  ...['getGuaranteesFilesByToken', 'DDMMYYYY'],
];
