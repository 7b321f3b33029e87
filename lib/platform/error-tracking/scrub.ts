const email = /[\p{L}\p{N}._%+'-]+(?:@|%40)[\p{L}\p{N}.-]+/giu;
/** The number of a person or company may have dots and a dash, or none. */
const rut = /(?<![\w-])\d{1,2}\.?\d{3}\.?\d{3}-?[\dk](?![\w])/gi;
const phone = /\+\d[\d ().-]{7,}\d/g;
const credentials = /\b(?:bearer|basic)\s+\S+/gi;
const query = /\?[^\s"'<>)]+/g;
/** A single word of one case stays, because such words are names in our code. */
const token = /\b(?![A-Z_]+\b|[a-z_-]+\b)[\w-]{24,}/g;

/** Removes personal data by its looks from names that we chose, such as request ids. */
export function withoutPersonalData(text: string): string {
  return text
    .replace(credentials, '[credentials]')
    .replace(email, '[email]')
    .replace(rut, '[rut]')
    .replace(phone, '[phone]');
}

/** Scrubs free text: also query strings and texts long enough to be a secret. */
export function scrub(text: string): string {
  return withoutPersonalData(text).replace(query, '?…').replace(token, '[token]').slice(0, 500);
}

/** Returns where an error was thrown. Its message is cut, as it may look like a stack line. */
export function stackLines({ stack = '', message }: Error): string[] {
  const lines = stack.replace(message, '').split('\n');
  return lines.filter((line) => line.trimStart().startsWith('at '));
}
