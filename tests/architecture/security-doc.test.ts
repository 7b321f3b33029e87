import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { retentionDays } from '#lib/domain/privacy/rules.ts';
import { apiOperations } from '#lib/http/api/operations.ts';
import { pagePolicy } from '#lib/http/server/page-policy.ts';
import { projectRoot } from '#tests/support/source-files.ts';

/** Number of items of levels 1 and 2 in each section of ASVS 5.0, numbered from 1. */
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

const read = (file: string) => readFileSync(`${projectRoot}docs/${file}`, 'utf8');
const promises = sectionsOf(read('security.md'));
const proofs = sectionsOf(read('security-tests.md'));
const elsewhere = proofs.get('Items that concern nothing here') ?? '';
/** Sections of the document that make no promise of their own. */
const unproved = [
  ...['Report a vulnerability', 'How long data is kept', 'Who gets personal data'],
  ...['Which calls need a CSRF token', 'Keys, and what to do after a leak', 'Remaining risks'],
];

const points = [...proofs.values()].flatMap((section) =>
  section
    .split(/^(?=\*\*\d)/m)
    .slice(1)
    .map((point) => {
      const [, number, title = ''] = /^\*\*(\d+)\. (.+?)\*\*/s.exec(point) ?? [];
      const asvs = /ASVS ([\d., \n]+)\./.exec(point)?.[1] ?? '';
      const named = [...point.matchAll(/^- `(.+)`$/gm)].map((match) => match[1] ?? '');
      return { number: Number(number), title, ids: idsOf(asvs), named };
    }),
);

function sectionsOf(text: string): Map<string, string> {
  const sections = text.split(/^## /m).slice(1);
  return new Map(sections.map((section) => [section.split('\n', 1)[0] ?? '', section]));
}

function idsOf(cell: string): string[] {
  const ranges = cell.replace(/(\d+\.\d+\.)(\d+) to \1(\d+)/g, (_, section, from, to) =>
    Array.from({ length: to - from + 1 }, (__, n) => `${section}${Number(from) + n}`).join(' '),
  );
  return ranges.match(/\b\d+\.\d+\.\d+\b/g) ?? [];
}

test('the tests document has 80 points, and lists every item of ASVS levels 1 and 2 once', () => {
  const numbers = points.map(({ number }) => number).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 80 }, (_, n) => n + 1));
  const wanted = Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, n) => `${section}.${n + 1}`),
  );
  expect(wanted.length).toBeGreaterThan(230);
  const found = [...points.flatMap(({ ids }) => ids), ...idsOf(elsewhere.replace(/\n/g, ' '))];
  expect(wanted.filter((id) => !found.includes(id))).toEqual([]);
  expect(found.filter((id, at) => found.indexOf(id) !== at)).toEqual([]);
});

test('every promise has its tests, under the same heading', () => {
  const promised = [...promises.keys()].filter((title) => !unproved.includes(title));
  const proved = [...proofs].filter(([, section]) => section !== elsewhere).map(([title]) => title);
  expect(proved).toEqual(promised);
});

test('every promise has threat, defence, code and limits, and names paths that exist', () => {
  for (const [title, section] of promises) {
    const paths = [...section.matchAll(/`((?:lib|app|scripts)\/[^`]+)`/g)].map(
      ([, path = '']) => path,
    );
    for (const part of ['**Threat.** ', '**Defence.**', 'Code: `', '**Limits.** ']) {
      if (!unproved.includes(title)) expect(section, title).toContain(`\n\n${part}`);
    }
    expect(paths.filter((path) => !existsSync(projectRoot + path))).toEqual([]);
  }
});

test('no line of the security document is longer than 120 characters', () => {
  const lines = read('security.md').split('\n');
  expect(lines.filter((line) => line.length > 120)).toEqual([]);
});

test('the documented retention days are those of the rules', () => {
  const section = promises.get('How long data is kept') ?? '';
  const rows = [...section.matchAll(/^\|.*\(`(\w+)`\).*?\| (\d+) \|/gm)];
  const days = Object.fromEntries(rows.map(([, kind = '', number]) => [kind, Number(number)]));
  expect(days).toEqual(retentionDays);
});

test('the documented policy of a page has all directives', () => {
  const [, quoted = ''] =
    /^```\n(default-src.*?)^```/ms.exec(promises.get('XSS and Content Security Policy') ?? '') ??
    [];
  const namesOf = (policy: string) => policy.split(';').map((part) => part.trim().split(' ')[0]);
  const https = ['upgrade-insecure-requests'];
  expect(namesOf(quoted).filter((name) => !https.includes(name ?? ''))).toEqual(
    namesOf(pagePolicy('…', '/contacto')),
  );
});

test('the documented calls that need a CSRF token are all that need one', () => {
  const section = promises.get('Which calls need a CSRF token') ?? '';
  const named = [...section.matchAll(/`([A-Z]+ \/api\/[^`]+)`/g)].map(([, call]) => call);
  const needed = apiOperations
    .filter(({ csrf }) => csrf)
    .map(({ method, path }) => `${method} ${path}`);
  expect(named.filter((call) => call !== 'GET /api/csrf-token').sort()).toEqual(needed.sort());
});

test('every point names at least one test', () => {
  expect(points.filter(({ named }) => named.length === 0)).toEqual([]);
});

test('every named test exists', () => {
  const named = points.flatMap((point) => point.named);
  expect(named.length).toBeGreaterThan(150);
  expect(named.filter((reference) => !exists(reference))).toEqual([]);
  expect(exists('api/auth-codes › a test that nobody wrote')).toBe(false);
  expect(exists('api/auth-codes › a code › that nobody wrote')).toBe(false);
});

function exists(reference: string): boolean {
  const [file = '', ...names] = reference.split(' › ');
  const path = ['test.ts', 'test.tsx', 'spec.ts']
    .map((end) => `${projectRoot}tests/${file}.${end}`)
    .find(existsSync);
  if (!path) return false;
  const source = readFileSync(path, 'utf8');
  return names.every((name) =>
    ["'", '"', '`'].some((quote) => source.includes(`${quote}${name}${quote}`)),
  );
}
