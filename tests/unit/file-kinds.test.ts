import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { detectKind } from '#lib/platform/storage/inspection/file-kinds.ts';
import { bytesSource } from '#lib/platform/storage/inspection/sources.ts';
import { disguisedFiles, filesOfTwoKinds, samples } from '#tests/support/sample-files.ts';

const kindOf = (bytes: Buffer, name: string) => detectKind(bytesSource(bytes), name);

describe('the detected kind of a file', () => {
  test.each(Object.entries(samples))('is %s by its content', async (extension, bytes) => {
    const found = await kindOf(bytes, `contrato.${extension.toUpperCase()}`);
    expect(found?.extension).toBe(extension);
    expect(found?.contentType).toMatch(/^(application|image)\//);
  });

  const unknown = Object.entries(disguisedFiles).filter(([which]) => !(which in filesOfTwoKinds));
  test.each(unknown)('does not exist for: %s', async (_, { bytes, name }) => {
    expect(await kindOf(bytes, name)).toBeNull();
  });

  test('is JPEG for the extension jpeg too', async () => {
    expect(await kindOf(samples.jpg, 'foto.jpeg')).toEqual({
      contentType: 'image/jpeg',
      extension: 'jpeg',
    });
  });

  test('is JPEG for one that is named HEIC or JFIF', async () => {
    const contentType = 'image/jpeg';
    expect(await kindOf(samples.jpg, 'IMG_1.HEIC')).toEqual({ contentType, extension: 'jpg' });
    for (const extension of ['jfif', 'jpe', 'pjpeg', 'pjp']) {
      expect(await kindOf(samples.jpg, `a.${extension}`)).toEqual({ contentType, extension });
    }
  });

  test.each(Object.entries(samples))('is %s whatever its name says', async (kind, bytes) => {
    const twins: Record<string, string> = { docx: 'xlsx', xlsx: 'docx', doc: 'xls', xls: 'doc' };
    for (const extension of ['', ...Object.keys(samples)]) {
      const found = await kindOf(bytes, extension ? `papel.${extension}` : 'papel');
      // The container of an Office file does not tell which of two kinds it is.
      expect([kind, twins[kind]]).toContain(found?.extension);
    }
  });

  test('never throws for damaged files', async () => {
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
