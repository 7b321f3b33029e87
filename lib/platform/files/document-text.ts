import { getDocumentProxy } from 'unpdf';

const MAX_PAGES = 3;
const MAX_CHARACTERS = 30_000;

type Item = { str: string; x: number; y: number; width: number; height: number };

/**
 * Returns the text of the first `MAX_PAGES` pages, in visual lines. It is empty for scanned
 * documents.
 */
export async function documentText(pdf: Uint8Array): Promise<string> {
  const document = await getDocumentProxy(pdf, { stopAtErrors: true });
  const pages: string[] = [];
  let size = 0;
  for (let n = 1; n <= Math.min(MAX_PAGES, document.numPages) && size < MAX_CHARACTERS; n += 1) {
    const page = await document.getPage(n);
    const { items } = await page.getTextContent();
    const visible = items.flatMap((item) =>
      'str' in item && item.str.trim()
        ? { ...item, x: item.transform[4], y: item.transform[5] }
        : [],
    );
    const text = linesOf(visible).join('\n');
    pages.push(text);
    size += text.length;
  }
  return pages.join('\n\f\n').slice(0, MAX_CHARACTERS);
}

/** Groups items by their height on the page: a label and its value may be far apart in the file. */
function linesOf(items: readonly Item[]): string[] {
  const lines: { y: number; items: Item[] }[] = [];
  for (const item of items.toSorted((a, b) => b.y - a.y)) {
    const last = lines.at(-1);
    if (last && last.y - item.y < Math.max(2, item.height / 3)) last.items.push(item);
    else lines.push({ y: item.y, items: [item] });
  }
  return lines.map(({ items: parts }) => {
    let end = 0;
    let line = '';
    for (const { str, x, width, height } of parts.toSorted((a, b) => a.x - b.x)) {
      line += line && x - end > height / 8 ? ` ${str}` : str;
      end = x + width;
    }
    return line.replace(/\s+/g, ' ').trim();
  });
}
