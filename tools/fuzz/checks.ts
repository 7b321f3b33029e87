import { expect } from 'vitest';
import { errorReply } from '#lib/http/api/error-reply.ts';
import { type ErrorCode, errorStatus } from '#lib/platform/operations/errors.ts';
import type { AnyOperation } from '#lib/platform/operations/operation.ts';
import type { Answer, FuzzRequest, Shape } from '#tools/fuzz/requests.ts';
import { type Find, faultsOf } from '#tools/fuzz/schema.ts';
import type { Sent } from '#tools/fuzz/send.ts';

/**
 * Throws if a reply differs from our OpenAPI document. `honest` lists the codes that a failing
 * provider may cause.
 */
export async function checkAnswer(
  op: AnyOperation,
  shape: Shape,
  request: FuzzRequest,
  sent: Sent,
  find: Find,
  honest: readonly ErrorCode[] = [],
): Promise<void> {
  const { response, method } = sent;
  const { status, headers } = response;
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{8,64}$/);
  const allowed = headers.get('allow')?.split(', ');
  if (allowed) {
    expect(status).toBe(405);
    expect(allowed).not.toContain(method);
    expect(allowed).toContain(op.method);
    return checkRefusal(response);
  }
  // Another operation with the same path has its own checks.
  const own = method === op.method || (method === 'HEAD' && op.method === 'GET');
  if (!own) return void (await response.body?.cancel());
  const answer = shape.responses[String(status)];
  if (!answer) throw new Error(`answered ${status}, which is not declared`);
  checkSession(op, request, sent);
  checkHeaders(answer, response);
  const text = Buffer.from(await response.clone().arrayBuffer());
  if (method === 'HEAD') {
    expect(text.length).toBe(0);
    return;
  }
  checkContent(answer, response, text, find);
  if (status >= 400 && isJson(response)) {
    await checkRefusal(response, honest, op.path === '/api/health');
  }
}

/**
 * Checks that HEAD replies like GET without a body, for operations that a repetition does not
 * change.
 */
export async function checkHead(op: AnyOperation, { response, head }: Sent): Promise<void> {
  const passing = Object.keys(op.alsoAnswers ?? {}).some((status) => /^30[23]$/.test(status));
  if (op.method !== 'GET' || passing) return;
  const answer = await head();
  const shown = ({ status, headers }: Response) => ({
    status,
    type: headers.get('content-type'),
    length: headers.get('content-length'),
    etag: headers.get('etag'),
  });
  expect(shown(answer)).toEqual(shown(response));
  expect(await answer.text()).toBe('');
}

/** Checks that a missing permission is reported before anything else. */
function checkSession(op: AnyOperation, { session, changes, twist }: FuzzRequest, sent: Sent) {
  const { status } = sent.response;
  const elsewhere = twist?.kind === 'header' && /^(cookie|origin|sec-)/.test(twist.name);
  if (op.auth === 'guest' || elsewhere) return;
  if (['none', 'malformed', 'expired', 'twice'].includes(session)) expect(status).toBe(401);
  const strange = session === 'other' || session === 'lower';
  if (strange && op.auth === 'admin') expect(status).toBe(403);
  if (strange && sent.live.owned && changes.length === 0)
    expect(status).toBeGreaterThanOrEqual(400);
}

function checkHeaders(answer: Answer, { status, headers }: Response): void {
  const declared = Object.keys(answer.headers ?? {}).map((name) => name.toLowerCase());
  const promised = ['location', 'retry-after'].filter((name) => declared.includes(name));
  const givenCookies = ['location', 'retry-after', 'set-cookie'].filter((name) =>
    headers.has(name),
  );
  expect(declared).toEqual(expect.arrayContaining(givenCookies));
  // 503 and 504 have `Retry-After` only if we know the time.
  if (promised.length > 0 && [302, 303, 429].includes(status)) {
    expect(givenCookies).toEqual(expect.arrayContaining(promised));
  }
}

function checkContent(answer: Answer, response: Response, body: Buffer, find: Find): void {
  const type = response.headers.get('content-type') ?? '';
  const media = type.split(';', 1)[0] ?? '';
  const declared = Object.entries(answer.content ?? {});
  if (declared.length === 0) {
    expect({ type, length: body.length }).toEqual({ type: '', length: 0 });
    return;
  }
  const [, content] = declared.find(([name]) => name === media || name === '*/*') ?? [];
  if (!content) throw new Error(`answered ${type}, not ${declared.map(([name]) => name)}`);
  if (/^text\/|json$/.test(media)) expect(type).toMatch(/; charset=utf-8$/);
  if (media !== 'application/json') {
    expect(body.length).toBeGreaterThan(0);
    return;
  }
  expect(faultsOf(content.schema, JSON.parse(body.toString('utf8')), find)).toEqual([]);
}

/**
 * Checks the body of a refusal. `honest` lists codes that a failing provider may cause; any other
 * 5xx is a fault of ours.
 */
async function checkRefusal(
  response: Response,
  honest: readonly ErrorCode[] = [],
  isHealth = false,
): Promise<void> {
  if (response.body === null || isHealth) return;
  const refusal = errorReply.strict().parse(await response.clone().json());
  expect(errorStatus[refusal.error]).toBe(response.status);
  expect(refusal.requestId).toBe(response.headers.get('x-request-id'));
  expect(refusal.message).toMatch(/[.?]$/);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  if (response.status < 500 || honest.includes(refusal.error)) return;
  throw new Error(`answered ${refusal.error}`);
}

function isJson(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('application/json') ?? false;
}
