import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { receiptBytes } from '#lib/domain/guarantees/receipt.ts';
import { dangerOf } from '#lib/platform/storage/dangers.ts';
import { detectKind } from '#lib/platform/storage/file-kinds.ts';
import { bytesSource } from '#lib/platform/storage/sources.ts';
import { archive } from '#tests/support/archives.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { dangerous, harmless } from '#tests/support/dangerous-files.ts';
import { dangerousOffice, harmlessOffice } from '#tests/support/dangerous-office.ts';
import { requestOf } from '#tests/support/requests.ts';

/** Null: taken. */
async function refusalOf({ bytes, name }: { bytes: Buffer; name: string }): Promise<string | null> {
  const source = bytesSource(bytes);
  const kind = await detectKind(source, name);
  return kind ? dangerOf(source, kind) : 'no kind of ours';
}

describe('what a file may carry', () => {
  test.each(Object.entries(dangerous))('%s is refused', async (_, file) => {
    expect(await refusalOf(file)).not.toBeNull();
  });

  test.each(Object.entries(harmless))('%s is taken', async (_, file) => {
    expect(await refusalOf(file)).toBeNull();
  });

  test.each(Object.entries(dangerousOffice))(
    'an Office file with %s is refused',
    async (_, file) => {
      expect(await refusalOf(file)).not.toBeNull();
    },
  );

  test.each(Object.entries(harmlessOffice))('an Office file with %s is taken', async (_, file) => {
    expect(await refusalOf(file)).toBeNull();
  });

  test('reads the longest list of relations in a time that grows with its length', async () => {
    const list = (letters: number) => `<Relationships ${'a'.repeat(letters)}`;
    const started = performance.now();
    for (const content of [list(4_000_000), `${list(4_000_000)}>`, '<a '.repeat(1_000_000)]) {
      const bytes = archive([
        { name: '[Content_Types].xml', content: '<Types/>' },
        { name: 'word/document.xml', content: '' },
        { name: 'word/_rels/settings.xml.rels', content, deflated: true },
      ]);
      expect(await refusalOf({ bytes, name: 'a.docx' })).toBe('broken');
    }
    // Minutes where it grew with the square.
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  test('what we make ourselves is taken', async () => {
    const bytes = await receiptBytes(requestOf(publicBody), 'https://resguardo.cl/comprobante/a.b');
    expect(await refusalOf({ bytes, name: 'comprobante.pdf' })).toBeNull();
  });

  test('never throws on damaged files, nor takes long', async () => {
    const bases = [dangerous, harmless, dangerousOffice, harmlessOffice]
      .flatMap(Object.values)
      .filter(({ bytes }) => bytes.length < 70_000);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...bases),
        fc.array(fc.tuple(fc.nat(8_000), fc.nat(255)), { maxLength: 24 }),
        async ({ bytes, name }, changes) => {
          const damaged = Buffer.from(bytes);
          for (const [at, value] of changes) if (at < damaged.length) damaged[at] = value;
          expect(await refusalOf({ bytes: damaged, name })).not.toBeUndefined();
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
