import { SaxesParser } from 'saxes';
import { type Entry, fromBufferPromise } from 'yauzl';
import {
  createExchangeSigns,
  encodingOf,
  usesExchange,
} from '#lib/platform/storage/inspection/exchange-findings.ts';
import type { Finding } from '#lib/platform/storage/inspection/findings.ts';

const MIB = 1024 * 1024;
/** Maximum bytes of a list of relations or content types, and of an embedded package. */
const MAX_KEPT_BYTES = 16 * MIB;
const MAX_DEPTH = 2;
/**
 * Maximum number of parts. A workbook of a thousand sheets with a drawing each has about 4,000
 * parts.
 */
const MAX_PARTS = 10_000;

const LIST = /(^|\/)(\[content_types\]\.xml|[^/]*\.rels)$/;
const MACROS = /(^|\/)(vba[^/]*\.(bin|xml)|(intl)?macrosheets\/[^/]+)$/;
const EMBEDDED = /(^|\/)(embeddings|activex)\/[^/]+$/;
/**
 * First bytes of OLE files, programs, RTF and mails. A part of any name may contain one of these.
 */
const OBJECT = /^(\xd0\xcf\x11\xe0|MZ|\x7fELF|\{\\rt|mime-ver)/i;
const MACRO_TYPE = /macroenabled|vbaproject|macrosheet/i;
const MACRO_RELATION = /\/(vbaproject\w*|wordvbadata|xl(intl)?macrosheet)$/i;
const OBJECT_RELATION = /\/(oleobject|control|activex\w*|afchunk)$/i;
/** Relations whose targets Office loads when it opens the file, without a click. */
const FETCHED_RELATION = /\/(attachedtemplate|frame|subdocument|package)$/i;
/**
 * Matches a template on the author's own disk, as Word writes its path. Paths with `..` do not
 * match.
 */
const OWN_DISK =
  /^file:\/\/\/([a-z]:|Users)([\\/](?!\.{1,2}([\\/]|$))([^\\/%\p{Cc}]|%(?!2[ef5]|5c|[01][0-9a-f])[0-9a-f]{2})+)+$/iu;

/** Content types of the main part (ECMA-376 part 1, 11.3.10, 12.3.23 and 13.3.6). */
const mainTypes = [
  [/wordprocessingml\.document\.main\+xml$/i, 'docx'],
  [/spreadsheetml\.sheet\.main\+xml$/i, 'xlsx'],
  [/presentationml\.presentation\.main\+xml$/i, 'pptx'],
] as const;

type Tag = { local: string; value: (attribute: string) => string };

/**
 * Returns the danger in an archive, or else its kind. Unpacks the parts, because stated sizes may
 * be false. Throws if the archive is unreadable.
 */
export async function findDangerInArchive(bytes: Buffer, depth = 0): Promise<Finding> {
  const archive = await fromBufferPromise(bytes);
  if (archive.entryCount > MAX_PARTS) return 'flood';
  const entries: Entry[] = [];
  for await (const entry of archive.eachEntry()) entries.push(entry);
  if (entries.some((entry) => entry.isEncrypted())) return 'locked';
  let bytesLeft = maxUnpackedBytes(bytes.length);
  // An archive that states its excessive size is refused before anything is unpacked.
  if (entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0) > bytesLeft) return 'flood';
  let hasObject = false;
  const names: string[] = [];
  const tags: (Tag & { list: string })[] = [];
  for (const entry of entries) {
    const name = entry.fileName.replace(/^\//, '').toLowerCase();
    names.push(name);
    if (MACROS.test(name)) return 'macros';
    const chunks: Buffer[] = [];
    const hasSigns = createExchangeSigns();
    let mayExchange = false;
    let keptBytes = 0;
    for await (const chunk of await archive.openReadStreamPromise(entry)) {
      bytesLeft -= chunk.length;
      if (bytesLeft < 0) return 'flood';
      mayExchange ||= hasSigns(chunk);
      if (chunks[0] && !LIST.test(name) && !isPackage(chunks[0])) continue;
      keptBytes += chunk.length;
      if (keptBytes > MAX_KEPT_BYTES) return 'flood';
      chunks.push(chunk);
    }
    if (mayExchange && (await usesExchange(await archive.openReadStreamPromise(entry))))
      return 'objects';
    const part = Buffer.concat(chunks);
    if (LIST.test(name)) tags.push(...tagsOf(part).map((tag) => ({ ...tag, list: name })));
    else if (isPackage(part)) {
      const finding = depth < MAX_DEPTH ? await findDangerInArchive(part, depth + 1) : 'objects';
      if (!['docx', 'xlsx', 'pptx'].includes(finding))
        return finding === 'macros' ? finding : 'objects';
    } else if (OBJECT.test(part.toString('latin1', 0, 8)) || (keptBytes > 0 && EMBEDDED.test(name)))
      hasObject = true;
  }
  const kind = mainKind(names, tags);
  const dangers = tags.map(relationDanger);
  // A part with macros is also an OLE object, whatever its name.
  if (kind === 'macros' || dangers.includes('macros')) return 'macros';
  return hasObject ? 'objects' : (dangers.find((danger) => danger !== null) ?? kind);
}

/**
 * Returns the kind of the main part. The relations of the package name that part; otherwise it has
 * its usual name.
 */
function mainKind(names: readonly string[], tags: readonly (Tag & { list: string })[]): Finding {
  const isMain = ({ list, value }: (typeof tags)[number]) =>
    list === '_rels/.rels' && /\/officeDocument$/i.test(value('Type'));
  const usualPath =
    names.find((name) => /^(word\/document|xl\/workbook)\d*\.xml$/.test(name)) ?? '';
  const path = partName(tags.find(isMain)?.value('Target') ?? usualPath);
  const types = new Map<string, string>();
  for (const { local, value } of tags) {
    if (local === 'Override') types.set(partName(value('PartName')), value('ContentType'));
    if (local === 'Default')
      types.set(`.${value('Extension').toLowerCase()}`, value('ContentType'));
  }
  if (!names.includes(path)) return 'mismatch';
  const isUsed = (name: string) => names.includes(name) || name === path.replace(/.*\./, '.');
  if ([...types].some(([name, type]) => MACRO_TYPE.test(type) && isUsed(name))) return 'macros';
  const type = types.get(path) ?? types.get(path.replace(/.*\./, '.')) ?? '';
  const kind = mainTypes.find(([pattern]) => pattern.test(type))?.[1];
  return kind ?? (path !== usualPath ? 'mismatch' : path.startsWith('word/') ? 'docx' : 'xlsx');
}

function partName(target: string): string {
  return target
    .replaceAll('\\', '/')
    .replace(/^(\.?\/)+/, '')
    .toLowerCase();
}

function relationDanger({ value }: Tag): Finding | null {
  const [type, target] = [value('Type'), value('Target')];
  if (MACRO_RELATION.test(type)) return 'macros';
  if (OBJECT_RELATION.test(type)) return 'objects';
  const isElsewhere =
    /^external$/i.test(value('TargetMode')) || /^([a-z][\w+.-]*:|[\\/]{2})/i.test(target);
  return isElsewhere && FETCHED_RELATION.test(type) && !OWN_DISK.test(target) ? 'template' : null;
}

function tagsOf(bytes: Buffer): Tag[] {
  const parser = new SaxesParser({ xmlns: true });
  const tags: Tag[] = [];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ local, attributes }) => {
    tags.push({ local, value: (attribute) => attributes[attribute]?.value.trim() ?? '' });
  });
  parser.write(new TextDecoder(encodingOf(bytes)).decode(bytes)).close();
  return tags;
}

function isPackage(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'PK\x03\x04';
}

/**
 * Limit in bytes against ZIP bombs. The most repetitive workbooks that we measured, with one word
 * in each of two million cells, unpack to 24 times their size.
 */
function maxUnpackedBytes(size: number): number {
  return Math.max(64 * MIB, Math.min(256 * MIB, 50 * size));
}
