/** These characters have no shape, such as marks that turn the reading direction. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Digits, letters and signs as wide as a Chinese character have a usual form. */
const wide = /[\uff01-\uff5e]/g;
const usual = (sign: string) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0);

/** People write to people in these fields, so dashes stay as typed. A test finds all of them. */
const prose = new Set(
  'differenceReason glosa glosaGarantia mensaje note otros reason recipientNote recipients respuesta terms text'.split(
    ' ',
  ),
);

/**
 * Returns a pasted text as it was meant: without invisible characters, every space and dash a plain
 * one, and no letter wider than usual. Passwords stay as they are.
 */
export function plainText(text: string, name = ''): string {
  if (name === 'password' || name === 'current') return text;
  const visible = text.replace(invisible, '').replace(/\p{Zs}/gu, ' ');
  return prose.has(name) ? visible : visible.replace(/[\p{Pd}\u2212]/gu, '-').replace(wide, usual);
}

/** Applies `plainText` to each text of a form, query or path, and of older rows. */
export function plainFields<T extends object>(given: T): T {
  return JSON.parse(JSON.stringify(given), plainMember);
}

/** Applies `plainText` as a reviver for `JSON.parse`, which gives each member's name. */
export function plainMember(name: string, value: unknown): unknown {
  return typeof value === 'string' ? plainText(value, name) : value;
}
