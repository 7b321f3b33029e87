import { domainToASCII, domainToUnicode } from 'node:url';

/**
 * Normalises an address for storage, so that `ñandú.cl` and `xn--and-6ma2c.cl` are one account. A
 * domain with letters that `.cl` allows stays readable. Any other becomes ASCII, because letters of
 * other scripts look like Latin ones. Returns null for an invalid domain.
 */
export function normalizeEmail(email: string): string | null {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  if (!/^xn--|\.xn--|[^\x00-\x7f]/i.test(domain)) return email;
  const ascii = domainToASCII(domain);
  const readable = domainToUnicode(ascii);
  const shownDomain = /^[\da-záéíóúüñ.-]+$/.test(readable) ? readable : ascii;
  return shownDomain && email.slice(0, at) + shownDomain;
}

/** Converts the domain to ASCII for mail servers and the CRM, also in `Name <a@b.cl>`. */
export function asciiEmail(email: string): string {
  return email.replace(
    /(?<=@)[^\s<>@]*[^\x00-\x7f][^\s<>@]*/,
    (domain) => domainToASCII(domain) || domain,
  );
}

/** Domains of the same mailboxes. Only Google gives out addresses there. */
export const gmailDomains: readonly string[] = ['gmail.com', 'googlemail.com'];

/**
 * Returns the address that limits count by. Removes dots and `+tag`, which Gmail ignores
 * (support.google.com/mail/answer/7436150).
 */
export function countedEmail(email: unknown): string | null {
  if (typeof email !== 'string') return null;
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  if (!gmailDomains.includes(domain)) return `${local}@${domain}`;
  return `${local.replace(/\+.*$/, '').replaceAll('.', '')}@gmail.com`;
}

/** Domains of one provider that lead to the same mailboxes, by the one that counts for all. */
const sharedMailboxDomains: Record<string, readonly string[]> = {
  'icloud.com': ['me.com', 'mac.com'],
  'proton.me': ['protonmail.com', 'protonmail.ch', 'pm.me'],
  'yandex.com': ['yandex.ru', 'ya.ru', 'yandex.by', 'yandex.kz', 'yandex.ua'],
  'fastmail.com': ['fastmail.fm'],
};

/** Removes `+tag`, because most providers deliver `name+tag@` to `name@`, and unifies domains. */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = (countedEmail(email) ?? '').split('@');
  const [mainDomain = domain] =
    Object.entries(sharedMailboxDomains).find(([, domains]) => domains.includes(domain)) ?? [];
  const name = local.replace(/\+.*$/, '');
  // Proton and Yandex ignore these marks, or read them alike.
  const isLoose = mainDomain === 'proton.me' || mainDomain === 'yandex.com';
  return `${isLoose ? name.replace(/[._-]/g, '') : name}@${mainDomain}`;
}
