import { AppError } from '#lib/platform/operations/errors.ts';
import { isCommonPassword } from '#lib/platform/security/passwords.ts';

type Owner = {
  email: string;
  rut?: string | null | undefined;
  name?: string | null | undefined;
  razonSocial?: string | null | undefined;
};

/** Throws `validation_failed` for a common password, or one that contains the owner's own data. */
export function checkPassword(password: string, owner: Owner): void {
  const problem = isCommonPassword(password)
    ? 'Esa contraseña es de las más usadas. Elige otra.'
    : isAboutOwner(password, owner) && 'Elige una contraseña sin tu correo, tu RUT ni tu nombre.';
  if (problem) throw new AppError('validation_failed', { fields: { password: problem } });
}

/**
 * Digits and signs that people type for a letter. Each replaces one character, so that positions
 * stay the same.
 */
const leet: Record<string, string> = {
  ...{ 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', l: 'i' },
  ...{ '@': 'a', $: 's', '!': 'i' },
};

/** Matches the legal form after a company's name, such as `y Cía. Ltda.`, which is ignored. */
const legalForm =
  /(?:[\s,]+(?:y c(?:ia|ompania)\.?|s\.? ?p\.? ?a\.?|s\.? ?a\.?|e\.? ?i\.? ?r\.? ?l\.?|ltda\.?|limitada|sociedad (?:anonima|limitada|por acciones)))+\s*$/;

/**
 * Returns whether a password is easy to guess for somebody who knows its owner:
 * - it contains the e-mail, the RUT or a whole name
 * - without the owner's words of 3 letters or more, only digits or a common password remain
 * - without the owner's words of 4 letters or more, fewer than 8 characters remain
 *
 * Accents, case and signs are ignored, and so are digits in place of letters.
 */
export function isAboutOwner(password: string, { email, rut, name, razonSocial }: Owner): boolean {
  const [local = '', domain = ''] = email.split('@');
  const names = [name ?? '', razonSocial ?? ''];
  const plainNames = names.map((text) => removeAccents(text).replace(legalForm, ''));
  const wholeNames = [email, local, rut?.split('-', 1)[0] ?? '', ...names, ...plainNames].map(
    (text) => lettersAndDigits(text),
  );
  const parts = [...names, local, domain].flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  const ownWords = [...parts, domain]
    .map((text) => lettersAndDigits(text))
    .filter(({ length }) => length >= 3)
    .sort((a, b) => b.length - a.length);
  // A sign may separate two words or stand for a letter, so the password is read in both ways.
  const readings = [lettersAndDigits(password), lettersAndDigits(password, /[^\p{L}\p{N}@$!]/gu)];
  return readings.some((typed) => {
    if (wholeNames.some((word) => word.length >= 4 && removeWord(typed, word) !== typed))
      return true;
    const remainder = ownWords.reduce(removeWord, typed);
    const ownLength = typed.length - remainder.length;
    if (ownLength === 0) return false;
    return (
      (ownLength >= 4 && lettersAndDigits(remainder).length < 8) ||
      /^\d{0,10}$/.test(lettersAndDigits(remainder)) ||
      isCommonPassword(remainder)
    );
  });
}

function removeWord(text: string, word: string): string {
  const [letters, sought] = [asLetters(text), asLetters(word)];
  let remainder = '';
  for (let at = 0; at < text.length; ) {
    const position = letters.indexOf(sought, at);
    remainder += text.slice(at, position < 0 ? text.length : position);
    at = position < 0 ? text.length : position + word.length;
  }
  return remainder;
}

function asLetters(text: string): string {
  return text.replace(/[013457l@$!]/g, (char) => leet[char] ?? char);
}

function lettersAndDigits(text: string, ignored = /[^\p{L}\p{N}]/gu): string {
  return removeAccents(text).replace(ignored, '');
}

/** Normalises first, because a lookalike such as `𝐀` has no lower case. */
function removeAccents(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
