/** Draws a sentence whose dates (`25-11-2026`) are never broken at their hyphens. */
export function DatedText({ text }: { text: string }) {
  return text.split(/(\d{2}-\d{2}-\d{4}\S*)/).map((part, n) =>
    n % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never move
      <span key={n} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
