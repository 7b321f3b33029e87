import { capitalise } from '#lib/platform/chile/format.ts';

/** Acronyms that keep their capitals when a text that is all in capitals is rewritten. */
const acronyms = new Set(
  'AFP AFC CCTV CECOSF CENABAST CESFAM CONADI CONAF CORFO COSAM DAEM DAF DDU DEM DESAM DGAC DIPRECA DOH DOM EPP FNDR FONASA FOSIS GORE GPS INDAP INE INIA IPS ISP IVA JUNAEB JUNJI LED MINEDUC MINSAL MINVU MOP MP ONU OTEC PDI PMU RUT SAG SAPU SAMU SENAME SENCE SENDA SEREMI SERNAC SERNAM SERVIU SII SLEP SOME SUBDERE TENS TI TIC UCI UF UPC UPS UTI UTM UTP'.split(
    ' ',
  ),
);
const smallWords = new Set(
  'a al con de del desde e el en la las lo los o para por sin u un una y'.split(' '),
);

/**
 * Rewrites a title that is all in capitals as `Adquisición de insumos`. Leaves other texts as they
 * are.
 */
export function titleFromCapitals(text: string): string {
  const first = text.search(/\p{L}/u);
  return lowerCapitals(text, (word, index) => (index <= first ? capitalise(word) : word));
}

/**
 * Rewrites a name all in capitals as `Municipalidad de San Bernardo`. Leaves other texts as they
 * are.
 */
export function nameFromCapitals(text: string): string {
  return lowerCapitals(text, (word, index) =>
    index > 0 && smallWords.has(word) ? word : capitalise(word),
  ).replace(/(?<=Municipalidad de )(el|la|las|los)\b/, capitalise);
}

/** Beginnings of words that many institutions share, so they distinguish none. */
const commonPrefixes =
  /^(?:munic|ilust|minis|servi|direc|depar|hospi|gobie|regio|nacio|unive|corpo|subse|secre|insti|chile|san|santa|santo|una)$/;

/** Returns the first five letters of the words that distinguish an institution from others. */
function distinctivePrefixes(name: string): string[] {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[a-z\d]{3,}/g) ?? [];
  return words
    .map((word) => word.slice(0, 5))
    .filter((word) => !smallWords.has(word) && !commonPrefixes.test(word));
}

/**
 * Returns whether two names belong to different institutions: they share no distinctive word, and
 * no word of `typed` is a beginning of the initials of `official`, such as `MOP`. Returns false if
 * a name has no distinctive word.
 */
export function isOtherInstitution(typed: string, official: string): boolean {
  const [typedWords, officialWords] = [distinctivePrefixes(typed), distinctivePrefixes(official)];
  const allOfficialWords = official.toLowerCase().split(/[^\p{L}]+/u);
  const initials = allOfficialWords
    .map((word) => (smallWords.has(word) ? '' : word.charAt(0)))
    .join('');
  const isKnown = (word: string) => officialWords.includes(word) || initials.startsWith(word);
  return typedWords.length > 0 && officialWords.length > 0 && !typedWords.some(isKnown);
}

/** Reduces a text to its letters and digits, in lower case and without accents. */
export function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();
}

/** Returns whether two names have the same letters and digits, or one contains the other. */
export function isSpelledAlike(one: string, other: string): boolean {
  const [a, b] = [lettersOf(one), lettersOf(other)];
  return a === b || (a !== '' && b !== '' && (a.includes(b) || b.includes(a)));
}

function lowerCapitals(text: string, write: (word: string, at: number) => string): string {
  if (/\p{Ll}/u.test(text) || !/\p{Lu}{5}/u.test(text)) return text;
  // Mercado Público inserts spaces into long words and sends `DIREC CION`.
  const joined = text.replace(/(?<=\p{L}) CION\b/gu, 'CION');
  return joined.replace(/[\p{L}\p{M}\d.º°]*\p{L}[\p{L}\p{M}\d.º°]*/gu, (word, at: number) =>
    keepsCapitals(word) ? word : write(restoreAccents(word.toLowerCase()), at),
  );
}

/**
 * Restores accents that texts in capitals often lack, where the ending of a word leaves no doubt.
 */
function restoreAccents(word: string): string {
  return word.replace(/(?<=[cs])ion$/, 'ión').replace(/^public([ao]s?)$/, 'públic$1');
}

/**
 * Returns whether a word keeps its capitals: an acronym (also with dots), a Roman numeral, a
 * doubled letter as in `OO PP`, or a word with a digit or without vowels.
 */
function keepsCapitals(word: string): boolean {
  const bare = word.replace(/\.$/, '');
  return (
    acronyms.has(bare) ||
    /[\dº°]|^(\p{L}\.)+\p{L}$|^[IVX]+$|^(\p{L})\2$/u.test(bare) ||
    (bare !== 'Y' && !/[AEIOUÁÉÍÓÚÜ]/.test(bare))
  );
}
