import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorReply } from '#lib/http/api/error-reply.ts';
import type { AnyOperation } from '#lib/platform/operations/operation.ts';
import { call } from '#tests/support/call.ts';
import { type Method, routeMethods, routeOf } from '#tests/support/routes.ts';
import { hostileText } from '#tools/fuzz/arbitraries.ts';
import { cases } from '#tools/fuzz/cases.ts';
import { checkAnswer, checkHead } from '#tools/fuzz/checks.ts';
import { documented, find } from '#tools/fuzz/document.ts';
import { createPlace, type FuzzWorld } from '#tools/fuzz/place.ts';
import { fuzz, RUNS, SEED } from '#tools/fuzz/property.ts';
import {
  type FuzzRequest,
  requestsTo,
  type Shape,
  sessions,
  validRequestsTo,
} from '#tools/fuzz/requests.ts';
import type { Schema } from '#tools/fuzz/schema.ts';
import { send } from '#tools/fuzz/send.ts';
import { createTallies } from '#tools/fuzz/tally.ts';

/**
 * Our own OpenAPI document makes valid, nearly valid and hostile requests for every operation, and
 * judges the answers. `npm run fuzz` sends 100,000.
 */
const file = 'tests/api/fuzz.test.ts';
const runs = Math.ceil((RUNS * 0.5) / documented.length);
const tallies = createTallies('operations');

let place: FuzzWorld;
let sentSoFar = 0;
beforeAll(async () => {
  place = await createPlace();
});
afterAll(async () => {
  tallies.save();
  await place.close();
});

async function tryOut(op: AnyOperation, shape: Shape, request: FuzzRequest): Promise<void> {
  // A person has a maximum of open links and other things.
  if (++sentSoFar % 200 === 0) await place.renew();
  const sent = await send(op, shape, request, place);
  const { status } = sent.response;

  tallies.count(`${op.method} ${op.path}`, status, sent.ms, request.mode === 'valid');
  await checkAnswer(op, shape, request, sent, find);
  // A request made as valid has all that it needs, so every one is accepted.
  if (request.mode === 'valid' || isIgnorable(shape, request)) {
    expect({ status, reportedText: status < 400 || (await sent.response.text()) }).toEqual({
      status: expect.toSatisfy((code: number) => code < 400),
      reportedText: true,
    });
  }
  if (request.mode === 'valid') await checkHead(op, sent);
}

/** Returns whether only an undeclared field is wrong: the document ignores those. */
function isIgnorable(shape: Shape, request: FuzzRequest): boolean {
  const { mode, session, changes, twist, genuine } = request;
  if (mode !== 'nearly' || session !== 'right' || changes.length > 0 || !genuine) return false;
  if (twist?.kind !== 'unknown') return false;
  const [{ schema = {} } = {}] = Object.values(shape.requestBody?.content ?? {});
  const names = [
    ...(shape.parameters ?? []).map(({ name }) => name),
    ...variantsOf(schema).flatMap(({ properties }) => Object.keys(properties ?? {})),
  ];
  return !names.includes(twist.name);
}

const variantsOf = (schema: Schema): Schema[] =>
  schema.oneOf?.flatMap((item) => variantsOf(item.$ref ? find(item.$ref) : item)) ?? [schema];

describe.each(documented)('%s', (name, op, shape) => {
  beforeAll(() => place.renew());

  test('answers any request as declared, and accepts every valid one', async () => {
    await fuzz(requestsTo(shape, find), (request) => tryOut(op, shape, request), {
      file,
      name,
      runs,
    });
    expect(tallies.of(name)?.accepted).toBeGreaterThan(0);
  });

  let valid: FuzzRequest | undefined;
  test.each(op.auth === 'guest' ? [] : sessions)(
    'answers as declared for the session “%s”',
    async (session) => {
      valid ??= fc.sample(validRequestsTo(shape, find), { numRuns: 1, seed: SEED })[0];
      if (valid) await tryOut(op, shape, { ...valid, mode: 'nearly', session });
    },
  );

  const remaining = cases.filter((item) => item.operation === name);
  test.each(remaining)('still answers the recorded case as declared: $title', ({ request }) =>
    tryOut(op, shape, JSON.parse(request)),
  );
});

test('an address that is not declared is answered with 404 in JSON', async () => {
  const handlers = await routeOf('/api/[[...rest]]');
  const part = fc.oneof(
    hostileText,
    fc.constantFrom('auth', 'documents', 'share', '..', '%2f', ''),
  );
  const paths = fc.record({ parts: fc.array(part), method: fc.constantFrom(...routeMethods) });
  const check = async ({ parts, method }: { parts: string[]; method: Method }) => {
    const path = `/api/${parts.map(encodeURIComponent).join('/')}`;
    const response = await call(handlers[method], path, { method });
    tallies.count('unknown paths', response.status, 0, false);
    expect(response.status).toBe(404);
    expect(errorReply.strict().parse(await response.json()).error).toBe('not_found');
  };
  await fuzz(paths, check, { file, name: 'an address', runs });
});
