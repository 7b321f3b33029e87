/** Invisible characters, such as marks that change the reading direction. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Full-width forms of digits, letters and signs. */
const wide = /[\uff01-\uff5e]/g;
const halfWidthOf = (sign: string) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0);

/** Fields of prose, in which dashes stay as typed. A test checks that the list is complete. */
const prose = new Set(
  'differenceReason glosa glosaGarantia mensaje note otros reason recipientNote recipients respuesta terms text'.split(
    ' ',
  ),
);

/**
 * Normalises pasted text: removes invisible characters and replaces spaces, dashes and full-width
 * letters by plain ones. Passwords stay as they are.
 */
export function plainText(text: string, name = ''): string {
  if (name === 'password' || name === 'current') return text;
  const visible = text.replace(invisible, '').replace(/\p{Zs}/gu, ' ');
  return prose.has(name)
    ? visible
    : visible.replace(/[\p{Pd}\u2212]/gu, '-').replace(wide, halfWidthOf);
}

/** Applies `plainText` to all texts of a form, query or path, or of an older row. */
export function plainFields<T extends object>(value: T): T {
  return JSON.parse(JSON.stringify(value), plainReviver);
}

/** `plainText` as the reviver of `JSON.parse`. */
export function plainReviver(name: string, value: unknown): unknown {
  return typeof value === 'string' ? plainText(value, name) : value;
}
