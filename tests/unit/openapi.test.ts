import { beforeAll, describe, expect, test } from 'vitest';
import { submissionBody } from '#lib/domain/requests/submissions/schema.ts';
import { errorReply } from '#lib/http/api/error-reply.ts';
import { apiOperations } from '#lib/http/api/operations.ts';
import { createApiDocument } from '#lib/http/openapi/document.ts';
import type { Limit } from '#lib/platform/operations/operation.ts';
import { productSources } from '#tests/support/source-files.ts';

// biome-ignore lint/suspicious/noExplicitAny: the test walks JSON of any shape
type Json = any;
let document: Json;

beforeAll(() => {
  document = JSON.parse(JSON.stringify(createApiDocument(apiOperations, 'https://resguardo.cl')));
});

/** Yields every object inside, with its place. */
function* nodes(value: Json, path = '#'): Generator<[string, Json]> {
  if (typeof value !== 'object' || value === null) return;
  yield [path, value];
  for (const [key, child] of Object.entries(value)) yield* nodes(child, `${path}/${key}`);
}

const operationsOf = (): [string, Json][] =>
  Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).map(([method, op]): [string, Json] => [
      `${method.toUpperCase()} ${path}`,
      op,
    ]),
  );

const limitText = ({ points, seconds, per }: Limit) => `${points} in ${seconds} per ${per}`;

describe('the OpenAPI document', () => {
  test('names every declared operation, and every route under app/api is declared', () => {
    const declared = apiOperations.map(({ method, path }) => `${method} ${path}`);
    expect(operationsOf().map(([name]) => name)).toEqual(declared);
    const routes = productSources('app/api')
      .filter(({ path }) => path.endsWith('/route.ts') && !path.includes('[[...rest]]'))
      .flatMap(({ path, text }) => {
        const address = path.slice('app'.length, -'/route.ts'.length);
        const methods = [...text.matchAll(/^export const ([A-Z]+) = route\(/gm)];
        return methods.map(([, method]) => `${method} ${address.replace(/\[(\w+)\]/g, '{$1}')}`);
      });
    expect(routes.length).toBeGreaterThan(6);
    expect([...declared].sort()).toEqual(routes.sort());
  });

  test('publishes exactly the operations of the approved list', async () => {
    const published = apiOperations.map(({ method, path, auth, limit }) =>
      [
        `${method} ${path} ${auth}`,
        ...('unlimited' in limit ? [] : [limit].flat().map(limitText)),
      ].join(', '),
    );
    await expect(`${published.join('\n')}\n`).toMatchFileSnapshot('published-operations.txt');
  });

  test('is OpenAPI 3.1 with servers, unique ids, tags, summaries and resolvable references', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.info.version).toBe('1.1.0');
    expect(document.servers.map((s: Json) => s.url)).toEqual([
      'https://resguardo.cl',
      'http://localhost:3000',
    ]);
    const operations = operationsOf().map(([, operation]) => operation);
    expect(new Set(operations.map((o) => o.operationId)).size).toBe(operations.length);
    const known = document.tags.map((tag: Json) => tag.name);
    expect(new Set(known).size).toBe(known.length);
    for (const { tags, summary } of operations) {
      expect(known).toEqual(expect.arrayContaining(tags));
      expect(summary.length).toBeLessThan(60);
    }
    let references = 0;
    for (const [path, { $ref }] of nodes(document)) {
      if (typeof $ref !== 'string') continue;
      references += 1;
      const target = $ref.slice(2).split('/');
      const found = target.reduce((at, key) => at?.[key], document);
      expect(found, `${path} → ${$ref}`).toBeDefined();
    }
    expect(references).toBeGreaterThan(50);
  });

  test('declares the parameters of every path', () => {
    for (const [name, { parameters }] of operationsOf()) {
      const inPath = [...name.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const declared = (parameters ?? []).filter((p: Json) => p.in === 'path');
      expect(declared.map((p: Json) => p.name)).toEqual(inPath);
      for (const parameter of declared) expect(parameter.required).toBe(true);
    }
  });

  test('derives the statuses of replies from the declarations', () => {
    const statuses = Object.fromEntries(
      operationsOf().map(([name, { responses }]) => [name, Object.keys(responses).join(' ')]),
    );
    expect(statuses).toMatchObject({
      'GET /api/health': '200 500 503',
      'GET /api/metrics': '200 401 404 500',
      'GET /api/openapi.json': '200 304 500',
      'POST /api/auth/login': '200 400 401 403 413 415 429 500 503',
      'DELETE /api/auth/session': '200 403 500 503',
      'GET /api/auth/google': '302 400 429 500 503',
      'GET /api/auth/sessions': '200 401 403 429 500 503',
      'PUT /api/guarantees/uploads/{id}': '200 400 403 404 409 413 429 500 503',
      'POST /api/webhooks/crm': '200 400 401 413 429 500 503',
      'POST /api/guarantees/upload-proxy': '200 400 403 413 415 429 500 503',
      'POST /api/admin/leads/{id}/notes': '200 400 401 403 404 413 415 429 500 503',
      'GET /api/guarantees/files/{token}': '200 206 302 304 400 404 409 410 413 416 429 500 503',
      'POST /api/guarantees/public': '200 400 403 409 413 415 429 500 503',
      'GET /api/documents/download': '200 206 304 400 401 403 404 409 410 416 429 500 503',
      'POST /api/share/{token}': '200 206 303 304 400 401 403 404 410 413 415 416 429 500 503',
      'GET /api/listar-licitaciones': '200 400 429 500 502 503 504',
      'GET /api/payments/return': '303 400 500 503',
      'POST /api/payments/{buyOrder}/refund':
        '200 202 400 401 403 404 409 413 415 429 500 502 503 504',
    });
    const { responses } = document.paths['/api/guarantees/public'].post;
    expect(Object.keys(responses[429].headers).sort()).toEqual([
      'RateLimit',
      'RateLimit-Policy',
      'Retry-After',
      'x-request-id',
    ]);
    expect(Object.keys(responses[403].content['application/json'].examples).sort()).toEqual([
      'captcha_invalid',
      'csrf_invalid',
    ]);
    const admins = apiOperations.filter(({ auth }) => auth === 'admin');
    expect(admins.length).toBeGreaterThan(20);
    for (const { method, path } of admins) {
      const { responses } = document.paths[path][method.toLowerCase()];
      expect(responses[403].content['application/json'].examples).toHaveProperty('forbidden');
    }
    expect(document.paths['/api/auth/complete-profile'].post.security).toEqual([{ session: [] }]);
    expect(document.paths['/api/auth/login'].post.security).toEqual([]);
    const download = document.paths['/api/documents/download'].get;
    expect(download.security).toEqual([{ session: [] }, {}]);
    const health = document.paths['/api/health'].get.responses;
    expect(health[503].content).toEqual(health[200].content);
  });

  test('has both variants of a request, told apart by sistemaLicitacion, as they are sent', () => {
    const { schema, examples } =
      document.paths['/api/guarantees/public'].post.requestBody.content['application/json'];
    expect(schema.oneOf).toHaveLength(2);
    expect(schema.discriminator).toEqual({
      propertyName: 'sistemaLicitacion',
      mapping: {
        chilecompra: '#/components/schemas/PublicSubmission',
        privados: '#/components/schemas/PrivateSubmission',
      },
    });
    const { PublicSubmission, PrivateSubmission, GuaranteeItem } = document.components.schemas;
    const required = [
      'sistemaLicitacion',
      'nombreSolicitante',
      'email',
      'telefonoSolicitante',
      'garantias',
    ];
    expect(PublicSubmission.required).toEqual(required);
    expect(PrivateSubmission.required).toEqual(required);
    expect(PublicSubmission.properties['cf-turnstile-response'].type).toBe('string');
    expect(PrivateSubmission.properties.fechaInicioContrato).toMatchObject({
      type: 'string',
      format: 'date',
    });
    expect(PrivateSubmission.properties.comunaEmpresaContratista.examples).toEqual(['Concepción']);
    expect(PublicSubmission.properties.contratoUrl).toMatchObject({ format: 'uri' });
    expect(GuaranteeItem.properties.glosaGarantia.type).toEqual(['string', 'null']);
    for (const { value } of Object.values<Json>(examples)) {
      expect(submissionBody.safeParse(value).error).toBeUndefined();
    }
  });

  test('requires the body of every operation but five', () => {
    const optional = operationsOf().filter(
      ([, { requestBody }]) => requestBody?.required === false,
    );
    expect(optional.map(([name]) => name)).toEqual([
      'POST /api/account/delete',
      'POST /api/admin/deliveries/{id}/resend',
      'POST /api/admin/deliveries/{id}/retry',
      'POST /api/admin/leads/{id}/handled',
      'POST /api/payments/{buyOrder}/refund',
    ]);
  });

  test('explains every parameter, and every field of bodies and replies', () => {
    let seen = 0;
    for (const [path, node] of nodes(document)) {
      if (path.endsWith('/examples') || path.includes('/example/')) continue;
      const parameters = (node.parameters ?? []).map((field: Json) => [field.name, field]);
      for (const [name, field] of [...Object.entries<Json>(node.properties ?? {}), ...parameters]) {
        expect(field.description, `${path}/${name} has no description`).toBeTypeOf('string');
        seen += 1;
      }
    }
    expect(seen).toBeGreaterThan(500);
  });

  test('bounds every whole number of parameters and bodies', () => {
    for (const [name, { parameters = [], requestBody = {} }] of operationsOf()) {
      for (const [path, node] of nodes({ parameters, requestBody }, name)) {
        if (![node.type].flat().includes('integer')) continue;
        expect(
          node.maximum ?? Infinity,
          `${path}: the largest integer there is, for want of a maximum`,
        ).toBeLessThan(Number.MAX_SAFE_INTEGER);
      }
    }
    expect(JSON.stringify(document)).not.toContain(String(Number.MAX_SAFE_INTEGER));
  });

  test('has examples of refusals that match the schema of a refusal', () => {
    let seen = 0;
    for (const [, { responses }] of operationsOf()) {
      for (const [status, { content }] of Object.entries<Json>(responses)) {
        const examples = content?.['application/json']?.examples ?? {};
        for (const { value } of Object.values<Json>(examples)) {
          expect(errorReply.safeParse(value).error).toBeUndefined();
          expect(Number(status)).toBeGreaterThanOrEqual(400);
          seen += 1;
        }
      }
    }
    expect(seen).toBeGreaterThan(30);
  });
});
