import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { GET as getCsrfToken } from '#app/api/csrf-token/route.ts';
import { createAdmin } from '#lib/domain/accounts/writes/admins.ts';
import { errorReply } from '#lib/http/error-reply.ts';
import { createApiDocument } from '#lib/http/openapi/document.ts';
import { apiOperations } from '#lib/http/operations.ts';
import type { AnyOperation } from '#lib/platform/operation.ts';
import { createAccount, signIn } from '#tests/support/accounts.ts';
import { type Find, hostile, nearlyValid, type Schema, valid } from '#tests/support/arbitraries.ts';
import { call } from '#tests/support/call.ts';
import { routeOf } from '#tests/support/routes.ts';
import { createWorld, type World } from '#tests/support/world.ts';

/**
 * Made from our own OpenAPI document: valid, nearly valid and hostile requests for every operation.
 * `FUZZ_RUNS=100000 FUZZ_SEED=<n> vitest run tests/api/fuzz.test.ts` for a night; a failure prints
 * the seed and the request.
 */
const RUNS = Number(process.env.FUZZ_RUNS ?? 5000);
const SEED = Number(process.env.FUZZ_SEED ?? 20261120);

/** Expected with no provider configured; any other 5xx is a fault of ours. */
const honest = ['not_configured', 'unavailable', 'upstream_failed', 'upstream_timeout'];

const document = createApiDocument(apiOperations, 'http://localhost:3000');
const find: Find = (ref) =>
  (document.components?.schemas?.[ref.split('/').at(-1) ?? ''] ?? {}) as Schema; // our own schemas

let world: World;
/** Nobody, a person, a company, an admin. */
const people = ['natural', 'juridica', 'admin'].map((role) => `${role}@ejemplo.cl`);
let cookies: Record<string, string>[];
beforeAll(async () => {
  world = createWorld({ RATE_LIMITS: 'off' });
  for (const email of people) {
    const role = email.startsWith('juridica') ? 'juridica' : 'natural';
    await createAccount({ email, role, razonSocial: 'Constructora Ltda.' });
  }
  await createAdmin('admin@ejemplo.cl', world.now());
});
afterAll(() => world.close());

type Shape = {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
};

const operations = apiOperations.map((op) => {
  const shape = document.paths?.[op.path]?.[op.method.toLowerCase() as 'get'];
  return [`${op.method} ${op.path}`, op, shape as unknown as Shape] as const; // what createDocument made
});

describe('any request', () => {
  // What was sent before may have ended a session.
  beforeEach(async () => {
    cookies = [{}, ...(await Promise.all(people.map((email) => signIn(email))))];
  });

  test.each(operations)('to %s is answered as declared', async (_, op, shape) => {
    const numRuns = Math.ceil(RUNS / operations.length);
    const input = fc.record({
      parameters: parametersOf(shape),
      body: bodyOf(shape),
      who: fc.nat(3),
      genuine: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(input, async (request) => {
        await checkAnswer(op, shape, request);
      }),
      { numRuns, seed: SEED, endOnFailure: true },
    );
  });
});

type Request = {
  parameters: Record<string, Record<string, string>>;
  body: { type: string; text: string } | null;
  who: number;
  /** Whether a CSRF token that we gave out is presented. */
  genuine: boolean;
};

async function checkAnswer(op: AnyOperation, shape: Shape, request: Request): Promise<void> {
  const handlers = await routeOf(op.path);
  const query = new URLSearchParams(request.parameters.query).toString();
  const { path: params = {}, header = {}, cookie = {} } = request.parameters;
  const csrf = op.csrf && request.genuine ? await csrfToken() : undefined;
  const body = csrf && request.body ? withToken(request.body.text, csrf) : request.body?.text;
  const response = await call(handlers[op.method], `${op.path}?${query}`, {
    method: op.method,
    params,
    headers: {
      ...safeHeaders(header),
      ...(csrf && op.method === 'GET' ? { 'x-csrf-token': csrf } : {}),
      ...(request.body ? { 'content-type': request.body.type } : {}),
    },
    cookies: {
      ...cookies[request.who],
      ...safeHeaders(cookie),
      ...(csrf && { 'csrf-token': csrf }),
    },
    ...(body !== undefined && op.method !== 'GET' ? { body } : {}),
  });
  const { status } = response;
  expect(Object.keys(shape.responses)).toContain(String(status));
  expect(response.headers.get('x-request-id')).toBeTruthy();
  if (request.who === 0 && op.auth !== 'guest') expect(status).toBe(401);
  if (status >= 400) return checkRefusal(op, response);
  if (op.produces || status !== 200) return void (await response.body?.cancel());
  expect(op.reply.safeParse(await response.json()).error).toBeUndefined();
}

async function checkRefusal(op: AnyOperation, response: Response): Promise<void> {
  const body = await response.json();
  if (response.status === 503 && op.reply.safeParse(body).success) return;
  const refusal = errorReply.strict().parse(body);
  if (response.status >= 500) expect(honest).toContain(refusal.error);
  expect(refusal.message).toMatch(/[.?]$/);
}

function parametersOf({ parameters = [] }: Shape): fc.Arbitrary<Request['parameters']> {
  const byPlace: Record<string, Record<string, fc.Arbitrary<string>>> = {};
  for (const { name, in: place, schema } of parameters) {
    byPlace[place] = {
      ...byPlace[place],
      [name]: fc.oneof(valid(schema, find), hostile).map(textOf),
    };
  }
  const required = parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name);
  return fc.record(
    Object.fromEntries(
      Object.entries(byPlace).map(([place, model]) => [
        place,
        fc.record(model, {
          requiredKeys: Object.keys(model).filter((name) => required.includes(name)),
        }),
      ]),
    ),
  ) as fc.Arbitrary<Request['parameters']>; // the values are texts by construction
}

function bodyOf({ requestBody }: Shape): fc.Arbitrary<Request['body']> {
  if (!requestBody) return fc.constant(null);
  const [[type, { schema }] = ['', { schema: {} }]] = Object.entries(requestBody.content);
  const json = fc
    .oneof(valid(schema, find), nearlyValid(schema, find), hostile)
    .map((value) => ({ type, text: bodyText(type, value) }));
  const broken = fc.oneof(
    fc.string({ maxLength: 200 }).map((text) => ({ type, text })),
    fc.constant({ type: 'text/plain', text: '{}' }),
  );
  return fc.oneof({ weight: 9, arbitrary: json }, { weight: 1, arbitrary: broken });
}

function bodyText(type: string, value: unknown): string {
  if (!type.startsWith('multipart/')) return JSON.stringify(value);
  const parts = Object.entries(Object(value)).map(([name, part]) => {
    const file = name === 'file' ? '; filename="a.pdf"' : '';
    return `--b\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${textOf(part)}\r\n`;
  });
  return `${parts.join('')}--b--\r\n`;
}

async function csrfToken(): Promise<string> {
  const response = await call(getCsrfToken, '/api/csrf-token');
  return (await response.json()).token;
}

function withToken(text: string, csrfToken: string): string {
  try {
    return JSON.stringify({ ...JSON.parse(text), csrfToken });
  } catch {
    return text;
  }
}

function textOf(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();
}

/** Node refuses other bytes before they reach us. */
function safeHeaders(header: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(header).map(([name, value]) => [name, value.replace(/[^ -~]/g, '').trim()]),
  );
}
