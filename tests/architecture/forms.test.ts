import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { WIZARD } from '#lib/domain/drafts/view.ts';
import { forms } from '#lib/http/forms/forms.ts';
import { areas } from '#lib/http/server/address-kinds.ts';
import { productSources, projectRoot } from '#tests/support/source-files.ts';

/** `/f/leads/${id}/nota` of a page as what it may become. */
const posted = productSources('app', 'components').flatMap(({ path, text }) =>
  [
    ...[...text.matchAll(/["`]\/f((?:\/|\$\{)[^"`]*)["`]/g)].map(([, address = '']) => address),
    ...[...text.matchAll(/\bformPath\((["'`])(.*?)\1, /g)].map(([, , what]) => `${WIZARD}/${what}`),
  ].map((address) => ({
    page: `${path}: ${address}`,
    shape: new RegExp(`^${address.replace(/\$\{[^}]*\}?/g, '.*')}$`),
  })),
);

describe('forms', () => {
  test('are posted to by a page, and pages post to nothing else', () => {
    expect(posted.length).toBeGreaterThan(40);
    const unknown = posted.filter(({ shape }) => !forms.some(({ path }) => shape.test(path)));
    expect(unknown.map(({ page }) => page)).toEqual([]);
    const unused = forms.filter(({ path }) => !posted.some(({ shape }) => shape.test(path)));
    expect(unused.map(({ path }) => path)).toEqual([]);
    const beside = productSources('app', 'components').filter(({ text }) =>
      /<Form\s[^>]*?\baction=(?!\{(?:action|at\(|undo|formPath\()|[{"`]+\/f)/.test(text),
    );
    expect(beside.map(({ path }) => path)).toEqual([]);
  });

  test('are written with one component; the form of Webpay alone leaves this site', () => {
    const written = productSources('app', 'components').filter(({ text }) =>
      /<form\s[^>]*method="post"/.test(text),
    );
    const paths = written.map(({ path }) => path).sort();
    expect(paths).toEqual(['app/pagar/ir/[orden]/page.tsx', 'components/ui/form.tsx']);
  });

  test('have an address each, which begins with a part of ours: none leads off this site', () => {
    const paths = forms.map(({ path }) => path.replace(/\{\w+\}/g, '{}'));
    expect(new Set(paths).size).toBe(paths.length);
    for (const path of paths) expect(areas).toContain(path.split('/')[1]);
  });

  test('go back to a page that is there', () => {
    const pages = productSources('app')
      .map(({ path }) => path)
      .filter((path) => path.endsWith('/page.tsx'))
      .map((path) => path.slice('app'.length, -'/page.tsx'.length).replace(/\/\([a-z]+\)/g, ''));
    const shapes = pages.map((page) => new RegExp(`^${page.replace(/\[\w+\]/g, '[^/]+')}$`));
    const astray = forms
      .map(({ back, path }) => back(path, {}))
      .filter((page) => !shapes.some((shape) => shape.test(page)));
    expect(astray).toEqual([]);
    expect(existsSync(`${projectRoot}app/f/[[...rest]]/route.ts`)).toBe(true);
  });
});
