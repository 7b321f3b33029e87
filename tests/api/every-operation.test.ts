import { beforeAll, describe, expect, test, vi } from 'vitest';
import { errorReply } from '#lib/http/api/error-reply.ts';
import { apiOperations } from '#lib/http/api/operations.ts';
import { refusalsOf } from '#lib/http/openapi/responses.ts';
import { errorStatus } from '#lib/platform/operations/errors.ts';
import type { AnyOperation } from '#lib/platform/operations/operation.ts';
import { api } from '#tests/support/call.ts';
import { filledPath, type Method, routeMethods } from '#tests/support/routes.ts';
import { createWorld } from '#tests/support/world.ts';
import { documented } from '#tools/fuzz/document.ts';

// All tests share one world, because nothing is stored.
beforeAll(() => {
  createWorld({ RATE_LIMITS: 'off' });
});

const paths = [...new Set(apiOperations.map(({ path }) => path))];
const declaredBy = (operation: AnyOperation) =>
  documented.find(([, op]) => op === operation)?.[2].responses ?? {};
const operations = apiOperations.map((op) => [`${op.method} ${op.path}`, op] as const);

/** Expects a declared refusal: JSON, the closed list of codes with their status, our request id. */
async function expectRefusal(response: Response, code: keyof typeof errorStatus) {
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const reply = errorReply.strict().parse(await response.json());
  expect(reply.error).toBe(code);
  expect(response.status).toBe(errorStatus[code]);
  expect(reply.requestId).toBe(response.headers.get('x-request-id'));
  expect(reply.message).toMatch(/\.$/);
}

describe.each(paths)('%s', (path) => {
  const declared = apiOperations.filter((op) => op.path === path).map((op) => op.method);
  const allowed: Method[] = declared.includes('GET') ? [...declared, 'HEAD'] : declared;

  test.each(routeMethods.filter((method) => !allowed.includes(method)))(
    'refuses the method %s with 405 and names the allowed methods',
    async (method) => {
      const response = await api(filledPath(path), { method });
      expect(response.headers.get('allow')?.split(', ').sort()).toEqual([...allowed].sort());
      await expectRefusal(response, 'method_not_allowed');
    },
  );

  const whenGet = declared.includes('GET') ? ['HEAD'] : [];
  test.each(whenGet)('answers %s like GET, without a body', async (method) => {
    const got = await api(filledPath(path));
    const head = await api(filledPath(path), { method });
    expect(head.status).toBe(got.status);
    expect(head.headers.get('content-type')).toBe(got.headers.get('content-type'));
    expect(await head.text()).toBe('');
  });
});

describe.each(operations)('%s', (_, operation) => {
  const { path, method } = operation;
  const send = (headers: Record<string, string> = {}) =>
    api(filledPath(path), { method, headers, ...(method === 'GET' ? {} : { body: 'x' }) });

  test('returns the caller’s valid request id, and makes a new one instead of an invalid one', async () => {
    for (const good of ['12345678', 'a-B_9'.repeat(12)]) {
      expect((await send({ 'x-request-id': good })).headers.get('x-request-id')).toBe(good);
    }
    const created = new Set<string | null>();
    for (const bad of ['short', 'x'.repeat(65), 'with space', 'salto{}', '']) {
      const id = (await send({ 'x-request-id': bad })).headers.get('x-request-id');
      expect(id).toMatch(/^[\w-]{22}$/);
      created.add(id);
    }
    expect(created.size).toBe(5);
  });

  test('refuses only with statuses and codes that it declares', async () => {
    let response = await send();
    expect(Object.keys(declaredBy(operation))).toContain(String(response.status));
    if (response.status < 400) {
      // An operation without requirements refuses nothing until it breaks.
      vi.spyOn(operation, 'handler').mockRejectedValue(new Error('broken'));
      response = await send();
      expect(response.status).toBe(500);
    }
    const { error } = errorReply.parse(await response.clone().json());
    expect(refusalsOf(operation)[response.status]).toContain(error);
    await expectRefusal(response, error);
  });

  const unsafe: Record<string, string>[] =
    method === 'GET' || operation.crossSite
      ? []
      : [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://malo.cl' }];
  test.each(unsafe)('refuses a browser’s request from another site: %j', async (headers) => {
    await expectRefusal(await send(headers), 'csrf_invalid');
  });
});

describe('an unknown path under /api', () => {
  test.each(routeMethods)('is answered with 404 in JSON for %s', async (method) => {
    await expectRefusal(await api('/api/nada/de/nada', { method }), 'not_found');
  });
});
