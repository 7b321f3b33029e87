import { domainToASCII, domainToUnicode } from 'node:url';

/**
 * Normalises the domain of an e-mail, so that `ñandú.cl` and `xn--and-6ma2c.cl` are one account.
 * Letters that `.cl` allows stay readable. A domain with other letters becomes ASCII, because they
 * may imitate Latin ones. Returns null for an invalid domain.
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

/**
 * Converts the domain of `a@b.cl` or `Name <a@b.cl>` to ASCII, which mail servers and the CRM
 * require.
 */
export function asciiEmail(email: string): string {
  return email.replace(
    /(?<=@)[^\s<>@]*[^\x00-\x7f][^\s<>@]*/,
    (domain) => domainToASCII(domain) || domain,
  );
}

/** Domains of Gmail. Both lead to the same mailboxes, and only Google gives out e-mails there. */
export const gmailDomains: readonly string[] = ['gmail.com', 'googlemail.com'];

/**
 * Returns the e-mail as rate limits count it. At Gmail, dots and `+tag` are removed, because Gmail
 * ignores them (support.google.com/mail/answer/7436150). Returns null if it is no text.
 */
export function countedEmail(email: unknown): string | null {
  if (typeof email !== 'string') return null;
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  if (!gmailDomains.includes(domain)) return `${local}@${domain}`;
  return `${local.replace(/\+.*$/, '').replaceAll('.', '')}@gmail.com`;
}

/** Domains that lead to the same mailboxes as the provider's main domain, which is the key. */
const sharedMailboxDomains: Record<string, readonly string[]> = {
  'icloud.com': ['me.com', 'mac.com'],
  'proton.me': ['protonmail.com', 'protonmail.ch', 'pm.me'],
  'yandex.com': ['yandex.ru', 'ya.ru', 'yandex.by', 'yandex.kz', 'yandex.ua'],
  'fastmail.com': ['fastmail.fm'],
};

/**
 * Returns the mailbox to which most providers deliver an e-mail: without `+tag`, at the main
 * domain.
 */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = (countedEmail(email) ?? '').split('@');
  const [mainDomain = domain] =
    Object.entries(sharedMailboxDomains).find(([, domains]) => domains.includes(domain)) ?? [];
  const name = local.replace(/\+.*$/, '');
  // Proton and Yandex ignore these characters or treat them as equal.
  const isLoose = mainDomain === 'proton.me' || mainDomain === 'yandex.com';
  return `${isLoose ? name.replace(/[._-]/g, '') : name}@${mainDomain}`;
}
