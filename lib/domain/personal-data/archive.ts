import type { Readable } from 'node:stream';
import type { readPersonalData } from '#lib/domain/personal-data/reads.ts';
import { getStorage } from '#lib/platform/storage/open.ts';
import { type ZipEntry, zipOf } from '#lib/platform/zip.ts';

type PersonalData = Awaited<ReturnType<typeof readPersonalData>>;

/**
 * A ZIP of `datos.json` and the person's files under `archivos/`, streamed. A file that is gone
 * from the store is named in `faltan.txt`.
 */
export function createArchive(data: PersonalData): Readable {
  return zipOf(entriesOf(data));
}

async function* entriesOf({ files, ...data }: PersonalData): AsyncGenerator<ZipEntry> {
  const documents = files.map(({ id, fileName }) => ({ id, fileName }));
  const json = JSON.stringify({ ...data, files: documents }, null, 2);
  yield { name: 'datos.json', content: Buffer.from(json) };
  const missing: string[] = [];
  for (const [index, { fileName, objectKey }] of files.entries()) {
    const content = await getStorage().read(objectKey);
    if (content) yield { name: `archivos/${index + 1}-${fileName}`, content };
    else missing.push(fileName);
  }
  if (missing.length > 0) yield { name: 'faltan.txt', content: Buffer.from(missing.join('\n')) };
}
