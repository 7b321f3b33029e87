import { SaxesParser } from 'saxes';
import { unpackAll } from '#lib/platform/storage/office-unpack.ts';
import { CONTENT_TYPES, readArchive } from '#lib/platform/storage/office-zip.ts';
import { type ByteSource, bytesSource } from '#lib/platform/storage/sources.ts';

export type OfficeDanger = 'active' | 'broken';

/** Macros, their sheets, ActiveX, and embedded files other than today's Office ones. */
const ACTIVE_PART =
  /(^|\/)(vba[^/]*\.(bin|xml)|(activex|(intl)?macrosheets)\/.*|embeddings\/(?!.*\.(docx|xlsx|pptx)$).*)$/;
/** What makes LibreOffice, or a reader of books or programs, take the archive for one of its own. */
const OTHER_FORMAT = /^(mimetype|meta-inf\/.*|content\.xml|(basic|dialogs|scripts)\/.*)$/;
const ACTIVE_TYPE = /macroenabled|vbaproject|macrosheet|activex/i;
const ACTIVE_RELATION =
  /\/(vbaproject\w*|wordvbadata|oleobject|xl(intl)?macrosheet|control|activex\w*|afchunk)$/i;
/** Fetched when the file is opened, without a click. */
const FETCHED_RELATION = /\/(attachedtemplate|frame|subdocument|package)$/i;
/** What Word writes where a company has a template: a path on the writer's own disk, never back up it. */
const OWN_DISK =
  /^file:\/\/\/([a-z]:|Users)([\\/](?!\.{1,2}([\\/]|$))([^\\/%\p{Cc}]|%(?!2[ef5]|5c|[01][0-9a-f])[0-9a-f]{2})+)+$/iu;

/** By what a part begins with: OLE (macros, objects), programs, RTF and mail (which carry objects). */
const ACTIVE_HEAD = /^(\xd0\xcf\x11\xe0|MZ|\x7fELF|#!|\{\\rt|mime-ver)/i;
const ARCHIVE_HEAD = /^PK/;

const MIB = 1024 * 1024;
/** Thousands of links. */
const LONGEST_TEXT = 4 * MIB;
const LARGEST_EMBEDDED = 32 * MIB;
const DEEPEST = 2;

/** By names, first bytes, types and relations of its parts (ECMA-376 part 2), and files within. */
export async function officeDanger(source: ByteSource, depth = 0): Promise<OfficeDanger | null> {
  const archive = await readArchive(source);
  if (!archive?.parts.some(({ name }) => CONTENT_TYPES.test(name))) return 'broken';
  if (archive.parts.some(({ name }) => ACTIVE_PART.test(name) || OTHER_FORMAT.test(name)))
    return 'active';
  const embedded: Buffer[] = [];
  const found = new Set<OfficeDanger | null>();
  const isUsed = (extension: string) =>
    !/^\w+$/.test(extension) ||
    archive.parts.some(({ name }) => name.endsWith(`.${extension.toLowerCase()}`));
  const isRead = (name: string) => /\.rels$/.test(name) || CONTENT_TYPES.test(name);
  const isWhole = await unpackAll(
    source,
    archive,
    (name, head) => {
      if (isRead(name)) return LONGEST_TEXT;
      return ARCHIVE_HEAD.test(head.toString('latin1')) ? LARGEST_EMBEDDED : 0;
    },
    (name, bytes) => {
      const head = bytes.toString('latin1', 0, 8);
      if (isRead(name)) found.add(xmlDanger(bytes, isUsed));
      else if (ARCHIVE_HEAD.test(head)) embedded.push(bytes);
      else if (ACTIVE_HEAD.test(head) || /(^|\/)embeddings\/./.test(name)) found.add('active');
    },
  );
  if (embedded.length > 0 && depth === DEEPEST) return 'active';
  for (const bytes of isWhole ? embedded : []) {
    found.add(await officeDanger(bytesSource(bytes), depth + 1));
  }
  if (found.has('active')) return 'active';
  return isWhole && !found.has('broken') ? null : 'broken';
}

const elements = ['Types', 'Default', 'Override', 'Relationships', 'Relationship'];
const attributes = ['Extension', 'PartName', 'ContentType', 'Id', 'Type', 'Target', 'TargetMode'];

/** A list that readers could take for another is broken. Only types of used extensions count. */
function xmlDanger(bytes: Buffer, isUsed: (extension: string) => boolean): OfficeDanger | null {
  const parser = new SaxesParser({ xmlns: true });
  const odd = (): never => {
    throw new SyntaxError();
  };
  let active = false;
  parser.on('error', odd);
  parser.on('doctype', odd);
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!/^(utf-(8|16)|us-ascii)$/i.test(encoding)) odd();
  });
  parser.on('opentag', (tag) => {
    if (!elements.includes(tag.local)) odd();
    const values = new Map<string, string>();
    for (const { name, prefix, value } of Object.values(tag.attributes)) {
      if (name === 'xmlns' || prefix === 'xmlns') continue;
      if (!attributes.includes(name)) odd();
      values.set(name, value.trim());
    }
    const isActiveType = ACTIVE_TYPE.test(values.get('ContentType') ?? '');
    const isOfNone = tag.local === 'Default' && !isUsed(values.get('Extension') ?? '');
    active ||= (isActiveType && !isOfNone) || isActiveRelation(values);
  });
  try {
    parser.write(textOf(bytes)).close();
  } catch {
    return 'broken';
  }
  return active ? 'active' : null;
}

function isActiveRelation(values: ReadonlyMap<string, string>): boolean {
  const type = values.get('Type') ?? '';
  if (ACTIVE_RELATION.test(type)) return true;
  const target = values.get('Target') ?? '';
  const isElsewhere =
    /^external$/i.test(values.get('TargetMode') ?? '') ||
    /^([a-z][\w+.-]*:|[\\/]{2})/i.test(target);
  return isElsewhere && FETCHED_RELATION.test(type) && !OWN_DISK.test(target);
}

/** Throws when it is not text; without a mark it is UTF-8. */
function textOf(bytes: Buffer): string {
  const mark = bytes.toString('hex', 0, 2);
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding, { fatal: true }).decode(bytes);
}
