import { isActiveCompound } from '#lib/platform/storage/compound-file.ts';
import type { FileKind } from '#lib/platform/storage/file-kinds.ts';
import { partsOf, unpackAll } from '#lib/platform/storage/office-zip.ts';
import { isActivePdf } from '#lib/platform/storage/pdf.ts';
import { pictureDanger } from '#lib/platform/storage/pixels.ts';
import type { ByteSource } from '#lib/platform/storage/sources.ts';

/** `active`: runs something when opened, or hides whether it does. */
export type Danger = 'active' | 'active-pdf' | 'picture' | 'broken';

/**
 * What makes a file of an accepted kind one that we do not hand on. Reads all of an Office file,
 * the ends of a PDF and the frames of a picture.
 */
export async function dangerOf(source: ByteSource, kind: FileKind): Promise<Danger | null> {
  if (kind.extension === 'pdf') return (await isActivePdf(source)) ? 'active-pdf' : null;
  if (['docx', 'xlsx'].includes(kind.extension)) return officeDanger(source);
  if (['doc', 'xls'].includes(kind.extension))
    return (await isActiveCompound(source)) ? 'active' : null;
  return pictureDanger(source, kind.extension);
}

/** Macros, their sheets, ActiveX, and embedded files other than today's Office ones. */
const ACTIVE_PART =
  /(^|\/)(vba[^/]*\.(bin|xml)|(activex|(intl)?macrosheets)\/.*|embeddings\/(?!.*\.(docx|xlsx|pptx)$).*)$/;
const ACTIVE_TYPE = /macroenabled|vbaproject|macrosheet/i;
const ACTIVE_RELATION =
  /\/(vbaproject\w*|wordvbadata|oleobject|xl(intl)?macrosheet|control|activex\w*)$/i;
/** Fetched when the file is opened, without a click. */
const FETCHED_RELATION = /\/(attachedtemplate|frame|subdocument|afchunk|package)$/i;
/** What Word writes where a company has a template: a path on the writer's own disk, never back up it. */
const OWN_DISK = /^file:\/\/\/[a-z]:(?!.*(\.\.|[\\/]{2}|%2e|%2f|%5c))[\\/]/i;

async function officeDanger(source: ByteSource): Promise<Danger | null> {
  const parts = await partsOf(source);
  if (!parts) return 'broken';
  if (parts.some(({ name }) => ACTIVE_PART.test(name))) return 'active';
  let active = false;
  const whole = await unpackAll(source, parts, /\.rels$|^\[content_types\]\.xml$/, (bytes) => {
    active ||= isActiveXml(bytes);
  });
  if (active) return 'active';
  return whole ? null : 'broken';
}

/** A list of content types or relations; what cannot be read as text is taken for active. */
function isActiveXml(bytes: Buffer): boolean {
  const xml = textOf(bytes);
  if (!/^\ufeff?\s*(<|$)/.test(xml)) return true;
  if (/<!(DOCTYPE|ENTITY)|encoding\s*=\s*["'](?!utf-8|utf-16|us-ascii)/i.test(xml)) return true;
  if (/<(?:[^\s<>/:="']+:)?types(?=[\s/>])/i.test(xml) && ACTIVE_TYPE.test(decoded(xml)))
    return true;
  const tags = xml.matchAll(/<(?:[^\s<>/:="']+:)?Relationship\s((?:[^"'<>]|"[^"<]*"|'[^'<]*')*)>/g);
  for (const [, inside = ''] of tags) {
    const pairs = inside.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
    const values = new Map(
      [...pairs].map(([, name, a, b]) => [name, decoded(a ?? b ?? '').trim()]),
    );
    const type = values.get('Type') ?? '';
    if (ACTIVE_RELATION.test(type)) return true;
    if (!/^external$/i.test(values.get('TargetMode') ?? '') || !FETCHED_RELATION.test(type))
      continue;
    if (!OWN_DISK.test(values.get('Target') ?? '')) return true;
  }
  return false;
}

function textOf(bytes: Buffer): string {
  const isWide = bytes.subarray(0, 64).includes(0);
  const pairs = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)));
  if (isWide && (bytes[0] === 0xfe || bytes[0] === 0)) pairs.swap16();
  return isWide ? pairs.toString('utf16le') : bytes.toString('utf8');
}

/** Character references, with any number of zeros before them. */
function decoded(text: string): string {
  return text.replace(/&#(x?)0*([0-9a-f]{1,6});/gi, (_, hex, digits) =>
    String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(digits, hex ? 16 : 10) || 0x20)),
  );
}
