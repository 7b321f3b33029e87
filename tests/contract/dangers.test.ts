import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { receiptBytes } from '#lib/domain/requests/submissions/receipt.ts';
import { findDanger } from '#lib/platform/storage/inspection/dangers.ts';
import { detectKind } from '#lib/platform/storage/inspection/file-kinds.ts';
import { bytesSource } from '#lib/platform/storage/inspection/sources.ts';
import { inspectedFiles } from '#tests/support/dangerous-files.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { openRequest } from '#tests/support/requests.ts';
import { samples } from '#tests/support/sample-files.ts';
import { RUNS } from '#tools/fuzz/property.ts';

/** Returns null if the file is accepted. */
async function refusalOf(name: string, bytes: Buffer): Promise<string | null> {
  const source = bytesSource(bytes);
  const kind = await detectKind(source, name);
  return kind ? findDanger(source, kind, 'a sender') : 'no kind of ours';
}

const all = Object.entries(inspectedFiles);

/** Files by extension. A file that hangs its judge does so with any other bytes. */
const kinds = Object.entries(
  Object.groupBy(
    Object.values(inspectedFiles).filter(
      ([, bytes, danger]) => bytes.length < 70_000 && danger !== 'heavy',
    ),
    ([name]) => name.replace(/.*\./, ''),
  ),
).map(([kind, files]) => [kind, files ?? []] as const);

describe('the inspection of an uploaded file', () => {
  test.each(all.filter(([, [, , danger]]) => danger))('refuses %s', async (_, file) => {
    const [name, bytes, danger] = file;
    expect(await refusalOf(name, bytes)).toBe(danger);
  });

  test.each(all.filter(([, [, , danger]]) => !danger))('accepts %s', async (_, [name, bytes]) => {
    expect(await refusalOf(name, bytes)).toBeNull();
  });

  test('accepts the PDF that we make ourselves', async () => {
    const bytes = await receiptBytes(
      openRequest(publicBody),
      'https://resguardo.cl/comprobante/a.b',
    );
    expect(await refusalOf('comprobante.pdf', bytes)).toBeNull();
  });

  test('is not delayed for one sender by many files of another', async () => {
    const [name, bytes] = ['a.docx', samples.docx];
    const { promise: slow, resolve: goOn } = Promise.withResolvers<void>();
    const source = bytesSource(bytes);
    const kind = await detectKind(source, name);
    if (!kind) throw new Error('no kind of ours');
    const slowly = {
      size: source.size,
      read: async (at: number, length: number) => slow.then(() => source.read(at, length)),
    };
    const many = Array.from({ length: 5 }, () => findDanger(slowly, kind, 'one'));
    expect(await findDanger(source, kind, 'another')).toBeNull();
    goOn();
    expect(await Promise.all(many)).toEqual([null, null, null, null, null]);
  });

  test.each(kinds)('never throws on a damaged %s', async (_, files) => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.array(fc.tuple(fc.nat(8_000), fc.nat(255)), { maxLength: 24 }),
        async ([name, bytes], changes) => {
          const damaged = Buffer.from(bytes);
          for (const [at, value] of changes) if (at < damaged.length) damaged[at] = value;
          expect(await refusalOf(name, damaged)).not.toBeUndefined();
        },
      ),
      { numRuns: Math.ceil(RUNS / 1000) },
    );
  });
});
