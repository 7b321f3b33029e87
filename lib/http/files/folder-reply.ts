import { z } from 'zod';
import { archiveOf, type Filed, mergedFolder } from '#lib/domain/documents/archive.ts';
import { drop } from '#lib/http/files/file-reply.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { cleanFileName, contentDisposition } from '#lib/platform/storage/file-name.ts';
import { streamSending } from '#lib/platform/storage/sending.ts';
import { streamResponse } from '#lib/platform/web/content.ts';

export const folderKinds = { zip: 'application/zip', pdf: 'application/pdf' } as const;
export type FolderKind = keyof typeof folderKinds;
export const folderKind = z.enum(['zip', 'pdf'], 'Elige zip o pdf.');

type Options = {
  as: FolderKind;
  folder: { title: string | null; owner: string | null; now: number };
  /** Called once there are bytes to send; what it throws is answered instead. */
  onSend?: () => Promise<void>;
};

export async function folderReply(
  request: Request,
  documents: readonly Filed[],
  { as, folder, onSend }: Options,
): Promise<Response> {
  const title = folder.title ?? 'Documentos';
  const parts = [folder.owner, title, isoDay(folder.now)];
  const name = `${parts.filter(Boolean).join(' - ').replace(/[\\/]/g, '-')}.${as}`;
  const headers = new Headers({
    'Content-Type': folderKinds[as],
    'Content-Disposition': contentDisposition('attachment', cleanFileName(name)),
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
    'Cache-Control': 'private, no-store, no-transform',
  });
  if (request.method === 'HEAD') return streamResponse(null, { headers });
  const sending =
    as === 'zip'
      ? streamSending(await archiveOf(documents))
      : await mergedFolder(documents, { ...folder, title });
  if (onSend) await onSend().catch((error) => drop(sending, error));
  return streamResponse(sending, { headers });
}
