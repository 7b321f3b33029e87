import { plainText } from '#lib/platform/operations/plain-text.ts';

/** Disguised URLs, such as `evil[.]com`, `evil .com` or `evil. com`. `Soc. Com.` is not one. */
const disguisedUrl =
  /[[({]\s*(\.|dot|punto)\s*[\])}]|\s\.\s*\p{L}{2}|\s(dot|punto)\s+\p{L}{2,4}\b|(?<!\b(soc|inv|ing|agr|ind|inm|inmob|const|transp|dist|imp|exp))\.\s+(com|cl|net|org|io|app|info|live|site|xyz)\b|\b(mailto|tel):/iu;
/** Amounts and dates, whose digits are never a phone number. */
const neverPhones =
  /(\$|\b(UF|USD)) ?\d{1,3}(\.\d{3})+|(?<!\d)((0?[1-9]|[12]\d|3[01])(?<sep>[-/.])(0?[1-9]|1[0-2])\k<sep>(19|20)\d\d|(19|20)\d\d-(0[1-9]|1[0-2])-([0-2]\d|3[01]))(?!\d)/giu;
/**
 * RUTs, codes of tenders and forms, months and years. Their digits count as a phone number only if
 * the text urges to act.
 */
const rarelyPhones =
  /\bR\.?U\.?T\.?:? ?(\d{1,2}(\.\d{3}){2}|\d{7,8})-[\dk]\b|(?<!\d)\d{1,7}-\d{1,4}-\p{L}{1,3}\d\d\b|\bF ?\d\d(-1)?\b|\b((0?[1-9]|1[0-2])[-/])?(19|20)\d\d(\W{1,3}(19|20)\d\d)*\b/giu;
/** Seven or more digits with up to three other characters between them. */
const phonePattern = /\p{Nd}([^\p{L}\p{N}]{0,3}\p{Nd}){6}/u;
const accountPattern =
  /\b(cuenta|cta\.?) ?(rut|corriente|cte|vista|de ahorro|n)\b|\b(numero|n\W{0,2}) ?de cuenta\b/iu;

/** Words that urge to act. They do not occur in names of people and companies. */
const actionWords =
  /\b(respond[ae]|contest[ae]|llam[ae]|llamar|pag(a|ar|ue|uen)|transfier[ae]|transferir|deposit[ae]|ingres[ae]|escrib[ae]|envi[ae]|confirm[ae]|verifi(ca|que)|avisa|haga|haz|clic|click|urgente|claves?|pin|contrasenas?|bloquead[ao]|suspendid[ao]|(su|tu) cuenta|correo|whatsapp|wsp|wa me|instagram|facebook|google|busque|vea|escane[ae]|adjunt[oa]|ignor[ae]|rechazad[oa]|verificad[oa]|autentic[oa]|confirmad[oa]|validad[oa]|certificad[oa]|comprobad[oa]|aceptad[oa]|acreditad[oa]|vigente|conforme|comuniquese|hable|entregar|pida|escribir|arroba|atiende|aviso|resguard[o0]|\w+[ ,]+(cl|net|org|io)$)\b/iu;
/** Institutions that fraudsters often impersonate. */
const institutions =
  /\b(bancos?|banco ?estado|bancoestado|santander|bci|scotiabank|itau|falabella|cuenta ?rut|seguros?|aseguradora|afianzadora|sii|tesoreria|aduanas?|carabineros|policia|pdi|fiscalia|juzgado|tribunal|municipalidad|ministerio|gobierno|superintendencia|sernac|cmf|chilecompra|mercado publico|impuestos internos|webpay|transbank|resguardo)\b/iu;

/** Returns a text with plain letters for full-width, circled and accented ones, like a reader. */
function withoutLookalikes(text: string): string {
  return plainText(text).normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('。', '.');
}

/** Mixed alphabets in one name: letters chosen because they look like others (UTS 39). */
const mixedAlphabets =
  /\p{sc=Latin}.*[\p{sc=Cyrillic}\p{sc=Greek}]|[\p{sc=Cyrillic}\p{sc=Greek}].*\p{sc=Latin}/u;

/** Returns whether a text contains one of the words, even as `c-l-a-v-e` or `c l a v e`. */
function containsWords(words: RegExp, text: string): boolean {
  const plain = withoutLookalikes(text);
  const joined = plain.replace(/(?<=\p{L})[^\p{L}\p{N}\s]+(?=\p{L})/gu, '');
  const spelled = joined.replace(/(?<=(?<!\p{L})\p{L}) +(?=\p{L}(?!\p{L}))/gu, '');
  return [plain, joined, spelled].some((spelling) => words.test(spelling));
}

/** Five or more consecutive digits written as words. */
const spelledNumber =
  /\b(?:(?:cero|un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve)[^\p{L}\p{N}]{1,3}){4,}(?:cero|un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve)\b/iu;

/** Returns whether a text contains a URL, an e-mail, a phone or an account number. */
export function hasContactDetails(text: string): boolean {
  const plain = withoutLookalikes(text);
  const textWithoutAmounts = plain.replace(neverPhones, '-');
  const hasAccountNumber =
    containsWords(accountPattern, text) &&
    /(\d\D*){5}/.test(textWithoutAmounts.replace(/\b(19|20)\d\d\b/g, ''));
  const phoneCandidates = containsWords(actionWords, text)
    ? textWithoutAmounts
    : textWithoutAmounts.replace(rarelyPhones, '-');
  return (
    hasAccountNumber ||
    spelledNumber.test(plain) ||
    /[@/]|\S\.\p{L}{2}/u.test(textWithoutAmounts) ||
    disguisedUrl.test(plain) ||
    phonePattern.test(phoneCandidates)
  );
}

/** Words that pretend to come from us or that demand a payment. */
const misleadingWords =
  /\bresguard[o0]\b|\b(pague|pagar|deposite|depositar|transfiera|transferir)\b/iu;

/**
 * Returns whether a text has contact details or misleading words. A slash between spaces only joins
 * two names and makes no URL.
 */
export function isMisleading(text: string): boolean {
  return containsWords(misleadingWords, text) || hasContactDetails(text.replaceAll(' / ', ' - '));
}

/**
 * Returns whether a name is a company's that may contain a verb, such as `Llama Austral SpA`, and
 * not an instruction that ends like one.
 */
function isCompanyName(name: string): boolean {
  return (
    /\b(spa|ltda|limitada|s\.? ?a|e\.?i\.?r\.?l)\W*$/i.test(name) &&
    !instructionWords.test(withoutLookalikes(name))
  );
}
const instructionWords =
  /\d|\b(al?|ya|su|tu|este|esta|hoy|aqui|ahora|en|por|urgente|claves?|pin|correo|cuenta|resguard[o0])\b/iu;
/** Words that announce a phone or account number. */
const announcingWords = /\b(cuenta|cta|cte|cc|fono|tel|telefono|celular|cel|whatsapp|wsp)\b/iu;
const MAX_LENGTH = 60;
/** Names contain at most a year or a number. More digits may be a phone or account number. */
const MAX_DIGITS = 5;

/**
 * Returns a person's or company's name as third persons may see it: up to 60 characters, letters,
 * few digits and usual punctuation. Returns null if the name contains contact details or a message.
 */
export function publicName(typed: string | null | undefined): string | null {
  const name = (typed ?? '')
    .normalize('NFKC')
    .replace(/\b(soc|inv|const|transp)\.(?=\p{Lu}\p{Ll}{3})/giu, '$1. ')
    .replace(/ \/ |(?<=S\.A\.)\/(?=\p{Lu})/gu, ' - ');
  if (
    mixedAlphabets.test(name) ||
    hasContactDetails(name) ||
    (containsWords(actionWords, name) && !isCompanyName(name))
  )
    return null;
  const digits = digitsOf(name);
  if (
    digits.length > MAX_DIGITS ||
    (digits.length > 2 && announcingWords.test(withoutLookalikes(name)))
  )
    return null;
  const plain = name.replace(/[^\p{L}\p{M}\p{N} .,&'’()°-]+/gu, ' ').replace(/ +/g, ' ');
  const shortName =
    plain.length > MAX_LENGTH ? `${plain.slice(0, MAX_LENGTH - 1).trimEnd()}…` : plain.trim();
  return /[\p{L}\p{N}]/u.test(shortName) ? shortName : null;
}

const numberWords = [
  'cero',
  'uno',
  'dos',
  'tres',
  'cuatro',
  'cinco',
  'seis',
  'siete',
  'ocho',
  'nueve',
];

/**
 * Returns the digits that a reader sees in a name. `seis cero cero` and `6OO I23` have digits too.
 */
function digitsOf(name: string): string {
  const plain = withoutLookalikes(name).replace(/\p{L}+/gu, (word) => {
    const digit = numberWords.indexOf(word.toLowerCase());
    return digit < 0 ? word : String(digit);
  });
  const numbers = plain.replace(/\b[\dOoIl]*\d[\dOoIl]*\b|\b[OoIl]{2,}\b/g, (token) =>
    token.replace(/[Oo]/g, '0').replace(/[Il]/g, '1'),
  );
  return numbers.replace(/\P{Nd}/gu, '');
}

/**
 * Returns the name of an account or applicant for third persons, like `publicName`, but null if it
 * names a bank, an insurer or an authority.
 */
export function ownerName(typed: string | null | undefined): string | null {
  return containsWords(institutions, typed ?? '') ? null : publicName(typed);
}

/** Returns a title or note for visitors, or null if it contains contact details or misleads. */
export function publicText(typed: string | null): string | null {
  return typed !== null && isMisleading(typed) ? null : typed;
}

/** Returns a file name for visitors. If it misleads, only its extension stays: `documento.pdf`. */
export function publicFileName(fileName: string): string {
  const [extension = ''] = /\.\w{1,5}$/.exec(fileName) ?? [];
  const name = fileName.slice(0, fileName.length - extension.length);
  return isMisleading(name.replaceAll('_', ' ')) ? `documento${extension}` : fileName;
}
