import { describe, expect, test } from 'vitest';
import { GET, HEAD, POST, PUT } from '#app/f/[[...rest]]/route.ts';
import { finderOf } from '#lib/http/api/paths.ts';
import { forms } from '#lib/http/forms/forms.ts';
import { call } from '#tests/support/call.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();

const placeOf = ({ status, headers }: Response) => [status, headers.get('location')];

describe('the address of a form', () => {
  test.each([
    ['/f/login/entrar?next=%2Fpanel', '/login?next=%2Fpanel'],
    ['/f/panel/salir', '/panel'],
    ['/f/gestiona-tu-garantia/enviar', '/gestiona-tu-garantia/revisar'],
    ['/f/admin/leads/12/nota', '/admin/leads/12'],
    ['/f/admin/entregas/7/reintentar', '/admin/entregas'],
    ['/f/pagar/%2F%2Fmalo.cl/crear', '/pagar/%2F%2Fmalo.cl'],
  ])('%s, when read, is its page', async (path, page) => {
    expect(placeOf(await call(GET, path))).toEqual([303, page]);
    expect(placeOf(await call(HEAD, path, { method: 'HEAD' }))).toEqual([303, page]);
  });

  test.each([
    '/f',
    '/f/',
    '/f/nada/entrar',
    '/f/login',
    '/f//malo.cl/entrar',
    '/f/\\malo.cl/entrar',
    '/f/%2Fmalo.cl/entrar',
    '/f//malo.cl/login/entrar',
    '/f/pagar//crear',
    '/f/pagar/%E0%A4/crear',
    '/f/login/entrar/',
    '/f/LOGIN/entrar',
  ])('%s is not there, and leads nowhere', async (path) => {
    for (const [handler, method] of [
      [GET, 'GET'],
      [POST, 'POST'],
    ] as const) {
      const response = await call(handler, path, { method });
      expect(placeOf(response)).toEqual([404, null]);
      expect(await response.json()).toMatchObject({ error: 'not_found' });
    }
  });

  test('takes no other method', async () => {
    const response = await call(PUT, '/f/login/entrar', { method: 'PUT' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  });
});

test('a fixed segment wins over a parameter, whatever the order', () => {
  const paths = ['/a/{b}/c', '/a/b/{c}', '/a/b/c', '/{a}/b/c'];
  for (const order of [paths, paths.toReversed()]) {
    const find = finderOf(order.map((path) => ({ path })));
    expect(find('/a/b/c')).toEqual({ entry: { path: '/a/b/c' }, params: {} });
    expect(find('/a/b/x')).toEqual({ entry: { path: '/a/b/{c}' }, params: { c: 'x' } });
    expect(find('/a/%C3%B1/c')).toEqual({ entry: { path: '/a/{b}/c' }, params: { b: 'ñ' } });
    expect(find('/x/b')).toBeNull();
  }
  const rest = finderOf([{ path: '/a/{...rest}' }, { path: '/a/{b}' }, { path: '/{...all}' }]);
  expect(['/a', '/a/b', '/a/b/c', '/x'].map((path) => rest(path)?.entry.path)).toEqual([
    '/a/{...rest}',
    '/a/{b}',
    '/a/{...rest}',
    '/{...all}',
  ]);
});

test('of the forms each is found by its own address', () => {
  const find = finderOf(forms);
  for (const form of forms) expect(find(form.path.replace(/\{\w+\}/g, 'x'))?.entry).toBe(form);
});
