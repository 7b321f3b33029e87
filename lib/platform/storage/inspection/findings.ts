type ActiveContent = 'macros' | 'objects' | 'template' | 'script';
/**
 * The danger in a file. `mixed`: two formats at once. `mismatch`: wrong extension. `flood`: it
 * unpacks to too much. `heavy`: parsing took too long or too much memory.
 */
export type Danger =
  | ActiveContent
  | 'locked'
  | 'flood'
  | 'pixels'
  | 'mixed'
  | 'mismatch'
  | 'heavy'
  | 'broken';
const harmless = ['docx', 'xlsx', 'pptx', 'doc', 'xls', 'pdf', 'picture'] as const;
export type Finding = Danger | (typeof harmless)[number];

export function isHarmless(finding: Finding): finding is (typeof harmless)[number] {
  return harmless.some((harmlessKind) => harmlessKind === finding);
}
