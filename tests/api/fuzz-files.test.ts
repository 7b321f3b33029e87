import { readdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readMultipart } from '#lib/http/api/multipart.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { getStorage } from '#lib/platform/storage/client.ts';
import { detectKind } from '#lib/platform/storage/inspection/file-kinds.ts';
import { bytesSource, storedSource } from '#lib/platform/storage/inspection/sources.ts';
import { newTempPath } from '#lib/platform/storage/temp.ts';
import { api } from '#tests/support/call.ts';
import { rejectAfter } from '#tests/support/timing.ts';
import { createWorld, type World } from '#tests/support/world.ts';
import { multipart } from '#tools/fuzz/bodies.ts';
import { type Mutation, mutate, mutations } from '#tools/fuzz/mutations.ts';
import { fuzz, RUNS } from '#tools/fuzz/property.ts';
import { createTallies } from '#tools/fuzz/tally.ts';
import { wholeFiles } from '#tools/fuzz/whole-files.ts';

/** Mutated files break or hang no reader, and nothing strange is accepted. */
const file = 'tests/api/fuzz-files.test.ts';
const runs = (share: number) => Math.ceil(RUNS * share);
const tallies = createTallies('files');

let world: World;
let whole: { name: string; bytes: Buffer }[];
beforeAll(async () => {
  world = createWorld({ RATE_LIMITS: 'off' });
  whole = await wholeFiles();
});
afterAll(() => {
  tallies.save();
});

/** A mutation picks one of the whole files and changes it. */
const mutated = fc.record({ which: fc.nat(200), changes: mutations });
const bytesFor = ({ which, changes }: { which: number; changes: Mutation[] }) => {
  const { name, bytes } = whole[which % whole.length] ?? { name: '', bytes: Buffer.alloc(0) };
  return {
    name,
    bytes: mutate(
      bytes,
      changes,
      whole.map((item) => item.bytes),
    ),
  };
};

/** Returns what every reader of the format checks first, independently of our detector. */
function mayBe(bytes: Buffer, extension: string): boolean {
  const latin = bytes.toString('latin1');
  const starts = (hex: string) => bytes.toString('hex', 0, hex.length / 2) === hex;
  const isOffice = starts('504b0304') || starts('d0cf11e0a1b11ae1');
  switch (extension) {
    case 'pdf':
      return latin.slice(0, 1024).includes('%PDF-');
    case 'jpg':
      return starts('ffd8ff');
    case 'png':
      return starts('89504e470d0a1a0a');
    case 'webp':
      return latin.startsWith('RIFF') && latin.slice(8, 12) === 'WEBP';
    default:
      return isOffice;
  }
}

/** Time limit in ms for one small file: a hundred times the usual time, for a busy machine. */
const BOUND = 2_000;
/** Milliseconds for an upload, which a process of its own may read. */
const JUDGED = 60_000;

describe('a mutated file', () => {
  test('is recognised only as a kind whose signature it has', async () => {
    const name = 'detection';
    const check = async (input: { which: number; changes: Mutation[] }) => {
      const { name: fileName, bytes } = bytesFor(input);
      const start = performance.now();
      const kind = await rejectAfter(BOUND, detectKind(bytesSource(bytes), fileName));
      tallies.count(name, kind?.extension ?? 'none', performance.now() - start, false);
      if (kind) expect(mayBe(bytes, kind.extension)).toBe(true);
    };
    await fuzz(mutated, check, { file, name: 'is recognised', runs: runs(0.12) });
  });

  test('sent as a form is taken or refused as a whole, and leaves no temporary file', async () => {
    const name = 'upload';
    const check = async (input: { which: number; changes: Mutation[] }) => {
      const { name: fileName, bytes } = bytesFor(input);
      const form = new FormData();
      form.set('type', 'contrato');
      form.set('file', new File([new Uint8Array(bytes)], fileName));
      const start = performance.now();
      const response = await rejectAfter(
        JUDGED,
        api('/api/guarantees/upload-proxy', { body: form }),
      );
      tallies.count(name, response.status, performance.now() - start, false);
      expect([200, 400]).toContain(response.status);
      const extension = fileName.split('.').at(-1) ?? '';
      if (response.status === 200) expect(mayBe(bytes, extension)).toBe(true);
      expect(await kindInStore(fileName, bytes)).toEqual(
        await detectKind(bytesSource(bytes), fileName),
      );
    };
    await fuzz(mutated, check, { file, name: 'taken or refused', runs: runs(0.02) });
    expect(leftBehind()).toEqual([]);
  });
});

describe('a mutated multipart form', () => {
  const shape = fc.record({
    changes: fc.oneof(fc.constant<Mutation[]>([]), mutations),
    pieces: fc.array(fc.constantFrom(1, 3, 17, 1000, 70_000), { minLength: 1, maxLength: 4 }),
    size: fc.constantFrom(0, 1, 100, 100, 2_000, 2_000, 70_000, 2_200_000),
    fields: fc.nat(30),
    each: fc.constantFrom(1, 3),
    type: fc.option(
      fc.constantFrom(
        'multipart/form-data; boundary=',
        'multipart/form-data; boundary=--',
        'multipart/form-data; boundary="a b"',
        `multipart/form-data; boundary=${'-'.repeat(2000)}`,
        'multipart/form-data; charset=utf-16; boundary=b',
      ),
      { freq: 6 },
    ),
  });
  type Shape = typeof shape extends fc.Arbitrary<infer T> ? T : never;

  test('is read or refused in time, and leaves no temporary file', async () => {
    const name = 'multipart';
    const check = async ({ changes, pieces, size, fields, each, type }: Shape) => {
      const texts = Object.fromEntries(
        Array.from({ length: fields }, (_, n) => [`campo${n}`, 'x']),
      );
      const created = multipart({ ...texts, type: 'contrato', file: 'x'.repeat(size) });
      const bytes = mutate(
        created.bytes,
        changes,
        whole.map((item) => item.bytes),
      );
      const requested = new Request('http://localhost/', {
        method: 'POST',
        headers: { 'content-type': type ?? created.type },
        body: inPieces(bytes, size > 2_000 ? [66_000, 9_000] : pieces),
        duplex: 'half',
      } as RequestInit); // Node's own types leave `duplex` out
      const options = {
        maxBytes: 2_000_000,
        fields: ['type'],
        fileFields: ['file'],
        maxPerField: each,
      };
      const start = performance.now();
      const outcome = await rejectAfter(BOUND, readMultipart(requested, options)).catch(
        (error) => error,
      );
      const refused = outcome instanceof AppError;
      const code = refused ? outcome.code : 'read';
      tallies.count(name, code, performance.now() - start, false);
      if (outcome instanceof Error && !refused) throw outcome;
      if (!refused) for (const { path } of outcome.files) await rm(path);
      if (size > 2_000_000 && changes.length === 0 && type === null) expect(refused).toBe(true);
    };
    await fuzz(shape, check, { file, name: 'is read or refused', runs: runs(0.04) });
    expect(leftBehind()).toEqual([]);
  });
});

/** Judges a file that was sent to the store directly, so that only ranged reads inspect it. */
async function kindInStore(fileName: string, bytes: Buffer) {
  const path = await newTempPath();
  await writeFile(path, bytes);
  const size = bytes.length;
  await getStorage().putFile('fuzz', path, { contentType: 'application/pdf', size });
  return detectKind(storedSource(getStorage(), 'fuzz', size), fileName);
}

function leftBehind(): string[] {
  return readdirSync(join(world.dataDir, 'tmp'));
}

/** Makes a web stream of pieces with these lengths, in turn. */
function inPieces(bytes: Buffer, lengths: number[]): ReadableStream<Uint8Array> {
  let at = 0;
  let index = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      const end = at + Math.max(1, lengths[index++ % lengths.length] ?? bytes.length);
      controller.enqueue(new Uint8Array(bytes.subarray(at, end)));
      at = end;
    },
  });
}
