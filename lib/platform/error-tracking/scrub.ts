const email = /[\p{L}\p{N}._%+'-]+(?:@|%40)[\p{L}\p{N}.-]+/giu;
/** With or without dots and dash, of persons and companies. */
const rut = /(?<![\w-])\d{1,2}\.?\d{3}\.?\d{3}-?[\dk](?![\w])/gi;
const phone = /\+\d[\d ().-]{7,}\d/g;
const credentials = /\b(?:bearer|basic)\s+\S+/gi;
const query = /\?[^\s"'<>)]+/g;
/** But not one word of a kind: those are names in our code. */
const token = /\b(?![A-Z_]+\b|[a-z_-]+\b)[\w-]{24,}/g;

/** Personal data by its looks. For names of things that we chose ourselves, such as request ids. */
export function withoutPersonalData(text: string): string {
  return text
    .replace(credentials, '[credentials]')
    .replace(email, '[email]')
    .replace(rut, '[rut]')
    .replace(phone, '[phone]');
}

/** Also query strings and texts long enough to be a secret. For free text. */
export function scrub(text: string): string {
  return withoutPersonalData(text).replace(query, '?…').replace(token, '[token]').slice(0, 500);
}

/** Where an error was thrown, without its message, which may look like a line of the stack. */
export function stackLines({ stack = '', message }: Error): string[] {
  const lines = stack.replace(message, '').split('\n');
  return lines.filter((line) => line.trimStart().startsWith('at '));
}
