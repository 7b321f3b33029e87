import fc from 'fast-check';
import type { Find, Schema } from '#tools/fuzz/schema.ts';

/**
 * Returns an arbitrary of values that a schema allows. Examples stand for rules that the schema
 * cannot express.
 */
export function valid(schema: Schema, find: Find): fc.Arbitrary<unknown> {
  if (schema.$ref) return valid(find(schema.$ref), find);
  const shown = schema.examples ?? (schema.example === undefined ? [] : [schema.example]);
  if (shown.length > 0 && !schema.properties) return fc.constantFrom(...shown);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const options = schema.oneOf ?? schema.anyOf;
  if (options) return fc.oneof(...options.map((option) => valid(option, find)));
  const types = [schema.type ?? 'object'].flat();
  return fc.oneof(...types.map((type) => ofType(type, schema, find)));
}

function ofType(type: string, schema: Schema, find: Find): fc.Arbitrary<unknown> {
  if (type === 'null') return fc.constant(null);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer' || type === 'number') {
    const min = schema.minimum ?? Math.floor((schema.exclusiveMinimum ?? -1) + 1);
    return fc.integer({ min, max: Math.min(schema.maximum ?? 1_000_000, 2 ** 31) });
  }
  if (type === 'array') {
    const { minItems: minLength = 0, maxItems = 4 } = schema;
    return fc.array(valid(schema.items ?? {}, find), {
      minLength,
      maxLength: Math.max(minLength, Math.min(maxItems, 4)),
    });
  }
  if (type === 'object') {
    const properties = Object.entries(schema.properties ?? {});
    const model = Object.fromEntries(properties.map(([name, s]) => [name, valid(s, find)]));
    return fc.record(model, { requiredKeys: schema.required ?? [] });
  }
  return text(schema);
}

function text({ format, pattern, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  if (format === 'email') return fc.constantFrom('ana@ejemplo.cl', 'x+1@sub.ejemplo.cl');
  if (format === 'uri') return fc.constantFrom('https://ejemplo.cl/a.pdf', 'http://a.cl');
  if (format === 'date') return fc.constantFrom('2026-12-01', '2027-02-28', '2028-02-29');
  if (pattern) return fc.stringMatching(new RegExp(pattern, 'u'));
  const most = Math.max(minLength, Math.min(maxLength, 60));
  // The API trims texts, as the document's introduction states.
  return fc
    .string({ minLength, maxLength: most })
    .filter((item) => item.trim().length >= minLength);
}

/** Values that break careless code: encodings, injections, huge and strange values. */
export const nasty = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202eabc',
  'é'.repeat(5000),
  '𝒳'.repeat(200),
  "' OR 1=1 --",
  '"; drop table accounts; --',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00%ff',
  'a@b.cl\r\nBcc: c@d.cl',
  '=HYPERLINK("http://a")',
  '__proto__',
  'constructor',
  '1e309',
  '9'.repeat(400),
  '-0',
  '2026-02-30',
  '12.345.678-5',
];

export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...nasty),
  fc.constantFrom<unknown>(null, true, -1, 0, 1.5, 2 ** 53, -(2 ** 63), [], {}, [[[[]]]]),
  fc.constant('{"__proto__":{"admin":true},"constructor":{"a":1}}').map((t) => JSON.parse(t)),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/**
 * A change somewhere inside a value. `at` selects the place by remainders, so it exists in any
 * value.
 */
export type Change = { at: number; how: 'replace' | 'remove' | 'add'; put: unknown };

export const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.record({
    at: fc.nat({ max: 1000 }),
    how: fc.constantFrom('replace' as const, 'remove' as const, 'add' as const),
    put: hostile,
  }),
  { maxLength: 3 },
);

/** Replaces, removes or adds one value inside `value`. */
export function disturb(value: unknown, change: Change): unknown {
  const { at, how: fault, put } = change;
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return put;
  const keys = Object.keys(value);
  const key = keys[at % Math.max(keys.length, 1)];
  if (key === undefined || fault === 'add') return { ...value, extra: put };
  const object = value as Record<string, unknown>; // For arrays too, whose keys are the indices.
  const inner = object[key];
  if (fault === 'remove' && !Array.isArray(value)) {
    delete object[key];
    return object;
  }
  const deeper = typeof inner === 'object' && inner !== null && at % 2 === 0;
  // Defined and not assigned, because the key may be `__proto__`.
  return Object.defineProperty(object, key, {
    value: deeper ? disturb(inner, { ...change, at: Math.floor(at / 2) }) : put,
  });
}

/** Texts that people or programs might type: well-formed, but strange. */
export const hostileText: fc.Arbitrary<string> = fc
  .oneof(
    fc.constantFrom(...nasty),
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc
      .array(
        fc.constantFrom(...nasty, '\r\n', '\n', ';', ':', ',', '"', '\\', '\u2028', '👩‍👩‍👧', 'a'),
      )
      .map((parts) => parts.map((part) => part.slice(0, 200)).join('')),
  )
  .map((text) => text.toWellFormed());
