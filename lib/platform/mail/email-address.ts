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
