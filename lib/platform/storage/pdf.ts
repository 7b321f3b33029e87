import { isArchiveToo } from '#lib/platform/storage/office-zip.ts';
import type { ByteSource } from '#lib/platform/storage/sources.ts';

const ENDS = 128 * 1024;
/** With every letter as `#xx`: one that begins within an end is read whole. */
const LONGEST_NAME = 64;
const HEAD = 1024;
/** Before the first object stand a version and a comment: no real PDF has a tag there. */
const FIRST_OBJECT = /[\r\n]\s*\d{1,10}\s+\d{1,5}\s+obj/;
const TAG = /<[a-z!?/]/i;
/** Behind it stands anything, letters after a `<` by chance too. */
const PAGE =
  /<(!doctype|html|head|body|script|style|link|meta|base|title|svg|math|iframe|frameset|object|embed|img|image|video|audio|form|input|button|details|template|table|div|span|marquee)(?=[\s/>])|<[a-z][^<>]*[\s/"']on[a-z]{3,30}\s*=|javascript:/i;
/** Of an action, or a form of scripts ahead of its reference: `/XFA` alone turns up by chance. */
const ACTS = /\/((Launch|JavaScript|Rendition)(?![A-Za-z])|XFA(?=[\s\0[%]))/;

/**
 * True for a page for browsers, an archive, or a PDF that says at its ends that it starts programs
 * or runs scripts. The scanner looks at what lies between its ends.
 */
export async function isActivePdf(source: ByteSource): Promise<boolean> {
  const head = (await source.read(0, HEAD)).toString('latin1');
  const first = head.search(FIRST_OBJECT);
  if (TAG.test(first < 0 ? head : head.slice(0, first)) || PAGE.test(head)) return true;
  for (const at of new Set([0, Math.max(0, source.size - ENDS)])) {
    const part = await source.read(at, ENDS + LONGEST_NAME);
    if (ACTS.test(pdfNames(part.toString('latin1')))) return true;
  }
  return isArchiveToo(source);
}

/** Letters of a name may be written `#xx` (ISO 32000, 7.3.5). */
function pdfNames(text: string): string {
  return text.replace(/#([0-9a-f]{2})/gi, (_, digits) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}
