import { isActiveCompound } from '#lib/platform/storage/compound-file.ts';
import type { FileKind } from '#lib/platform/storage/file-kinds.ts';
import { officeDanger } from '#lib/platform/storage/office.ts';
import { pixelsOf } from '#lib/platform/storage/pixels.ts';
import type { ByteSource } from '#lib/platform/storage/sources.ts';

/** `active`: runs something when opened, or hides whether it does. */
export type Danger = 'active' | 'active-pdf' | 'picture' | 'broken';

const MOST_PIXELS = 50_000_000;

/** Reads all of an Office file, the ends of a PDF and the head of a picture. */
export async function dangerOf(source: ByteSource, kind: FileKind): Promise<Danger | null> {
  if (kind.extension === 'pdf') return (await isActivePdf(source)) ? 'active-pdf' : null;
  if (['docx', 'xlsx'].includes(kind.extension)) return officeDanger(source);
  if (['doc', 'xls'].includes(kind.extension))
    return (await isActiveCompound(source)) ? 'active' : null;
  return ((await pixelsOf(source, kind.extension)) ?? 0) > MOST_PIXELS ? 'picture' : null;
}

const PDF_ENDS = 128 * 1024;
const PDF_HEAD = 1024;
const PAGE =
  /<(!doctype|html|head|body|script|style|link|meta|base|title|svg|math|iframe|frameset|object|embed|img|image|video|audio|form|input|button|details|template|table|div|span|marquee)(?=[\s/>])/i;

/**
 * A page for browsers as well as a PDF, or one that says at its ends, where catalogues and actions
 * mostly stand, that it starts programs or runs scripts. What it packs away is the scanner's to find.
 */
async function isActivePdf(source: ByteSource): Promise<boolean> {
  const head = await source.read(0, PDF_ENDS);
  if (PAGE.test(head.toString('latin1', 0, PDF_HEAD))) return true;
  const tail = await source.read(Math.max(PDF_ENDS, source.size - PDF_ENDS), PDF_ENDS);
  const acts = /\/(Launch|JavaScript)(?![A-Za-z])/;
  return [head, tail].some((part) => acts.test(pdfNames(part.toString('latin1'))));
}

/** Letters of a name may be written `#xx` (ISO 32000, 7.3.5). */
function pdfNames(text: string): string {
  return text.replace(/#([0-9a-f]{2})/gi, (_, digits) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}
