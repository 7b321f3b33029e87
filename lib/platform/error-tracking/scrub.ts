const email = /[\p{L}\p{N}._%+'-]+(?:@|%40)[\p{L}\p{N}.-]+/giu;
/** Matches RUTs with or without dots and dash. */
const rut = /(?<![\w-])\d{1,2}\.?\d{3}\.?\d{3}-?[\dk](?![\w])/gi;
const phone = /\+\d[\d ().-]{7,}\d/g;
const credentials = /\b(?:bearer|basic)\s+\S+/gi;
const query = /\?[^\s"'<>)]+/g;
/** Keeps words in one case, which are names of our code. */
const token = /\b(?![A-Z_]+\b|[a-z_-]+\b)[\w-]{24,}/g;

/** Removes personal data from tags, but no long tokens, because request ids look like them. */
export function withoutPersonalData(text: string): string {
  return text
    .replace(credentials, '[credentials]')
    .replace(email, '[email]')
    .replace(rut, '[rut]')
    .replace(phone, '[phone]');
}

/** Scrubs free text, including query strings and tokens long enough to be secrets. */
export function scrub(text: string): string {
  return withoutPersonalData(text).replace(query, '?…').replace(token, '[token]').slice(0, 500);
}

/** Returns the stack without the error's message, whose lines may look like a stack. */
export function stackLines({ stack = '', message }: Error): string[] {
  const lines = stack.replace(message, '').split('\n');
  return lines.filter((line) => line.trimStart().startsWith('at '));
}
