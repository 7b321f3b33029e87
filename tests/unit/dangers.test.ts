import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { receiptBytes } from '#lib/domain/guarantees/receipt.ts';
import { dangerOf } from '#lib/platform/storage/dangers.ts';
import { detectKind } from '#lib/platform/storage/file-kinds.ts';
import { bytesSource } from '#lib/platform/storage/sources.ts';
import { archive } from '../support/archives.ts';
import { publicBody } from '../support/bodies.ts';
import { dangerous, harmless } from '../support/dangerous-files.ts';
import { dangerousOffice, harmlessOffice } from '../support/dangerous-office.ts';
import { requestOf } from '../support/requests.ts';

/** Null: taken. */
async function refusalOf({ bytes, name }: { bytes: Buffer; name: string }): Promise<string | null> {
  const source = bytesSource(bytes);
  const kind = await detectKind(source, name);
  return kind ? dangerOf(source, kind) : 'no kind of ours';
}

describe('what a file may carry', () => {
  it.each(Object.entries(dangerous))('%s is refused', async (_, file) => {
    expect(await refusalOf(file)).not.toBeNull();
  });

  it.each(Object.entries(harmless))('%s is taken', async (_, file) => {
    expect(await refusalOf(file)).toBeNull();
  });

  it.each(Object.entries(dangerousOffice))('an Office file with %s is refused', async (_, file) => {
    expect(await refusalOf(file)).not.toBeNull();
  });

  it.each(Object.entries(harmlessOffice))('an Office file with %s is taken', async (_, file) => {
    expect(await refusalOf(file)).toBeNull();
  });

  it('reads the longest list of relations in a time that grows with its length', async () => {
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

  it('what we make ourselves is taken', async () => {
    const bytes = await receiptBytes(requestOf(publicBody));
    expect(await refusalOf({ bytes, name: 'comprobante.pdf' })).toBeNull();
  });

  it('never throws on damaged files, nor takes long', async () => {
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
