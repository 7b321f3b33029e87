import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { detectKind } from '#lib/platform/storage/file-kinds.ts';
import { bytesSource } from '#lib/platform/storage/sources.ts';
import { compound, intruders, samples, zip } from '#tests/support/sample-files.ts';

const kindOf = (bytes: Buffer, name: string) => detectKind(bytesSource(bytes), name);

describe('the kind of a file', () => {
  test.each(Object.entries(samples))('%s is known by its content', async (extension, bytes) => {
    const found = await kindOf(bytes, `contrato.${extension.toUpperCase()}`);
    expect(found?.extension).toBe(extension);
    expect(found?.contentType).toMatch(/^(application|image)\//);
  });

  test.each(Object.entries(intruders))('%s is refused', async (_, { bytes, name }) => {
    expect(await kindOf(bytes, name)).toBeNull();
  });

  test('JPEG goes by both of its extensions', async () => {
    expect(await kindOf(samples.jpg, 'foto.jpeg')).toEqual({
      contentType: 'image/jpeg',
      extension: 'jpeg',
    });
  });

  test('finds the index of an Office file behind its content', async () => {
    const big = zip({
      'word/media/image1.jpg': 'x'.repeat(300_000),
      '[Content_Types].xml': '',
      'word/document2.xml': '',
    });
    expect((await kindOf(big, 'a.docx'))?.extension).toBe('docx');
    expect(await kindOf(Buffer.concat([big, Buffer.from(' ')]), 'a.docx')).toBeNull();
  });

  test('follows a directory that is scattered over a compound file', async () => {
    const many = Array.from({ length: 30 }, (_, n) => `Objeto ${n}`);
    expect(
      (await kindOf(compound([...many, 'Workbook'], { scattered: true }), 'a.xls'))?.extension,
    ).toBe('xls');
  });

  test('ends on a compound file whose chain bites its own tail', async () => {
    const loop = compound(['A', 'B', 'C', 'D']);
    loop.writeUInt32LE(1, 512 + 2 * 4);
    expect(await kindOf(loop, 'a.doc')).toBeNull();
  });

  test('reads a bounded part of a large file', async () => {
    const whole = zip({ '[Content_Types].xml': '', 'xl/workbook.xml': 'x'.repeat(8_000_000) });
    let read = 0;
    const counted = {
      size: whole.length,
      read: async (offset: number, length: number) => {
        const part = whole.subarray(offset, offset + length);
        read += part.length;
        return part;
      },
    };
    expect((await detectKind(counted, 'a.xlsx'))?.extension).toBe('xlsx');
    expect(read).toBeLessThan(128 * 1024);
  });

  test('never throws on damaged files', async () => {
    const bases = Object.values(samples);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...bases),
        fc.array(fc.tuple(fc.nat(1_600), fc.nat(255)), { maxLength: 24 }),
        fc.nat(2_000),
        fc.constantFrom('a.docx', 'a.doc', 'a.xls', 'a.pdf', 'a.webp'),
        async (base, changes, length, name) => {
          const damaged = Buffer.from(base.subarray(0, length));
          for (const [at, value] of changes) if (at < damaged.length) damaged[at] = value;
          expect(await kindOf(damaged, name)).not.toBeUndefined();
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
