import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { documentLineText, documentTitle, validityOf } from '#lib/domain/documents/view.ts';
import { formatDateTime, isoDay } from '#lib/platform/chile/format.ts';
import { brand } from '#lib/platform/config/brand.ts';
import type { documents } from '#lib/platform/db/schema/documents.ts';
import { MAX_MERGED_BYTES, mergedPdf } from '#lib/platform/files/merged-pdf.ts';
import { winAnsi } from '#lib/platform/files/pdf.ts';
import { openZip, type ZipEntry } from '#lib/platform/files/zip.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { GeneratedFileReply } from '#lib/platform/operations/files.ts';
import { getStorage } from '#lib/platform/storage/client.ts';
import { withExactSize } from '#lib/platform/storage/exact-size.ts';
import { cleanFileName } from '#lib/platform/storage/file-name.ts';

export type ArchivedDocument = Pick<
  typeof documents.$inferSelect,
  | 'category'
  | 'contentType'
  | 'countedFrom'
  | 'customTitle'
  | 'expiresAt'
  | 'fileName'
  | 'issuedAt'
  | 'objectKey'
  | 'size'
>;

export const folderKinds = { zip: 'application/zip', pdf: 'application/pdf' } as const;
export type FolderKind = keyof typeof folderKinds;
export const folderFormatParam = z
  .enum(['zip', 'pdf'], 'Elige zip o pdf.')
  .describe('`pdf`: one file with an index. Only PDF, JPEG and PNG files are included.');

export type Folder = { title: string | null; owner: string | null; now: number };

/**
 * Describes documents as one downloadable file, a ZIP or a PDF. The content is made only when it is
 * read.
 */
export function folderFile(
  documents: readonly ArchivedDocument[],
  format: FolderKind,
  folder: Folder,
): GeneratedFileReply {
  const title = folder.title ?? 'Documentos';
  const parts = [folder.owner, title, isoDay(folder.now)];
  const name = `${parts.filter(Boolean).join(' - ').replace(/[\\/]/g, '-')}.${format}`;
  return {
    content: async () =>
      format === 'zip'
        ? createDocumentArchive(documents)
        : mergeFolder(documents, { ...folder, title }),
    type: folderKinds[format],
    name: cleanFileName(name),
  };
}

/**
 * Streams a ZIP of the documents. Documents without bytes are listed in its file `faltan.txt`. If
 * bytes turn out to be damaged, the stream aborts, so that a broken ZIP cannot look complete.
 */
export function createDocumentArchive(documents: readonly ArchivedDocument[]): Promise<Readable> {
  return openZip(readZipEntries(documents));
}

async function* readZipEntries(documents: readonly ArchivedDocument[]): AsyncGenerator<ZipEntry> {
  const names = archiveNames(documents);
  const missing: string[] = [];
  for (const [at, { objectKey, fileName, size }] of documents.entries()) {
    const content = await getStorage().read(objectKey);
    if (content) yield { name: names[at] ?? fileName, content: withExactSize(content, size) };
    else missing.push(fileName);
  }
  if (missing.length > 0) yield { name: 'faltan.txt', content: Buffer.from(missing.join('\n')) };
}

/**
 * Names the files of an archive with their position, such as `02 e-RUT - escaneo.pdf`, so that all
 * names differ and sort in order.
 */
export function archiveNames(
  documents: readonly Pick<ArchivedDocument, 'category' | 'customTitle' | 'fileName'>[],
): string[] {
  const digits = Math.max(2, `${documents.length}`.length);
  return documents.map((document, index) => {
    const ordinal = `${index + 1}`.padStart(digits, '0');
    return cleanFileName(
      `${ordinal} ${documentTitle(document)} - ${document.fileName}`.replace(/[\\/]/g, '-'),
    );
  });
}

const mergeableTypes = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpeg',
  'image/png': 'png',
} as const;

/**
 * Merges PDFs and images into one PDF. Its first pages are an index, which also lists the documents
 * that were left out. Throws `unavailable` if the PDF could not be made.
 */
async function mergeFolder(
  documents: readonly ArchivedDocument[],
  { title, owner, now }: { title: string; owner: string | null; now: number },
) {
  let bytesLeft = MAX_MERGED_BYTES;
  const chosen = documents.map((document) => {
    const kind = Object.entries(mergeableTypes).find(
      ([type]) => type === document.contentType,
    )?.[1];
    const fits = kind !== undefined && document.size <= bytesLeft;
    if (fits) bytesLeft -= document.size;
    return { document, kind: fits ? kind : null };
  });
  const mergedFile = await mergedPdf(
    {
      title: winAnsi(title),
      description: winAnsi(
        `${owner ? `De ${owner} · ` : ''}Preparado el ${formatDateTime(now)}, hora de Chile, en ${brand.name}`,
      ),
      note: winAnsi(
        'Una firma electrónica se comprueba en el archivo original, que está en el ZIP.',
      ),
      names: { page: winAnsi('pág.'), apart: 'aparte, en el ZIP' },
      parts: chosen.map(({ document, kind }) => {
        const validity = validityOf(document, now);
        const description =
          documentLineText(document) + (validity ? ` · ${validity.label} ${validity.day}` : '');
        return { title: winAnsi(documentTitle(document)), description: winAnsi(description), kind };
      }),
    },
    readPartBytes(chosen),
  );
  if (!mergedFile) throw new AppError('unavailable', { message: notMadeText });
  return mergedFile;
}

const notMadeText =
  'No pudimos juntar estos documentos en un PDF. Prueba otra vez en un minuto, o descarga el ZIP.';

async function* readPartBytes(
  chosen: readonly { document: ArchivedDocument; kind: string | null }[],
) {
  for (const { document, kind } of chosen) {
    const content = kind === null ? null : await getStorage().read(document.objectKey);
    yield content ? await buffer(withExactSize(content, document.size)) : Buffer.alloc(0);
  }
}
