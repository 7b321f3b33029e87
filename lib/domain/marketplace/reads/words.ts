/**
 * What was typed → an FTS5 query: every word, the way the index splits words, as a beginning.
 * Null when nothing is left to look for. At most 8 words.
 */
export function matchOf(typed: string): string | null {
  const words = typed.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length === 0
    ? null
    : words
        .slice(0, 8)
        .map((word) => `"${word}"*`)
        .join(' ');
}
