import fc from 'fast-check';
import { type Change, changes, hostile, nasty, valid } from '#tools/fuzz/arbitraries.ts';
import type { Find, Schema } from '#tools/fuzz/schema.ts';

/** An operation in our OpenAPI document. */
export type Shape = {
  parameters?: { name: string; in: Place; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, Answer>;
};
export type Answer = {
  content?: Record<string, { schema: Schema }>;
  headers?: Record<string, unknown>;
};
type Place = 'path' | 'query' | 'header' | 'cookie';

/** A fault of a request that is not in its values, such as a wrong content type. */
export type Twist =
  | { kind: 'type'; value: string | null }
  | { kind: 'repeat'; value: string }
  | { kind: 'unknown'; name: string; value: unknown }
  | { kind: 'text'; text: string }
  | { kind: 'tail'; text: string }
  | { kind: 'cut'; share: number }
  | { kind: 'deep'; depth: number; open: string }
  | { kind: 'literal'; at: number; token: string }
  | { kind: 'bytes'; hex: string }
  | { kind: 'big'; size: number }
  | { kind: 'method'; method: string }
  | { kind: 'header'; name: string; value: string };

export const sessions = [
  'right',
  'none',
  'malformed',
  'expired',
  'other',
  'lower',
  'twice',
] as const;

/** A request as plain data, so that a failed one can be kept as JSON (`tools/fuzz/cases.ts`). */
export type FuzzRequest = {
  /** `valid` has no fault, `nearly` has one, and `hostile` consists of faults. */
  mode: 'valid' | 'nearly' | 'hostile';
  session: (typeof sessions)[number];
  values: Record<Place, Record<string, unknown>> & { body: unknown };
  changes: (Change & { place: Place | 'body' })[];
  twist: Twist | null;
  /** True if it has a valid CSRF token. */
  genuine: boolean;
};

/** Returns an arbitrary of requests: of ten, four are valid, four nearly valid and two hostile. */
export function requestsTo(shape: Shape, find: Find): fc.Arbitrary<FuzzRequest> {
  const good = valuesOf(shape, (schema) => valid(schema, find));
  const bad = valuesOf(shape, () => hostile);
  const placed = fc
    .tuple(
      changes,
      fc.array(fc.constantFrom<Place | 'body'>('path', 'query', 'header', 'body', 'body'), {
        minLength: 3,
        maxLength: 3,
      }),
    )
    .map(([list, positions]) =>
      list.map((item, n) => ({ ...item, place: positions[n] ?? 'body' })),
    );
  const session = fc.oneof(
    { weight: 6, arbitrary: fc.constant('right' as const) },
    { weight: 4, arbitrary: fc.constantFrom(...sessions) },
  );
  const genuine = fc.nat(3).map((n) => n > 0);
  return fc.oneof(
    { weight: 4, arbitrary: validRequestsTo(shape, find) },
    {
      weight: 4,
      arbitrary: fc.record<FuzzRequest>({
        mode: fc.constant('nearly'),
        session,
        values: good,
        changes: placed,
        twist: fc.option(twists),
        genuine,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record<FuzzRequest>({
        mode: fc.constant('hostile'),
        session,
        values: bad,
        changes: fc.constant([]),
        twist: fc.option(twists),
        genuine,
      }),
    },
  );
}

/** Returns an arbitrary of requests that are valid once a recipe has filled in its values. */
export function validRequestsTo(shape: Shape, find: Find): fc.Arbitrary<FuzzRequest> {
  return fc.record<FuzzRequest>({
    mode: fc.constant('valid'),
    session: fc.constant('right'),
    values: valuesOf(shape, (schema) => valid(schema, find)),
    changes: fc.constant([]),
    twist: fc.constant(null),
    genuine: fc.constant(true),
  });
}

type Make = (schema: Schema) => fc.Arbitrary<unknown>;

function valuesOf(shape: Shape, make: Make): fc.Arbitrary<FuzzRequest['values']> {
  const { parameters = [], requestBody } = shape;
  const at = (place: Place) => {
    const here = parameters.filter((item) => item.in === place && item.name !== 'csrf-token');
    const requiredKeys = here.filter(({ required }) => required).map(({ name }) => name);
    const model = Object.fromEntries(here.map(({ name, schema }) => [name, make(schema)]));
    return fc.record(model, { requiredKeys });
  };
  const [media] = Object.values(requestBody?.content ?? {});
  return fc.record({
    path: at('path'),
    query: at('query'),
    header: at('header'),
    cookie: at('cookie'),
    body: media ? make(media.schema) : fc.constant(null),
  });
}

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

const twists: fc.Arbitrary<Twist> = fc.oneof(
  fc.record({
    kind: fc.constant('type' as const),
    value: fc.constantFrom(
      null,
      '',
      'text/plain',
      json,
      `${json}; charset=latin1`,
      `${json}, ${json}`,
      `${json}x`,
      'APPLICATION/JSON ;charset=utf-8',
      form,
      'multipart/form-data',
      'multipart/form-data; boundary=',
      `multipart/form-data; boundary=${'b'.repeat(300)}`,
      'multipart/form-data; boundary="b"; boundary=c',
    ),
  }),
  fc.record({ kind: fc.constant('repeat' as const), value: fc.constantFrom(...nasty, 'a') }),
  fc.record({
    kind: fc.constant('unknown' as const),
    name: fc.constantFrom('__proto__', 'constructor', 'toString', 'id', 'role', 'accountId', ''),
    value: hostile,
  }),
  fc.record({ kind: fc.constant('text' as const), text: fc.string({ maxLength: 200 }) }),
  fc.record({ kind: fc.constant('tail' as const), text: fc.constantFrom('x', '\u0000', '}', ',') }),
  fc.record({ kind: fc.constant('cut' as const), share: fc.integer({ min: 0, max: 99 }) }),
  fc.record({
    kind: fc.constant('deep' as const),
    depth: fc.constantFrom(20, 1000, 40_000),
    open: fc.constantFrom('[', '{"a":', '[{"__proto__":'),
  }),
  fc.record({
    kind: fc.constant('literal' as const),
    at: fc.nat(20),
    token: fc.constantFrom(
      '1e400',
      '-1e400',
      '-0',
      '123456789012345678901234567890',
      '0.1e-400',
      '"\\ud800"',
      '"\\u0000"',
      '"\\u202e\\u2066"',
      '{"__proto__":{"admin":true}}',
      'null',
      '"a","a":"b"',
    ),
  }),
  fc.record({ kind: fc.constant('bytes' as const), hex: fc.constantFrom('ff', 'c080', 'efbbbf') }),
  fc.record({
    kind: fc.constant('big' as const),
    size: fc.constantFrom(256 * 1024 + 1, 1_100_000),
  }),
  fc.record({
    kind: fc.constant('method' as const),
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
  }),
  fc.record({
    kind: fc.constant('header' as const),
    name: fc.constantFrom(
      'accept',
      'range',
      'if-none-match',
      'if-range',
      'user-agent',
      'origin',
      'sec-fetch-site',
      'x-request-id',
      'x-csrf-token',
      'idempotency-key',
      'content-length',
      'authorization',
      'cookie',
    ),
    value: fc.oneof(
      fc.constantFrom('text/html', '*/*', 'bytes=0-1', 'bytes=5-', 'bytes=-0', '*', '"a", W/"b"'),
      fc.constantFrom('cross-site', 'null', 'https://malo.cl', '0', '-1', '99999999999', 'a;=;"'),
      fc.string({ maxLength: 60 }),
    ),
  }),
);
