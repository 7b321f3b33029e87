import type { Mail } from '#lib/platform/mail/mail.ts';

/** The words of a mail without its secrets, and the names of its attachments. */
export type SentText = { subject: string; text: string; files: string[] };

const MAX_TEXT = 20_000;
const MASK = '••••••';
const groupedCodePattern = /\b[0-9A-Z]{5}(?:-[0-9A-Z]{5}){3}\b/g;
/** Links with or without their scheme, as a person may have pasted one into a reply. */
const linkPattern = /(?:https?:\/\/|\b(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?\/)[^\s<>"]+/gi;

/**
 * Returns the words of a mail, at most `MAX_TEXT` characters. Codes and the ends of links are
 * covered, because they open something for anybody.
 */
export function sentTextOf({ subject, text, attachments = [] }: Mail): SentText {
  const [, code] = /^Código: (\S+)$/m.exec(text) ?? [];
  const mask = (words: string) =>
    (code ? words.replaceAll(code, MASK) : words)
      .replace(groupedCodePattern, MASK)
      .replace(linkPattern, maskedUrl)
      .slice(0, MAX_TEXT)
      .toWellFormed();
  const files = attachments.map(({ fileName }) => fileName);
  return { subject: mask(subject), text: mask(text), files };
}

/** Returns a URL behind a login whole, and the beginning of any other: the rest might open it. */
function maskedUrl(link: string): string {
  const scheme = /^https?:\/\//i.test(link) ? '' : 'https://';
  if (!URL.canParse(scheme + link)) return MASK;
  const { origin, pathname, search, hash } = new URL(scheme + link);
  const [, first = '', ...otherParts] = pathname.split('/');
  const isBehindLogin = ['panel', 'admin'].includes(first) || otherParts.length === 0;
  const path = isBehindLogin ? pathname : `/${first}/${MASK}`;
  return `${origin.slice(scheme.length)}${path}${search || hash ? MASK : ''}`;
}
