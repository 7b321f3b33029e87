import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import type { Reading } from '#lib/domain/documents/schema.ts';
import type { World } from '#tests/support/papers/world.ts';

/** A heading, a line, or a label with its value far to the right. */
export type Line = { heading: string } | string | readonly [label: string, value: string] | 'page';
export type Facts = Omit<Reading, 'text' | 'rule'>;
/** A paper with what a person would copy from it; what is not in it is absent. */
export type Paper = { truth: Facts; lines: Line[] };
export type Maker = (w: World) => Paper;

export async function pdfOf({ lines }: Paper): Promise<Buffer> {
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
      // Values first, as programs that fill in a form write them.
      doc.fontSize(10).text(line[1], 290, y, { width: 260 });
      const below = doc.y;
      doc.text(line[0], 60, y, { width: 220 });
      doc.y = Math.max(below, doc.y);
    }
  }
  doc.end();
  return bytes;
}

/** Pages of pictures, as a scanner leaves them: nothing to read. */
export async function scanned(): Promise<Buffer> {
  const doc = new PDFDocument({ size: 'LETTER' });
  const bytes = buffer(doc);
  doc.rect(60, 60, 400, 600).fill('#dddddd');
  doc.end();
  return bytes;
}
