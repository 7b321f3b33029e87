import { describe, expect, test } from 'vitest';
import { deliveryPayloads } from '#lib/domain/deliveries/schema.ts';
import { apiOperations } from '#lib/http/api/operations.ts';
import { isOperation } from '#lib/platform/operations/operation.ts';
import { forms } from '#tests/support/forms.ts';
import { productSources, projectRoot, type Source } from '#tests/support/source-files.ts';

const sources = productSources();

describe('endpoints', () => {
  const routes = productSources('app').filter(({ path }) => /\/route\.tsx?$/.test(path));

  test('are all made by the wrapper, except the one for unknown API addresses', () => {
    expect(routes.length).toBeGreaterThan(10);
    const created = /^export const ([A-Z]+ = route|\{ GET, POST \} = (form|formOf|uploadForm))\(/;
    const homemade = routes.filter(({ text }) =>
      text.split('\n').some((line) => /^export\b/.test(line) && !created.test(line)),
    );
    expect(homemade.map(({ path }) => path)).toEqual(['app/api/[[...rest]]/route.ts']);
  });

  test('of forms are all listed in the tree of forms', () => {
    const ofForms = routes.filter(({ text }) => text.includes('#lib/http/forms/form-route.ts'));
    expect(ofForms.map(({ path }) => path)).toEqual(forms.map(({ file }) => file).sort());
    expect(forms.length).toBeGreaterThan(100);
  });
});

describe('operations', () => {
  const declaring = sources.filter(({ text }) =>
    /^[^*]*\bdefine(Operation|Stream|File|Upload)\(/m.test(text),
  );

  test('declared in lib/domain belong to the API or answer with a file', async () => {
    const nouns = declaring.filter(({ path }) => path.startsWith('lib/domain/'));
    const found = (await Promise.all(nouns.map(exportedOperations))).flat();
    expect(found.length).toBeGreaterThan(50);
    const forms = found.filter(
      ({ operation: { path, kind } }) => !path.startsWith('/api/') && kind !== 'file',
    );
    expect(forms.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
  });

  test('are each in the API’s list or used by the route of a form', async () => {
    const found = await Promise.all(declaring.map(exportedOperations));
    const unlisted = found
      .flat()
      .filter(
        ({ name, file, operation }) =>
          !apiOperations.includes(operation) &&
          (operation.path.startsWith('/api/') ||
            !sources.some(({ imports, text }) => imports.includes(file) && text.includes(name))),
      );
    expect(found.flat().length).toBeGreaterThan(apiOperations.length);
    expect(unlisted.map(({ file, name }) => `${file}: ${name} is in no list`)).toEqual([]);
  });
});

async function exportedOperations({ path }: Source) {
  const exported: Record<string, unknown> = await import(/* @vite-ignore */ projectRoot + path);
  return Object.entries(exported).flatMap(([name, value]) =>
    isOperation(value) ? [{ name, file: path, operation: value }] : [],
  );
}

describe('deliveries', () => {
  test('are queued somewhere for each kind', () => {
    const texts = productSources('lib/domain').flatMap(({ text }) =>
      /\b(enqueueDelivery|mailOwner)\(/.test(text) ? [text] : [],
    );
    const unqueued = Object.keys(deliveryPayloads).filter(
      (kind) => !texts.some((text) => text.includes(`'${kind}'`)),
    );
    expect(unqueued).toEqual([]);
  });
});
