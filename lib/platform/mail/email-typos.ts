/** E-mail addresses that mail servers accept. Domains may have letters of any language. */
export const emailPattern =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+(?:\p{L}{2,}|xn--[A-Za-z0-9-]+)$/u;
export const emailProblem = 'Revisa el correo: debe tener la forma nombre@empresa.cl.';

/** Returns whether a text contains an e-mail, also in full-width or small characters. */
export function containsEmail(text: string): boolean {
  const plain = text.normalize('NFKC').replaceAll('。', '.');
  return /[\p{L}\p{N}_'+-]@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+\p{L}{2}/u.test(plain);
}

/** Extracts the e-mail from pasted text: `mailto:ana@b.cl`, `Ana <ana@b.cl>` or `ana@b.cl;`. */
export function bareEmail(text: string): string {
  const [, name = '', inside] = /^([^<>]*)<([^<>]*)>[\s;,]*$/.exec(text) ?? [];
  const hasName =
    name.trim() && inside && (!name.includes('@') || name.replace(/["']/g, '').trim() === inside);
  const emailPart = hasName ? inside : text;
  const email = emailPart.replace(/^\s*mailto:([^?]*)(?:\?.*)?$/i, '$1').trim();
  return email.replace(/(?<![;,])[;,]{1,3}$/, '');
}

/** Hosts of most people's mail. A host that differs by one letter is suspected to be a typo. */
const mailHosts =
  'gmail.com hotmail.com hotmail.cl hotmail.es outlook.com outlook.cl outlook.es yahoo.com yahoo.cl yahoo.es icloud.com'.split(
    ' ',
  );
const otherHosts = ['mail.com', 'ymail.com', 'email.com'];

/** Returns the e-mail with its host corrected if it looks like a typo, else null. */
export function suggestEmail(email: string | null | undefined): string | null {
  const [name, host = ''] = (email ?? '').split('@');
  const typed = host.toLowerCase();
  if ([...mailHosts, ...otherHosts].includes(typed)) return null;
  const intended = mailHosts.find((knownHost) => isMistyped(typed, knownHost));
  return intended ? `${name}@${intended}` : null;
}

/** Returns whether a host has one slip, or one in its name and one after its dot. */
function isMistyped(typed: string, intended: string): boolean {
  const [halves, knownHalves] = [typed.split('.'), intended.split('.')];
  return (
    isOneSlip(typed, intended) ||
    (halves.length === 2 &&
      knownHalves.every((half, index) => isOneSlip(halves[index] ?? '', half)))
  );
}

/**
 * Returns whether one letter is added, missing or wrong, or two neighbouring letters are swapped.
 */
function isOneSlip(typed: string, intended: string): boolean {
  let sameLetters = 0;
  while (sameLetters < intended.length && typed[sameLetters] === intended[sameLetters])
    sameLetters++;
  const [typedEnd, intendedEnd] = [typed.slice(sameLetters), intended.slice(sameLetters)];
  const isSwapped =
    typedEnd[0] === intendedEnd[1] &&
    typedEnd[1] === intendedEnd[0] &&
    typedEnd.slice(2) === intendedEnd.slice(2);
  return (
    isSwapped ||
    typedEnd.slice(1) === intendedEnd ||
    typedEnd === intendedEnd.slice(1) ||
    typedEnd.slice(1) === intendedEnd.slice(1)
  );
}
