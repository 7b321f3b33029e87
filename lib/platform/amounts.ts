/**
 * Reads an amount as people type it in Chile (`1.500.000,50`, `$ 1500000`, `1500000.5`) and returns
 * decimal text (`1500000.50`), or null when it is not clear. Never through a float.
 * A single dot followed by exactly three digits is a thousands mark; a single comma before three is
 * not clear (`1,500`: fifteen hundred to some, one and a half to others).
 */
export function parseAmount(typed: string): string | null {
  const text = typed.replace(/^\s*(?:\$|CLP|UF|USD|US\$)?\s*/i, '').replace(/\s+/g, '');
  const plain = (whole: string, decimals = '') => {
    const digits = whole.replace(/^0+(?=\d)/, '');
    return decimals ? `${digits}.${decimals}` : digits;
  };
  const grouped = /^(\d{1,3}(?:\.\d{3})+)(?:,(\d{1,4}))?$/.exec(text);
  if (grouped?.[1]) return plain(grouped[1].replaceAll('.', ''), grouped[2]);
  if (/^0*[1-9]\d{0,2},\d{3}$/.test(text)) return null;
  const ungrouped = /^(\d+)(?:[.,](\d{1,4}))?$/.exec(text);
  if (ungrouped?.[1]) return plain(ungrouped[1], ungrouped[2]);
  return null;
}

/** Decimal text → `1.500.000,50`, every digit kept. */
export function groupAmount(decimal: string): string {
  const [whole = '', decimals] = decimal.split('.');
  const first = whole.length % 3 || 3;
  const groups = [whole.slice(0, first)];
  for (let at = first; at < whole.length; at += 3) groups.push(whole.slice(at, at + 3));
  return decimals ? `${groups.join('.')},${decimals}` : groups.join('.');
}
