import { describe, expect, test } from 'vitest';
import { createFinder, patternOf } from '#lib/http/api/paths.ts';
import { call } from '#tests/support/call.ts';
import { captureLog } from '#tests/support/captured-log.ts';
import { formAt, forms } from '#tests/support/forms.ts';
import { postForm } from '#tests/support/post-form.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();

const placeOf = ({ status, headers }: Response) => [status, headers.get('location')];

describe('the address of a form', () => {
  test.each([
    ['/login/entrar?next=%2Fpanel', '/login?next=%2Fpanel'],
    ['/panel/salir', '/panel'],
    ['/gestiona-tu-garantia/enviar', '/gestiona-tu-garantia/revisar'],
    ['/admin/leads/12/nota', '/admin/leads/12'],
    ['/admin/entregas/7/reintentar', '/admin/entregas'],
    ['/pagar/%2F%2Fmalo.cl/crear', '/pagar/%2F%2Fmalo.cl'],
  ])('%s, opened with GET, redirects to its page', async (path, page) => {
    const { entry, params } = formAt(path);
    expect(placeOf(await call(entry.GET, path, { params }))).toEqual([303, page]);
  });
});

test('a fixed segment of a path wins over a parameter, whatever the order of the paths', () => {
  const paths = ['/a/{b}/c', '/a/b/{c}', '/a/b/c', '/{a}/b/c'];
  for (const order of [paths, paths.toReversed()]) {
    const find = createFinder(order.map((path) => ({ path })));
    expect(find('/a/b/c')).toEqual({ entry: { path: '/a/b/c' }, params: {} });
    expect(find('/a/b/x')).toEqual({ entry: { path: '/a/b/{c}' }, params: { c: 'x' } });
    expect(find('/a/%C3%B1/c')).toEqual({ entry: { path: '/a/{b}/c' }, params: { b: 'ñ' } });
    expect(find('/x/b')).toBeNull();
  }
  const rest = createFinder([{ path: '/a/{...rest}' }, { path: '/a/{b}' }, { path: '/{...all}' }]);
  expect(['/a', '/a/b', '/a/b/c', '/x'].map((path) => rest(path)?.entry.path)).toEqual([
    '/a/{...rest}',
    '/a/{b}',
    '/a/{...rest}',
    '/{...all}',
  ]);
});

test('every form is found by its own address', () => {
  const find = createFinder(forms);
  for (const form of forms) expect(find(form.path.replace(/\{\w+\}/g, 'x'))?.entry).toBe(form);
});

test('the log names each form by the pattern of its address, without the values in it', () => {
  for (const { path } of forms) {
    const address = path.replace(/\{\w+\}/g, '1');
    expect(patternOf(address, formAt(address).params)).toBe(path);
  }
  expect(patternOf('/c/%C3%B1%41/abrir', { token: 'ñA' })).toBe('/c/{token}/abrir');
});

test.each([
  ['/c/secreto/pedir', 'POST /c/{token}/pedir'],
  ['/panel/garantias/mover', 'POST /panel/garantias/mover'],
  ['/login/entrar', 'POST /api/auth/login'],
])('a post to %s is logged as %s', async (path, op) => {
  const log = captureLog();
  await postForm(path, { form: {} });
  const lines = log.lines().filter(({ msg }) => msg === 'request');
  expect(lines).toEqual([expect.objectContaining({ op, status: 303 })]);
});

test('a form without parameters in its address also works when Next passes no parameters', async () => {
  const request = new Request('http://localhost/panel/garantias/mover', { method: 'POST' });
  const params = Promise.resolve(undefined);
  const response = await formAt('/panel/garantias/mover').entry.POST(request, { params });
  expect(placeOf(response)[0]).toBe(303);
});
