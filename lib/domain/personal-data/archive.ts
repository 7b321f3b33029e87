import type { Readable } from 'node:stream';
import { toDocumentMetadata } from '#lib/domain/documents/view.ts';
import type { readPersonalData } from '#lib/domain/personal-data/reads.ts';
import { openZip, type ZipEntry } from '#lib/platform/files/zip.ts';
import { getStorage } from '#lib/platform/storage/client.ts';
import { withExactSize } from '#lib/platform/storage/exact-size.ts';

type PersonalData = Awaited<ReturnType<typeof readPersonalData>>;

/**
 * Returns a ZIP with all data of an account. `faltan.txt` lists files that are missing or not
 * scanned.
 */
export function createArchive(data: PersonalData): Promise<Readable> {
  return openZip(entriesOf(data));
}

async function* entriesOf({
  files,
  vault,
  unplaced: unplacedDocuments,
  former: previousVersions,
  ...data
}: PersonalData): AsyncGenerator<ZipEntry> {
  const account = {
    ...data,
    files: files.map(({ id, fileName }) => ({ id, fileName })),
    documents: [
      ...vault.map(toDocumentMetadata),
      ...unplacedDocuments.map(toDocumentMetadata),
      ...previousVersions.map((document) => ({
        ...toDocumentMetadata(document),
        formerOf: document.formerOf,
      })),
    ],
  };
  yield { name: 'datos.json', content: Buffer.from(JSON.stringify(account, null, 2)) };
  const missingNames: string[] = [];
  for (const { name, objectKey, size } of [
    ...files.map(requestFile),
    ...[...vault, ...unplacedDocuments, ...previousVersions].map(vaultFile),
  ]) {
    const content = objectKey ? await getStorage().read(objectKey) : null;
    if (content) yield { name, content: withExactSize(content, size) };
    else missingNames.push(name);
  }
  if (missingNames.length > 0)
    yield { name: 'faltan.txt', content: Buffer.from(missingNames.join('\n')) };
}

function requestFile(file: PersonalData['files'][number], index: number) {
  const { fileName, objectKey, size, verdict } = file;
  const name = `archivos/${index + 1}-${fileName}`;
  return { name, objectKey: verdict === 'clean' ? objectKey : null, size: size ?? 0 };
}

function vaultFile(document: PersonalData['vault' | 'unplaced' | 'former'][number], index: number) {
  const { category, fileName, state, objectKey, size } = document;
  const name = `documentos/${category}/${index + 1}-${fileName}`;
  return { name, objectKey: state === 'kept' || state === 'former' ? objectKey : null, size };
}
