import { describe, expect, test } from 'vitest';
import { deliveryCopy } from '#lib/domain/deliveries/copy.ts';
import { productSources } from '#tests/support/source-files.ts';

describe('endpoints', () => {
  const routes = productSources('app').filter(({ path }) => /\/route\.tsx?$/.test(path));

  test('are all made by the wrapper', () => {
    expect(routes.length).toBeGreaterThan(10);
    const made =
      /^export const (\{ GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS \} = (route|unknownPath)\(|POST = formRoute\()/;
    const homemade = routes.filter(({ text }) => {
      const exported = text.split('\n').filter((line) => line.startsWith('export'));
      return exported.length !== 1 || !exported.every((line) => made.test(line));
    });
    expect(homemade.map(({ path }) => path)).toEqual([]);
  });

  test('under /api never answer a form with a redirect', () => {
    const doors = routes.filter(({ text }) => text.includes('formRoute(')).map(({ path }) => path);
    expect(doors.length).toBeGreaterThan(5);
    expect(doors.filter((path) => path.startsWith('app/api/'))).toEqual([]);
  });
});

describe('deliveries', () => {
  test('are queued of every kind', () => {
    const texts = productSources('lib/domain').flatMap(({ text }) =>
      /\benqueueDelivery\(/.test(text) ? [text] : [],
    );
    const unqueued = Object.keys(deliveryCopy).filter(
      (kind) => !texts.some((text) => text.includes(`'${kind}'`)),
    );
    expect(unqueued).toEqual([]);
  });
});
