import fc from 'fast-check';

/** A change of bytes. Positions are parts of 10,000, so that they fit any length. */
export type Mutation =
  | { kind: 'flip'; at: number; bit: number }
  | { kind: 'cut'; at: number }
  | { kind: 'prefix'; hex: string }
  | { kind: 'suffix'; hex: string }
  | { kind: 'splice'; at: number; other: number; from: number; length: number }
  | { kind: 'repeat'; at: number; length: number; times: number }
  | { kind: 'drop'; at: number; length: number }
  | { kind: 'number'; at: number; value: number; size: 1 | 2 | 4; little: boolean };

const at = fc.nat(9_999);
const length = fc.constantFrom(1, 2, 7, 64, 512);
const garbage = fc.constantFrom(
  '00',
  'ff'.repeat(64),
  '4d5a9000',
  '7f454c46',
  '23212f62696e2f73680a',
  '3c7363726970743e313c2f7363726970743e',
  '255044462d312e37',
  '504b0304',
  'd0cf11e0a1b11ae1',
  'efbbbf',
  '0d0a0d0a',
);

export const mutations: fc.Arbitrary<Mutation[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('flip' as const), at, bit: fc.nat(7) }),
    fc.record({ kind: fc.constant('cut' as const), at }),
    fc.record({ kind: fc.constant('prefix' as const), hex: garbage }),
    fc.record({ kind: fc.constant('suffix' as const), hex: garbage }),
    fc.record({
      kind: fc.constant('splice' as const),
      at,
      other: fc.nat(100),
      from: at,
      length: fc.constantFrom(4, 30, 300, 5000),
    }),
    fc.record({
      kind: fc.constant('repeat' as const),
      at,
      length,
      times: fc.constantFrom(2, 50, 800),
    }),
    fc.record({ kind: fc.constant('drop' as const), at, length }),
    fc.record({
      kind: fc.constant('number' as const),
      at,
      value: fc.constantFrom(0, 1, 0x7fff, 0xffff, 0x7fffffff, 0xfffffffe, 0xffffffff),
      size: fc.constantFrom(1 as const, 2 as const, 4 as const),
      little: fc.boolean(),
    }),
  ),
  { minLength: 1, maxLength: 4 },
);

/** Returns changed bytes. `splice` inserts bytes from `others`. */
export function mutate(bytes: Buffer, list: Mutation[], others: Buffer[]): Buffer {
  let changed = bytes;
  for (const mutation of list) changed = apply(changed, mutation, others);
  return changed;
}

function apply(bytes: Buffer, mutation: Mutation, others: Buffer[]): Buffer {
  const place = 'at' in mutation ? Math.floor((bytes.length * mutation.at) / 10_000) : 0;
  const [before, after] = [bytes.subarray(0, place), bytes.subarray(place)];
  switch (mutation.kind) {
    case 'flip': {
      const copy = Buffer.from(bytes);
      if (place < copy.length) copy[place] = (copy[place] ?? 0) ^ (1 << mutation.bit);
      return copy;
    }
    case 'cut':
      return before;
    case 'prefix':
      return Buffer.concat([Buffer.from(mutation.hex, 'hex'), bytes]);
    case 'suffix':
      return Buffer.concat([bytes, Buffer.from(mutation.hex, 'hex')]);
    case 'splice': {
      const other = others[mutation.other % Math.max(others.length, 1)] ?? bytes;
      const from = Math.floor((other.length * mutation.from) / 10_000);
      return Buffer.concat([before, other.subarray(from, from + mutation.length), after]);
    }
    case 'repeat': {
      const piece = after.subarray(0, mutation.length);
      return Buffer.concat([before, ...Array<Buffer>(mutation.times).fill(piece), after]);
    }
    case 'drop':
      return Buffer.concat([before, after.subarray(mutation.length)]);
    case 'number':
      return withNumber(bytes, place, mutation);
  }
}

function withNumber(
  bytes: Buffer,
  place: number,
  { value, size, little }: Extract<Mutation, { kind: 'number' }>,
): Buffer {
  const copy = Buffer.from(bytes);
  if (place + size > copy.length) return copy;
  const low = value % 2 ** (8 * size);
  if (little) copy.writeUIntLE(low, place, size);
  else copy.writeUIntBE(low, place, size);
  return copy;
}
