import {
  type ArchivedDocument,
  type Folder,
  type FolderKind,
  folderFile,
} from '#lib/domain/documents/archive.ts';
import { generatedReply } from '#lib/http/files/file-reply.ts';

export {
  type FolderKind,
  folderFormatParam,
  folderKinds,
} from '#lib/domain/documents/archive.ts';

type Options = { format: FolderKind; folder: Folder; onSend?: () => Promise<void> };

/** Returns a reply with all documents as one file. Share links count an opening by `onSend`. */
export function folderReply(
  request: Request,
  documents: readonly ArchivedDocument[],
  { format, folder, onSend }: Options,
): Promise<Response> {
  const file = folderFile(documents, format, folder);
  return generatedReply(request, onSend ? { ...file, onSend } : file);
}
