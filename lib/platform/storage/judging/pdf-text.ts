import type { Finding } from '#lib/platform/storage/judging/findings.ts';
import type { ByteSource } from '#lib/platform/storage/judging/sources.ts';

/**
 * Names of actions that run something, and of forms made of scripts (ISO 32000-1, 12.6.4 and 12.7.8).
 * `/XFA` alone turns up in packed bytes by chance.
 */
const ACTS = /\/((JavaScript|Launch|Rendition)(?![A-Za-z])|XFA(?=[\s\0[%]))/;
/** These are packed, encrypted, or have a file within, whose name a parser reads. */
const PACKED = /\/((ObjStm|Encrypt)(?![A-Za-z])|EF(?=[\s\0<%]))/;
/** Acts without a click, and links elsewhere, go to a parser, which sees whether they connect. */
const OPENS_BY_ITSELF = /\/(OpenAction(?![A-Za-z])|AA(?=[\s\0<%]))/;
const LEADS_AWAY = /\/(GoTo[RE]|SubmitForm|ImportData|URI)(?![A-Za-z])/;
const PIECE = 256 * 1024;
/** The longest name has every letter as `#xx`. */
const OVERLAP = 64;

/** A PDF has a version and a comment before the first object. These bytes mean another format. */
const OTHER_DOCUMENT = /<[a-z!?/]|^\s*(#!|MZ|PK|GIF8|%!|\{\\rt|mime-ver|\x7fELF|\xff\xd8)/i;
const FIRST_OBJECT = /[\r\n]\s*\d{1,10}\s+\d{1,5}\s+obj/;
const PAGE =
  /<(!doctype|html|head|body|script|style|link|meta|base|title|svg|math|iframe|frameset|object|embed|img|image|video|audio|form|input|button|details|template|table|div|span|marquee)(?=[\s/>])|<[a-z][^<>]*[\s/"']on[a-z]{3,30}\s*=|javascript:/i;

/** Checks unpacked text. Returns null when a part of it is packed, or needs a parser. */
export async function plainPdfFinding(source: ByteSource): Promise<Finding | null> {
  const head = (await source.read(0, 1024)).toString('latin1');
  const first = head.search(FIRST_OBJECT);
  if (OTHER_DOCUMENT.test(first < 0 ? head : head.slice(0, first)) || PAGE.test(head))
    return 'mixed';
  let [isPacked, runsUnrequested, leadsAway] = [false, false, false];
  for (let at = 0; at < source.size; at += PIECE) {
    const text = namesIn((await source.read(at, PIECE + OVERLAP)).toString('latin1'));
    if (ACTS.test(text)) return 'script';
    isPacked ||= PACKED.test(text);
    runsUnrequested ||= OPENS_BY_ITSELF.test(text);
    leadsAway ||= LEADS_AWAY.test(text);
  }
  return isPacked || (runsUnrequested && leadsAway) ? null : 'pdf';
}

/** Letters of a name may be written `#xx` (ISO 32000-1, 7.3.5). */
function namesIn(text: string): string {
  return text.replace(/#([0-9a-f]{2})/gi, (_, digits) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}
