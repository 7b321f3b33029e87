/** Typed text → FTS5: at most 8 words, each as a beginning. Null: nothing to look for. */
export function matchOf(typed: string): string | null {
  const words = typed.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length === 0
    ? null
    : words
        .slice(0, 8)
        .map((word) => `"${word}"*`)
        .join(' ');
}
