import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import type { DocumentReading } from '#lib/domain/documents/schema.ts';
import {
  longDay,
  type SyntheticWorld,
  writtenDay,
} from '#tests/support/synthetic-documents/world.ts';

/** A heading, a line, or a label with its value far to the right. */
type Line = { heading: string } | string | readonly [label: string, value: string] | 'page';
export type DocumentFacts = Omit<DocumentReading, 'text' | 'rule'>;
/** A document and the facts that a person would copy from it, without absent ones. */
export type SyntheticDocument = { truth: DocumentFacts; lines: Line[] };
export type DocumentMaker = (w: SyntheticWorld) => SyntheticDocument;

/**
 * Makes a document from its text: `# heading`, `label > value`, `---` before another page. It has
 * one of `one | another`, and half of them have what follows `?`.
 */
export function textDocument(
  w: SyntheticWorld,
  truth: DocumentFacts,
  text: string,
): SyntheticDocument {
  const oneOf = (words: string) => w.pick(words.split(' | '));
  const lines = text.split('\n').flatMap((raw): Line[] => {
    const [, maybe, line = ''] = /^\s*(\? )?(.*)$/.exec(raw) ?? [];
    if (line === '' || (maybe && w.upTo(2) === 0)) return [];
    if (line === '---') return ['page'];
    if (line.startsWith('# ')) return [{ heading: oneOf(line.slice(2)) }];
    const [words = '', value] = line.split(' > ');
    return value === undefined ? [oneOf(words)] : [[oneOf(words), value]];
  });
  return { truth, lines };
}

/** Returns the day of issue like the end of a letter, or beside a label. */
export function longOrLabelled(w: SyntheticWorld, label: string): string {
  if (w.upTo(2)) return `${w.city}, ${longDay(w.issuedAt)}.`;
  return `${label} > ${writtenDay(w, w.issuedAt)}`;
}

export async function pdfOf({ lines }: SyntheticDocument): Promise<Buffer> {
  const doc = new PDFDocument({ size: 'LETTER', margin: 60 });
  const bytes = buffer(doc);
  for (const line of lines) {
    doc.x = 60;
    if (line === 'page') doc.addPage();
    else if (typeof line === 'string') doc.fontSize(10).text(line, { paragraphGap: 4 });
    else if ('heading' in line) {
      doc.fontSize(14).text(line.heading, { align: 'center', paragraphGap: 6 });
    } else {
      const { y } = doc;
      // Values come first, like in forms that programs fill in.
      doc.fontSize(10).text(line[1], 290, y, { width: 260 });
      const below = doc.y;
      doc.text(line[0], 60, y, { width: 220 });
      doc.y = Math.max(below, doc.y);
    }
  }
  doc.end();
  return bytes;
}

/** Makes pages of pictures like a scanner's: nothing to read. */
export async function scannedPages(): Promise<Buffer> {
  const doc = new PDFDocument({ size: 'LETTER' });
  const bytes = buffer(doc);
  doc.rect(60, 60, 400, 600).fill('#dddddd');
  doc.end();
  return bytes;
}
