import { expect, test } from 'vitest';
import { productSources } from '#tests/support/source-files.ts';

/** Retired words and what to say instead (docs/words.md). */
const retired: [RegExp, string][] = [
  [/^asked(?![a-z])|Asked(?![a-z])/, 'requested, or isRequired of a field'],
  [/^(un)?told(?![a-z])|Told(?![a-z])/, 'notified, unsent, or shown'],
  [/^said(?![a-z])/, 'reported, or message where it is text'],
  [/^lanes?$|Lanes?$/, 'partition'],
  [/^doors?$|Doors?$/, 'handler, export or entry'],
];

/** Published codes of states and stored events, and one published field. */
const published = new Map([
  ['lib/domain/issued-guarantees/copy.ts', ['asked']],
  ['lib/domain/issued-guarantees/rules.ts', ['asked']],
  ['lib/domain/issued-guarantees/schema.ts', ['asked']],
  ['lib/domain/issued-guarantees/writes/record-changes.ts', ['said']],
  ['lib/domain/payments/copy.ts', ['asked']],
  ['lib/domain/requests/leads/copy.ts', ['said']],
  ['lib/domain/requests/leads/schema.ts', ['said', 'told']],
  ['lib/domain/requests/leads/writes.ts', ['told']],
  ['lib/domain/requests/team/copy.ts', ['asked']],
  ['lib/domain/share-links/schema.ts', ['askedAt']],
  ['lib/domain/share-links/view.ts', ['askedAt']],
  ['components/documents/share-card.tsx', ['askedAt']],
]);

test('no identifier of the product is a retired word', () => {
  const found = productSources().flatMap(({ path, text }) =>
    [...new Set(identifiers(text))].flatMap((name) => {
      const [, better] = retired.find(([word]) => word.test(name)) ?? [];
      return better && !published.get(path)?.includes(name) ? [`${path}: ${name}: ${better}`] : [];
    }),
  );
  expect(found).toEqual([]);
});

test('the words are found in code, and not in its texts and comments', () => {
  const code = ['/** asked */ const lane = `$', "{told} said`; // door\nf('said', wasAsked);"].join(
    '',
  );
  expect(identifiers(code)).toEqual(['const', 'lane', 'told', 'f', 'wasAsked']);
});

/** Returns the words of code outside comments and texts. */
function identifiers(text: string): string[] {
  const code = text
    .replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, ' ')
    .replace(/`(?:[^`\\]|\\.)*`/g, (template) =>
      [...template.matchAll(/\$\{([^}]*)\}/g)].map(([, part]) => part).join(' '),
    );
  return code.match(/[A-Za-z_$][\w$]*/g) ?? [];
}
