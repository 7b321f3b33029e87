import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  buildHeader,
  createMasterKey,
  encryptedSize,
  HEADER_BYTES,
  keyIdOf,
  openChunks,
  openHeader,
  startEncryption,
  storedRange,
} from '#lib/platform/storage/encryption/encrypted-file.ts';

const master = createMasterKey(randomBytes(32));
const other = createMasterKey(randomBytes(32));
const CHUNK = 64 * 1024;
const PLAIN = CHUNK - 16;

/** Returns bytes as they are stored, written in pieces of such lengths. */
function sealed(bytes: Buffer, name = 'vault/a', pieces: number[] = [7000]): Buffer {
  const seal = startEncryption();
  const out: Uint8Array[] = [];
  for (let at = 0, n = 0; at < bytes.length; n += 1) {
    const length = pieces[n % pieces.length] ?? 1;
    out.push(...seal.add(bytes.subarray(at, at + length)));
    at += length;
  }
  const header = buildHeader(master, name, { fileKey: seal.fileKey, size: bytes.length });
  return Buffer.concat([header, ...out, ...seal.end()]);
}

async function opened(
  stored: Buffer,
  range?: { start: number; end: number },
  { name = 'vault/a', pieces = [stored.length] } = {},
): Promise<Buffer> {
  const header = openHeader(stored.subarray(0, HEADER_BYTES), name, [other, master]);
  const wanted = range ?? { start: 0, end: header.size - 1 };
  const { start, end } = storedRange(header.size, wanted);
  const given = stored.subarray(start, range ? end + 1 : undefined);
  const cut: Buffer[] = [];
  for (let at = 0, n = 0; at < given.length; n += 1) {
    const length = pieces[n % pieces.length] ?? 1;
    cut.push(given.subarray(at, at + length));
    at += length;
  }
  return buffer(openChunks(Readable.from(cut), header, wanted));
}

const chunkOf = (stored: Buffer, n: number) =>
  stored.subarray(HEADER_BYTES + n * CHUNK, HEADER_BYTES + (n + 1) * CHUNK);

describe('an encrypted file', () => {
  test('gives back any part, however its bytes were cut when written and read', async () => {
    const bytes = randomBytes(3 * PLAIN + 11);
    const lengths = fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1, maxLength: 4 });
    const size = fc.oneof(
      fc.constantFrom(1, PLAIN - 1, PLAIN, PLAIN + 1, 2 * PLAIN, bytes.length),
      fc.integer({ min: 1, max: bytes.length }),
    );
    await fc.assert(
      fc.asyncProperty(size, lengths, lengths, fc.nat(), fc.nat(), async (length, a, b, x, y) => {
        const whole = bytes.subarray(0, length);
        const stored = sealed(whole, 'vault/a', a);
        expect(stored).toHaveLength(encryptedSize(length));
        const [start = 0, end = 0] = [x % length, y % length].sort((p, q) => p - q);
        const part = await opened(stored, { start, end }, { pieces: b });
        expect(part.equals(whole.subarray(start, end + 1))).toBe(true);
      }),
      { numRuns: 60 },
    );
    expect(await opened(sealed(Buffer.alloc(0)))).toHaveLength(0);
  });

  test('is read by no more than the chunks that the wanted part touches', () => {
    expect(storedRange(10 * PLAIN, { start: 0, end: 0 })).toEqual({
      start: HEADER_BYTES,
      end: HEADER_BYTES + CHUNK - 1,
    });
    expect(storedRange(10 * PLAIN, { start: PLAIN, end: 2 * PLAIN - 1 })).toEqual({
      start: HEADER_BYTES + CHUNK,
      end: HEADER_BYTES + 2 * CHUNK - 1,
    });
    expect(storedRange(PLAIN + 5, { start: PLAIN + 4, end: PLAIN + 4 }).end).toBe(
      encryptedSize(PLAIN + 5) - 1,
    );
  });

  test('reveals nothing of its content, and the same content never looks the same', () => {
    const text = Buffer.from('el mismo texto de siempre. '.repeat(100));
    const [one, two] = [sealed(text), sealed(text)];
    expect(one.includes('mismo')).toBe(false);
    expect(one.subarray(HEADER_BYTES).equals(two.subarray(HEADER_BYTES))).toBe(false);
    expect(keyIdOf(one)).toBe(master.id);
    expect(keyIdOf(text)).toBeNull();
    expect(keyIdOf(one.subarray(0, HEADER_BYTES - 1))).toBeNull();
  });

  const bytes = randomBytes(2 * PLAIN + 100);
  const stored = sealed(bytes);
  const [first, second, last] = [0, 1, 2].map((n) => chunkOf(stored, n)) as [
    Buffer,
    Buffer,
    Buffer,
  ];
  const header = stored.subarray(0, HEADER_BYTES);
  const flipped = (at: number) => {
    const copy = Buffer.from(stored);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  };
  test.each([
    ['cut at a chunk', Buffer.concat([header, first, second])],
    ['cut within a chunk', stored.subarray(0, -1)],
    ['without its first chunk', Buffer.concat([header, second, last])],
    ['in another order', Buffer.concat([header, second, first, last])],
    ['with a chunk twice', Buffer.concat([header, first, second, second, last])],
    ['longer by a byte', Buffer.concat([stored, Buffer.from('x')])],
    ['altered in its text', flipped(HEADER_BYTES + 5)],
    ['altered in a tag', flipped(HEADER_BYTES + CHUNK - 1)],
    ['with another size', flipped(23)],
    ['with another wrapped key', flipped(40)],
    ['with another nonce', flipped(25)],
    ['with another tag', flipped(HEADER_BYTES - 1)],
    ['of another master key', flipped(9)],
    [
      'with the chunks of another file',
      Buffer.concat([header, sealed(bytes).subarray(HEADER_BYTES)]),
    ],
  ])('%s is refused', async (_, altered) => {
    await expect(async () => opened(altered)).rejects.toMatchObject({
      code: 'unavailable',
      detail: { cause: { name: 'DoesNotOpen' } },
    });
  });

  test('under the name of another file is refused', async () => {
    await expect(async () => opened(stored, undefined, { name: 'vault/b' })).rejects.toThrow();
    expect((await opened(stored)).equals(bytes)).toBe(true);
  });

  test('gives no byte of an altered chunk before it is refused', async () => {
    const altered = flipped(HEADER_BYTES + CHUNK + 9);
    const given: Buffer[] = [];
    const header = openHeader(altered.subarray(0, HEADER_BYTES), 'vault/a', [master]);
    const reading = (async () => {
      const chunks = openChunks(Readable.from([altered.subarray(HEADER_BYTES)]), header, {
        start: 0,
        end: bytes.length - 1,
      });
      for await (const chunk of chunks) given.push(chunk);
    })();
    await expect(reading).rejects.toThrow();
    expect(Buffer.concat(given).equals(bytes.subarray(0, PLAIN))).toBe(true);
  });
});
