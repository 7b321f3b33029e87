import { plainText } from '#lib/platform/operations/plain-text.ts';

/**
 * People put back such dots: `evil[.]com`, `evil .com`, `evil. com`. "Soc. Com." shortens words.
 */
const brokenAddress =
  /[[({]\s*(\.|dot|punto)\s*[\])}]|\s\.\s*\p{L}{2}|(?<!\b(soc|inv|ing|agr|ind|inm|inmob|const|transp|dist|imp|exp))\.\s+(com|cl|net|org|io|app|info|live|site|xyz)\b|\b(mailto|tel):/iu;
/** Amounts, days, RUTs and tenders have many digits and are no telephones. */
const known =
  /\$ ?\d{1,3}(\.\d{3})+|\d\d-\d\d-\d{4}|\d{4}-\d\d-\d\d|\d{1,2}(\.\d{3}){2}-[\dk]|\b\d{7,8}-[\dk]\b|\d{1,8}-\d{1,6}-\p{L}{1,3}\d\d\b/giu;
/** A telephone has eight digits or more, with the usual signs between them. */
const telephone = /\p{Nd}([\s.()+-]*\p{Nd}){7}/u;

/** Returns whether a typed text has a web or mail address or a telephone. */
export function namesAddress(text: string): boolean {
  // Browsers and mail programs treat wide, circled and accented letters and other dots alike.
  const read = plainText(text).normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('。', '.');
  return (
    /[@/]|\S\.\p{L}{2}/u.test(read) ||
    brokenAddress.test(read) ||
    telephone.test(read.replace(known, '-'))
  );
}

/** Ignores slashes between words, which join names. A slash inside a word may be an address. */
export function leadsElsewhere(text: string): boolean {
  return namesAddress(text.replaceAll(' / ', ' - '));
}

const MOST = 60;
/** A name has a year or a number at most. More digits are a telephone or a bank account. */
const MOST_DIGITS = 5;
/** These words order their reader to act, which no name of a person or company does. */
const orders =
  /\b(respond[ae]|llam[ae]|pag(a|ue|uen)|transfier[ae]|deposit[ae]|ingres[ae]|haga|haz|clic|click|urgente|claves?|contrasenas?|bloquead[ao]|suspendid[ao]|whatsapp)\b/iu;

/**
 * Returns the name to show to third persons. It carries no address and no message: letters, few
 * digits and the marks of names alone, at most 60 in all. Returns null when nothing is left.
 */
export function publicName(typed: string | null | undefined): string | null {
  const name = (typed ?? '').normalize('NFKC').replaceAll(' / ', ' - ');
  const bare = name.normalize('NFD').replace(/\p{M}/gu, '');
  if (namesAddress(name) || orders.test(bare)) return null;
  if ((name.match(/\p{N}/gu) ?? []).length > MOST_DIGITS) return null;
  const plain = name.replace(/[^\p{L}\p{M}\p{N} .,&'’()°-]+/gu, ' ').replace(/ +/g, ' ');
  const short = plain.length > MOST ? `${plain.slice(0, MOST - 1).trimEnd()}…` : plain.trim();
  return /[\p{L}\p{N}]/u.test(short) ? short : null;
}

/** Returns a document's number for third persons: letters, digits, marks, and no sentence. */
export function publicNumber(typed: string): string | null {
  const isNumber = /^[\p{L}\p{N} .\-_/°º#]{1,40}$/u.test(typed) && /\p{N}/u.test(typed);
  const words = typed.match(/\p{L}{3,}/gu) ?? [];
  return isNumber && words.length <= 2 ? typed : null;
}
