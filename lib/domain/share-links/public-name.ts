import { namesAddress } from '#lib/domain/share-links/schema.ts';

const MOST = 60;
/** A name has a year or a number at most; more of them are a telephone or an account to pay into. */
const MOST_DIGITS = 5;

/**
 * How a mail or page that a third person gets names whoever typed this name. It carries no address and
 * no message: letters, few digits and the marks of names alone, at most 60 in all. Null: nothing is left.
 */
export function publicName(typed: string | null | undefined): string | null {
  // A slash between words joins two names; only one inside a word can be part of an address.
  const name = (typed ?? '').normalize('NFKC').replaceAll(' / ', ' - ');
  if (namesAddress(name) || (name.match(/\p{N}/gu) ?? []).length > MOST_DIGITS) return null;
  const plain = name.replace(/[^\p{L}\p{M}\p{N} .,&'’()°-]+/gu, ' ').replace(/ +/g, ' ');
  const short = plain.length > MOST ? `${plain.slice(0, MOST - 1).trimEnd()}…` : plain.trim();
  return /[\p{L}\p{N}]/u.test(short) ? short : null;
}
