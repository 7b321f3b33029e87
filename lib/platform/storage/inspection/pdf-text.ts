import type { Finding } from '#lib/platform/storage/inspection/findings.ts';
import type { ByteSource } from '#lib/platform/storage/inspection/sources.ts';

/**
 * Names of actions that run something, and of XFA forms (ISO 32000-1, 12.6.4 and 12.7.8). `/XFA`
 * needs a delimiter, because these letters occur in compressed data by chance.
 */
const ACTS = /\/((JavaScript|Launch|Rendition)(?![A-Za-z])|XFA(?=[\s\0[%]))/;
/**
 * String literals. Texts and links may contain the names above, so a parser checks them: a comment
 * can open a false string.
 */
const STRINGS = /\((?:[^()\\]|\\.|\([^()\\]*\)){0,4096}\)/gs;
/** Compressed objects, encryption and embedded files, which need a parser. */
const PACKED = /\/((ObjStm|Encrypt)(?![A-Za-z])|EF(?=[\s\0<%]))/;
/** Matches automatic actions. Only a parser sees whether they lead away from the document. */
const OPENS_BY_ITSELF = /\/(OpenAction(?![A-Za-z])|AA(?=[\s\0<%]))/;
const LEADS_AWAY = /\/(GoTo[RE]|SubmitForm|ImportData|URI)(?![A-Za-z])/;
/**
 * Matches streams of at least 100,000 bytes or of indirect length. They must be unpacked, like
 * streams that are packed twice. Shorter streams unpack to at most 100 MB, because DEFLATE packs at
 * most 1:1032.
 */
const LARGE_STREAM = /\/Length\s+(\d{6}|\d+\s+\d+\s+R)/g;
const DEFLATED = /\/(FlateDecode|Fl)(?![A-Za-z])/;
/** `LARGE_STREAM` and `DEFLATED` must lie in one dictionary. Scanned photos have another filter. */
const DICTIONARY_BYTES = 300;
const PACKED_TWICE = /\/(FlateDecode|Fl|LZWDecode|LZW)\s*\/(FlateDecode|Fl|LZWDecode|LZW)\b/;
/** The end of a complete file: its trailer, and the offset of its cross-reference table. */
const END = /trailer\s*<<.*>>|startxref\s+\d/s;
const END_BYTES = 2048;
const PIECE_BYTES = 256 * 1024;
/** Pieces overlap by more than any name whose letters are written as `#xx`. */
const OVERLAP_BYTES = DICTIONARY_BYTES;

/**
 * Matches signs of another format before the first object. A PDF has only its version and a comment
 * there.
 */
const OTHER_DOCUMENT =
  /<[a-z!?/]|^\s*(#!|MZ|PK|GIF8|%!|\{\\rt|mime-ver|\x7fELF|\xff\xd8|7z\xbc\xaf|Rar!)/i;
const FIRST_OBJECT = /[\r\n]\s*\d{1,10}\s+\d{1,5}\s+obj/;
const PAGE =
  /<(!doctype|html|head|body|script|style|link|meta|base|title|svg|math|iframe|frameset|object|embed|img|image|video|audio|form|input|button|details|template|table|div|span|marquee)(?=[\s/>])|<[a-z][^<>]*[\s/"']on[a-z]{3,30}\s*=|javascript:/i;

/** Matches the unpacked contents of a stream: the words of a page, which may be about anything. */
const STREAM = /\bstream\r?\n[\s\S]*?(endstream|$)/g;
/** First bytes of archives that their programs find anywhere in a file. */
const ARCHIVE = /7z\xbc\xaf\x27\x1c|Rar!\x1a\x07/;

/** Checks uncompressed text. Returns null when the file needs a parser. */
export async function findInPlainPdf(source: ByteSource): Promise<Finding | null> {
  const head = (await source.read(0, 1024)).toString('latin1');
  const firstObjectIndex = head.search(FIRST_OBJECT);
  if (OTHER_DOCUMENT.test(firstObjectIndex < 0 ? head : head.slice(0, firstObjectIndex)))
    return 'mixed';
  if (PAGE.test(head.replace(STREAM, ''))) return 'mixed';
  let needsParser = !hasEnd(await source.read(Math.max(0, source.size - END_BYTES), END_BYTES));
  let [runsUnrequested, leadsAway] = [false, false];
  for (let at = 0; at < source.size; at += PIECE_BYTES) {
    const piece = (await source.read(at, PIECE_BYTES + OVERLAP_BYTES)).toString('latin1');
    if (ARCHIVE.test(piece)) return 'mixed';
    const text = decodeNames(piece);
    if (ACTS.test(text.replace(STRINGS, ''))) return 'script';
    needsParser ||= PACKED.test(text) || ACTS.test(text) || PACKED_TWICE.test(text);
    needsParser ||= source.size > PIECE_BYTES && couldFlood(text);
    runsUnrequested ||= OPENS_BY_ITSELF.test(text);
    leadsAway ||= LEADS_AWAY.test(text);
  }
  return needsParser || (runsUnrequested && leadsAway) ? null : 'pdf';
}

/** Returns whether the last bytes of a file end a complete PDF. */
function hasEnd(bytes: Buffer): boolean {
  return END.test(bytes.toString('latin1', Math.max(0, bytes.length - END_BYTES)));
}

/** Returns whether a large Flate stream begins in this piece of a file. */
function couldFlood(piece: string): boolean {
  return Array.from(piece.matchAll(LARGE_STREAM)).some(({ index }) =>
    DEFLATED.test(piece.slice(Math.max(0, index - DICTIONARY_BYTES), index + DICTIONARY_BYTES)),
  );
}

/** Decodes letters that are written as `#xx` in names (ISO 32000-1, 7.3.5). */
function decodeNames(text: string): string {
  return text.replace(/#([0-9a-f]{2})/gi, (_, digits) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}
