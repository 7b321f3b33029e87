import type { Readable } from 'node:stream';
import type { SharedDocument } from '#lib/domain/share-links/reads.ts';
import { exactly } from '#lib/platform/storage/exactly.ts';
import { getStorage } from '#lib/platform/storage/open.ts';
import { openedZip, type ZipEntry } from '#lib/platform/zip.ts';

/** A ZIP of the documents, streamed. One that is gone from the store is named in `faltan.txt`, one
 * that is not whole breaks the ZIP off. */
export function archiveOf(documents: SharedDocument[]): Promise<Readable> {
  return openedZip(entriesOf(documents));
}

async function* entriesOf(documents: SharedDocument[]): AsyncGenerator<ZipEntry> {
  const names = namesOf(documents.map(({ fileName }) => fileName));
  const missing: string[] = [];
  for (const [at, { objectKey, fileName, size }] of documents.entries()) {
    const content = await getStorage().read(objectKey);
    if (content) yield { name: names[at] ?? fileName, content: exactly(content, size) };
    else missing.push(fileName);
  }
  if (missing.length > 0) yield { name: 'faltan.txt', content: Buffer.from(missing.join('\n')) };
}

/** No two alike, also where case makes no difference: `f30.pdf`, `f30 (2).pdf`. */
export function namesOf(fileNames: string[]): string[] {
  const taken = new Set<string>();
  return fileNames.map((fileName) => {
    const dot = fileName.lastIndexOf('.');
    const stem = dot > 0 ? fileName.slice(0, dot) : fileName;
    let name = fileName;
    for (let copy = 2; taken.has(name.toLowerCase()); copy += 1) {
      name = `${stem} (${copy})${dot > 0 ? fileName.slice(dot) : ''}`;
    }
    taken.add(name.toLowerCase());
    return name;
  });
}
