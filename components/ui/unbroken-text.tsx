/** Prevents line breaks within dates, amounts, numbers, RUTs, phones and codes. */
export function UnbrokenText({ text }: { text: string }) {
  return text.split(figurePattern).map((part, index) =>
    index % 2 === 1 && part.length <= MAX_CHARACTERS ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}

/** Longer figures may break, because they do not fit into headings of the narrowest phones. */
const MAX_CHARACTERS = 18;

/** Dates and times, amounts, `N.º 12`, phones, versions, RUT, codes and measures. */
const figurePattern =
  /((?:\d{2}-\d{2}-\d{4}(?:, \d{2}:\d{2})?|(?:US\$|\$|UF)\s[\d.,]*\d|N\.º\s\d+|\+56(?: \d+)+|versión \d+|\d{1,3}(?:\.\d{3})+-[\dkK]|[A-Z\d]+(?:-[A-Z\d]+)+|\d+ (?:horas?|días?|kB|MB|UTM)(?!\p{L}))[.,;:)]?)/u;
