import { describe, expect, test } from 'vitest';
import { productSources } from '#tests/support/source-files.ts';

/** These belong to `lib/http` alone. The listed files still know them, and lists shrink. */
const http: Record<string, { found: RegExp; left?: string[] }> = {
  'requests, replies and their headers': {
    found: /\b(Request|Response|Headers)\b/,
    left: ['payments/return-operations.ts'],
  },
  'names of headers': {
    found: /Set-Cookie|Clear-Site-Data|Cache-Control|Content-Disposition|out\.headers|\bLocation:/,
    left: ['issued-guarantees/writes/record-guarantee.ts', 'payments/return-operations.ts'],
  },
  'statuses of replies': {
    found: /out\.status/,
    left: ['health/operations.ts', 'payments/operations.ts', 'requests/team/operations.ts'],
  },
  // The CRM takes its notes as HTML.
  'markup and styles': {
    found: /web\/html\.ts|<\/?(a|p|div|span|h[1-6]|ul|li|form|section|strong)\b[^<>]*>|\bclass="/,
    left: ['crm/view.ts'],
  },
  cookies: {
    found: /\bctx\.cookies|\bcookies\.(get|set|names|clear)|\{ cookies\b|_COOKIE\b/,
    left: [
      ...['operations', 'reads', 'session-cookies', 'session-operations', 'signed-in'].map(
        (n) => `accounts/${n}.ts`,
      ),
      ...['enter', 'sessions'].map((n) => `accounts/writes/${n}.ts`),
      ...['browser', 'operations', 'reads'].map((n) => `drafts/${n}.ts`),
      ...['codes-cookie', 'operations', 'page-operations', 'writes/passkeys'].map(
        (n) => `factors/${n}.ts`,
      ),
      'issued-guarantees/compare-operations.ts',
      'personal-data/operations.ts',
      'uploads/file-operations.ts',
    ],
  },
};

const sources = productSources();
const under = (folder: RegExp) => sources.filter(({ path }) => folder.test(path));

describe('lib/domain', () => {
  const domain = under(/^lib\/domain\//);

  test.each(Object.entries(http))('knows no %s', (_, { found, left = [] }) => {
    const places = domain.filter(({ text }) => found.test(text)).map(({ path }) => path);
    expect(places).toEqual(left.map((path) => `lib/domain/${path}`));
  });

  test('gets the request in no handler but the return from Webpay', () => {
    const places = domain.filter(({ text }) => text.includes('defineStream'));
    expect(places.map(({ path }) => path)).toEqual(['lib/domain/payments/return-operations.ts']);
  });
});

test('files of lib/platform/files are data, and no replies', () => {
  const files = under(/^lib\/platform\/files\//);
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter(({ text }) => /\b(Response|Headers)\b/.test(text))).toEqual([]);
});

test('lib/http declares no operation of a noun, but those that are left', () => {
  const places = under(/^lib\/http\/(files|forms|accounts)\//).filter(({ text }) =>
    /\bdefine(Operation|Stream|File|Upload)\(\{\s*method/.test(text),
  );
  expect(places.map(({ path }) => path)).toEqual([
    'lib/http/accounts/google.ts',
    'lib/http/accounts/open-reset.ts',
    'lib/http/files/downloads.ts',
    'lib/http/forms/holder-form.ts',
  ]);
});
