import { buffer } from 'node:stream/consumers';
import type { Finding } from '#lib/platform/storage/dangers.ts';

// A program of its own, see `dangers.ts`: a file comes in, what was found goes out as JSON.

const bytes = await buffer(process.stdin);
const find = await finder();
// Only now: libraries may load what is closed then.
await import('#lib/platform/without-network.ts');
// A library that cannot read a file may say so by any error.
const found = await Promise.resolve(bytes)
  .then(find)
  .catch((): Finding => 'broken');
process.stdout.write(JSON.stringify(found));

async function finder(): Promise<(bytes: Buffer) => Finding | Promise<Finding>> {
  switch (bytes.toString('latin1', 0, 2)) {
    case 'PK':
      return (await import('#lib/platform/storage/archive-findings.ts')).archiveFinding;
    case '\xd0\xcf':
      return (await import('#lib/platform/storage/compound-findings.ts')).compoundFinding;
    case '\xff\xd8':
    case '\x89P':
    case 'RI': {
      const { pictureFinding } = await import('#lib/platform/storage/pixels.ts');
      return (picture) => pictureFinding(picture) ?? 'broken';
    }
    default:
      return (await import('#lib/platform/storage/pdf-findings.ts')).packedPdfFinding;
  }
}
