import { isActiveCompound } from '#lib/platform/storage/compound-file.ts';
import type { FileKind } from '#lib/platform/storage/file-kinds.ts';
import { officeDanger } from '#lib/platform/storage/office.ts';
import { isActivePdf } from '#lib/platform/storage/pdf.ts';
import { pictureDanger } from '#lib/platform/storage/pixels.ts';
import type { ByteSource } from '#lib/platform/storage/sources.ts';

/** `active`: runs something when opened, or hides whether it does. */
export type Danger = 'active' | 'active-pdf' | 'picture' | 'broken';

/** Reads all of an Office file, the ends of a PDF and the frames of a picture. */
export async function dangerOf(source: ByteSource, kind: FileKind): Promise<Danger | null> {
  if (kind.extension === 'pdf') return (await isActivePdf(source)) ? 'active-pdf' : null;
  if (['docx', 'xlsx'].includes(kind.extension)) return officeDanger(source);
  if (['doc', 'xls'].includes(kind.extension))
    return (await isActiveCompound(source)) ? 'active' : null;
  return pictureDanger(source, kind.extension);
}
