import { describe, expect, test } from 'vitest';
import { kindOfPath } from '#lib/http/server/path-kinds.ts';
import { forms } from '#tests/support/forms.ts';
import { productSources } from '#tests/support/source-files.ts';

const sources = productSources('app', 'components').filter(({ path }) => path.endsWith('.tsx'));

/** Addresses that pages post to by an `action` or `formAction`. `${id}` may become anything. */
const written = sources.flatMap(({ path, text }) =>
  [
    ...text.matchAll(
      /<(?:Form|Button)\s(?!method="get")[^>]*?\b(?:action|formAction)=\{?["`](\/[^"`]*)["`]/g,
    ),
  ].map(([, address = '']) => ({
    page: `${path}: ${address}`,
    shape: new RegExp(`^${address.replace(/\$\{[^}]*\}?/g, '.*')}$`),
  })),
);

describe('forms', () => {
  test('exist for each address that pages post to', () => {
    expect(written.length).toBeGreaterThan(30);
    const unknown = written.filter(({ shape }) => !forms.some(({ path }) => shape.test(path)));
    expect(unknown.map(({ page }) => page)).toEqual([]);
  });

  test('are each used by a page', () => {
    const texts = sources.map(({ text }) => text);
    const unused = forms.filter(({ path }) => {
      const named = new RegExp(`["'\`/]${path.split('/').at(-1)}["'\`?$]`);
      return !texts.some((text) => named.test(text));
    });
    expect(unused.map(({ path }) => path)).toEqual([]);
  });

  test('are drawn by one component; only the form of Webpay leaves this site', () => {
    const native = sources.filter(({ text }) => /<form\s[^>]*method="post"/.test(text));
    const paths = native.map(({ path }) => path).sort();
    expect(paths).toEqual(['components/payments/hand-over-form.tsx', 'components/ui/form.tsx']);
  });

  test('have unique addresses that begin with a known part of this site', () => {
    const paths = forms.map(({ path }) => path.replace(/\{\w+\}/g, '{}'));
    expect(new Set(paths).size).toBe(paths.length);
    for (const path of paths) expect(kindOfPath(path)).toBe(path.split('/')[1]);
  });

  test('lead back to a page that exists', () => {
    const pages = productSources('app')
      .map(({ path }) => path)
      .filter((path) => path.endsWith('/page.tsx'))
      .map((path) => path.slice('app'.length, -'/page.tsx'.length).replace(/\/\([a-z]+\)/g, ''));
    const shapes = pages.map((page) => new RegExp(`^${page.replace(/\[\w+\]/g, '[^/]+')}$`));
    const astray = forms
      .map(({ back, path }) => back(path, {}))
      .filter((page) => !shapes.some((shape) => shape.test(page)));
    expect(astray).toEqual([]);
  });
});

/** The server made these ids, versions and names. All that a person types is encoded. */
const ownValues = [
  ...['category', 'file.fileId', 'fileId', 'group.kind', 'id', 'knownVersion.current'],
  ...[
    'newest.current',
    'option',
    'record.id',
    'reloadCount + 1',
    'row.number',
    'to.fileId',
    'type',
  ],
];

test('addresses encode each value of their query that a person may have typed', () => {
  const written = productSources('components').flatMap(({ text }) =>
    [...text.matchAll(/`(?:\/|\$\{\w+\})[^`]*?=\$\{[^`]*`/g)].flatMap(([address]) =>
      [...address.matchAll(/[?&\w}]=\$\{([^}]*)\}/g)].map(([, value = '']) => value),
    ),
  );
  const raw = written.filter((value) => !/^encodeURIComponent\(/.test(value));
  expect(written.length - raw.length).toBeGreaterThan(2);
  expect([...new Set(raw)].sort()).toEqual(ownValues);
});
