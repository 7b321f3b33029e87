import { describe, expect, test } from 'vitest';
import { productSources } from '#tests/support/source-files.ts';

/** Only `lib/http` may use these, except for the files in `left`. */
const http: Record<string, { found: RegExp; left?: string[] }> = {
  'requests, replies and their headers': { found: /\b(Request|Response|Headers)\b/ },
  'names of headers': {
    found:
      /Set-Cookie|Clear-Site-Data|Cache-Control|RateLimit-|WWW-Auth|Content-Disposition|out\.headers|\bLocation:|\bheaders: \{/,
  },
  'statuses of replies': { found: /out\.status|\.status = \d|\bstatus: \d/ },
  // The CRM takes its notes as HTML.
  'markup and styles': {
    found: /web\/html\.ts|<\/?(a|p|div|span|h[1-6]|ul|li|form|section|strong)\b[^<>]*>|\bclass="/,
    left: ['crm/view.ts'],
  },
  'notices in the address of a page': { found: /[?&]aviso=/ },
  cookies: {
    found:
      /(?<!\bsets)[cC]ookies?\b *[.,()[:=}]|_COOKIE\b|(?<=[a-z])(?<!\bsets)Cookies?\b|\bcookieNames\b/,
  },
};

const sources = productSources();
const under = (folder: RegExp) => sources.filter(({ path }) => folder.test(path));

const codeOf = (text: string) => text.replace(/\/\*\*[\s\S]*?\*\/|\/\/ .*$/gm, '');

describe('lib/domain', () => {
  const domain = under(/^lib\/domain\//);

  test.each(Object.entries(http))('contains no %s', (_, { found, left = [] }) => {
    const matchingPaths = domain
      .filter(({ text }) => found.test(codeOf(text)))
      .map(({ path }) => path);
    expect(matchingPaths).toEqual(left.map((path) => `lib/domain/${path}`));
  });

  test('defines no streaming handler, which would get the request', () => {
    expect(domain.filter(({ text }) => text.includes('defineStream'))).toEqual([]);
  });
});

test('lib/platform/files knows no Response and no Headers', () => {
  const files = under(/^lib\/platform\/files\//);
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter(({ text }) => /\b(Response|Headers)\b/.test(text))).toEqual([]);
});

test('lib/http declares no operations of a domain module except the listed ones', () => {
  const matchingPaths = under(/^lib\/http\/(files|forms|accounts)\//).filter(({ text }) =>
    /\bdefine(Operation|Stream|File|Upload)\(\{\s*method/.test(text),
  );
  expect(matchingPaths.map(({ path }) => path)).toEqual([
    'lib/http/accounts/google.ts',
    'lib/http/accounts/open-reset.ts',
    'lib/http/files/downloads.ts',
  ]);
});
