import { domainToASCII, domainToUnicode } from 'node:url';

/**
 * Returns the one form in which an address is kept, so that `ñandú.cl` and `xn--and-6ma2c.cl` are
 * one account. A domain stays readable if `.cl` has all its letters. Otherwise it is written as
 * mail servers do, since letters of other scripts look like ours. Returns null without such a
 * domain.
 */
export function keptEmail(email: string): string | null {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  if (!/^xn--|\.xn--|[^\x00-\x7f]/i.test(domain)) return email;
  const ascii = domainToASCII(domain);
  const readable = domainToUnicode(ascii);
  const shown = /^[\da-záéíóúüñ.-]+$/.test(readable) ? readable : ascii;
  return shown && email.slice(0, at) + shown;
}

/** Writes an address as mail servers and the CRM take it, in `a@b.cl` and in `Name <a@b.cl>`. */
export function sentEmail(address: string): string {
  return address.replace(
    /(?<=@)[^\s<>@]*[^\x00-\x7f][^\s<>@]*/,
    (domain) => domainToASCII(domain) || domain,
  );
}
