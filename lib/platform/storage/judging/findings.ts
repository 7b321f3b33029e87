type Active = 'macros' | 'objects' | 'template' | 'script';
/** `mixed` is two kinds at once, `mismatch` a wrong name, `heavy` beyond the limits. */
export type Danger =
  | Active
  | 'locked'
  | 'flood'
  | 'pixels'
  | 'mixed'
  | 'mismatch'
  | 'heavy'
  | 'broken';
const harmless = ['docx', 'xlsx', 'pptx', 'doc', 'xls', 'pdf', 'picture'] as const;
export type Finding = Danger | (typeof harmless)[number];

export function isHarmless(found: Finding): found is (typeof harmless)[number] {
  return harmless.some((one) => one === found);
}
