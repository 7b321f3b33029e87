/** Format characters and others without a shape, such as marks that turn the reading direction. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Digits, letters and signs as wide as a Chinese character: each has its usual form. */
const wide = /[\uff01-\uff5e]/g;
const usual = (sign: string) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0);

/** Fields in which people write to people: their dashes stay as typed. A test finds all of them. */
const prose = new Set(
  'differenceReason glosa glosaGarantia mensaje note otros reason recipientNote recipients respuesta terms text'.split(
    ' ',
  ),
);

/**
 * A text as it was meant by who pasted it: without invisible characters, every space and dash a
 * plain one, and no letter wider than usual. Only a password, the current one as well, stays as it is.
 */
export function plainText(text: string, name = ''): string {
  if (name === 'password' || name === 'current') return text;
  const visible = text.replace(invisible, '').replace(/\p{Zs}/gu, ' ');
  return prose.has(name) ? visible : visible.replace(/[\p{Pd}\u2212]/gu, '-').replace(wide, usual);
}

/** The same of each text of a form, query or path, and of a row that was stored before this. */
export function plainFields<T extends object>(given: T): T {
  return JSON.parse(JSON.stringify(given), plainMember);
}

/** A reviver for `JSON.parse`, which hands in every member with its name. */
export function plainMember(name: string, value: unknown): unknown {
  return typeof value === 'string' ? plainText(value, name) : value;
}
