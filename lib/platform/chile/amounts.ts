export const units = ['pesos', 'UF', 'USD'] as const;
type Unit = (typeof units)[number];

/**
 * Parses `1.500.000,50`, `$ 1500000.-`, `1,500,000`, `1’500’000` or `100 UF` into decimal text and
 * a unit. The unit is `chosenUnit` unless the text names one. Returns null when the text is
 * ambiguous.
 */
export function parseAmount<U extends Unit | undefined>(
  typed: string,
  chosenUnit?: U,
): { decimal: string; unit: Unit | U | undefined } | null {
  const [, prefix = '', digits = '', suffix = ''] =
    amountPattern.exec(typed.replace(/\s+/g, '')) ?? [];
  const decimal = decimalOf(digits);
  const namedUnits = [prefix, suffix].filter(Boolean).map((mark) => unitOf(mark, chosenUnit));
  const [unit = chosenUnit, otherUnit = unit] = namedUnits;
  return decimal === null || unit !== otherUnit ? null : { decimal, unit };
}

/** Parses an amount in pesos into decimal text. Returns null if the text names another unit. */
export function parsePesos(typed: string): string | null {
  const amount = parseAmount(typed, 'pesos');
  return amount?.unit === 'pesos' ? amount.decimal : null;
}

const amountPattern =
  /^(US\$|USD|UF|CLP|\$)?(\d[\d.,'’]*?)(?:[.,]\p{Pd}{1,2})?(UF|USD|CLP|pesos|d[oó]lares)?$/iu;

function unitOf(mark: string, chosenUnit: Unit | undefined): Unit {
  if (/^UF$/i.test(mark)) return 'UF';
  // A bare `$` means pesos in Chile, but a person who chose dollars means dollars.
  return /^(US|d)/i.test(mark) || (mark === '$' && chosenUnit === 'USD') ? 'USD' : 'pesos';
}

/**
 * Parses digits with separators into decimal text, without a float, which could round. Returns null
 * for `1,500`, which means fifteen hundred to some people and one and a half to others. `1.500` is
 * fifteen hundred, and so are groups after an apostrophe or after two commas.
 */
function decimalOf(text: string): string | null {
  const joinDecimal = (integer: string, decimals = '') => {
    const digits = integer.replace(/^0+(?=\d)/, '');
    return decimals ? `${digits}.${decimals}` : digits;
  };
  const groupedMatch = /^(\d{1,3}(?:\.\d{3})+)(?:,(\d{1,4}))?$/.exec(text);
  if (groupedMatch?.[1]) return joinDecimal(groupedMatch[1].replaceAll('.', ''), groupedMatch[2]);
  const foreignMatch = /^(\d{1,3}(?:(?:,\d{3}){2,}|(?:['’]\d{3})+))(?:\.(\d{1,4}))?$/.exec(text);
  if (foreignMatch?.[1])
    return joinDecimal(foreignMatch[1].replaceAll(/[,'’]/g, ''), foreignMatch[2]);
  if (/^0*[1-9]\d{0,2},\d{3}$/.test(text)) return null;
  const ungroupedMatch = /^(\d+)(?:[.,](\d{1,4}))?$/.exec(text);
  if (ungroupedMatch?.[1]) return joinDecimal(ungroupedMatch[1], ungroupedMatch[2]);
  return null;
}

export function addAmounts(decimals: readonly string[]): string {
  const places = Math.max(0, ...decimals.map((text) => (text.split('.')[1] ?? '').length));
  const sum = decimals
    .map((text) => text.split('.'))
    .map(([integer = '', decimalDigits = '']) =>
      BigInt(integer + decimalDigits.padEnd(places, '0')),
    )
    .reduce((a, b) => a + b, 0n)
    .toString()
    .padStart(places + 1, '0');
  if (places === 0) return sum;
  return `${sum.slice(0, -places)}.${sum.slice(-places)}`.replace(/\.?0+$/, '');
}

/** Formats decimal text as `1.500.000,50` and keeps every digit. */
export function groupAmount(decimal: string): string {
  const [integer = '', decimals] = decimal.split('.');
  const first = integer.length % 3 || 3;
  const groups = [integer.slice(0, first)];
  for (let at = first; at < integer.length; at += 3) groups.push(integer.slice(at, at + 3));
  return decimals ? `${groups.join('.')},${decimals}` : groups.join('.');
}

/**
 * Compares decimal texts. Returns a negative number, zero or a positive one, as `a` is below, equal
 * to or above `b`.
 */
export function compareAmounts(a: string, b: string): number {
  const difference = toScaledInteger(a) - toScaledInteger(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Number of parts of one unit in the result of `toScaledInteger`. */
export const SCALE = 10_000n;

/** Converts to ten-thousandths, the smallest part of an amount. Drops what is smaller. */
export function toScaledInteger(text: string): bigint {
  const [integer = '', decimalDigits = ''] = text.split('.');
  return BigInt(integer + decimalDigits.padEnd(4, '0').slice(0, 4));
}
