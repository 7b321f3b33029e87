const emailPattern = /[\p{L}\p{N}._%+'-]+(?:@|%40)[\p{L}\p{N}.-]+/giu;
/** RUTs with or without dots and hyphen. */
const rutPattern = /(?<![\w-])\d{1,2}\.?\d{3}\.?\d{3}-?[\dk](?![\w])/gi;
const phonePattern = /\+\d[\d ().-]{7,}\d/g;
const credentialsPattern = /\b(?:bearer|basic)\s+\S+/gi;
const queryPattern = /\?[^\s"'<>)]+/g;
/**
 * Long tokens, which may be secrets. Words in one case are excluded: they are names in our code.
 */
const tokenPattern = /\b(?![A-Z_]+\b|[a-z_-]+\b)[\w-]{24,}/g;

/** Returns a tag without personal data. Long tokens stay, because request ids look like them. */
export function withoutPersonalData(text: string): string {
  return text
    .replace(credentialsPattern, '[credentials]')
    .replace(emailPattern, '[email]')
    .replace(rutPattern, '[rut]')
    .replace(phonePattern, '[phone]');
}

/** Returns up to 500 characters of a text, without personal data, query strings and long tokens. */
export function scrubText(text: string): string {
  return withoutPersonalData(text)
    .replace(queryPattern, '?…')
    .replace(tokenPattern, '[token]')
    .slice(0, 500);
}

/**
 * Returns the lines of the stack without the error's message, whose lines may look like a stack.
 */
export function stackLines({ stack = '', message }: Error): string[] {
  const lines = stack.replace(message, '').split('\n');
  return lines.filter((line) => line.trimStart().startsWith('at '));
}
