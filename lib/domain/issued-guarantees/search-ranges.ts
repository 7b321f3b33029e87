/**
 * Returns the ranges of RUTs and of tender ids that start with the text. Returns null if none can.
 */
export function startsOf(typed: string): { rut: Range | null; tender: Range | null } {
  const text = typed.trim();
  const digits = /^\d[\d.]*-?$/.test(text) ? text.replace(/\D/g, '') : '';
  const rut = text.endsWith('-') ? `${digits}-` : digits;
  const isTender = /^\d{3,7}(-\w*)*$/.test(text);
  return {
    rut: digits.length >= FEWEST_DIGITS && digits.length <= 9 ? rangeOf(rut) : null,
    tender: isTender ? rangeOf(text.toUpperCase()) : null,
  };
}

export type Range = { from: string; below: string };
const FEWEST_DIGITS = 4;
/** Digits, letters and hyphens sort before `~`. */
const rangeOf = (start: string): Range => ({ from: start, below: `${start}~` });
