/** Invisible characters, such as marks that change the reading direction. */
const invisiblePattern = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Full-width digits, letters and signs. */
const widePattern = /[\uff01-\uff5e]/g;
const halfWidthOf = (sign: string) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0);

/**
 * Fields of prose, whose dashes and full-width characters stay as typed. A test checks that none is
 * missing.
 */
const proseFields = new Set(
  'differenceReason glosa glosaGarantia mensaje note otros reason recipientNote recipients respuesta resumen terms text'.split(
    ' ',
  ),
);

/**
 * Normalises pasted text: removes invisible characters, and replaces special spaces, dashes and
 * full-width characters by plain ones. `name` is the field; passwords stay as they are.
 */
export function plainText(text: string, name = ''): string {
  if (name === 'password' || name === 'current') return text;
  const visible = text.replace(invisiblePattern, '').replace(/\p{Zs}/gu, ' ');
  return proseFields.has(name)
    ? visible
    : visible.replace(/[\p{Pd}\u2212]/gu, '-').replace(widePattern, halfWidthOf);
}

/** Returns a text in lower case and without accents. */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Applies `plainText` to all texts in an object, such as a form, a query or an older row. */
export function plainFields<T extends object>(value: T): T {
  return JSON.parse(JSON.stringify(value), plainReviver);
}

/** Applies `plainText` as the reviver of `JSON.parse`. */
export function plainReviver(name: string, value: unknown): unknown {
  return typeof value === 'string' ? plainText(value, name) : value;
}
