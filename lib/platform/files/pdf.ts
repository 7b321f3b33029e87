import { encode } from 'uqr';
import { brand, guilloche, logo } from '#lib/platform/config/brand.ts';
import type { GeneratedFileReply } from '#lib/platform/operations/files.ts';

export const pageSize = { margin: 56, width: 595.28, height: 841.89, bottom: 58 } as const;
export const contentWidth = pageSize.width - 2 * pageSize.margin;
/** Height of a box, in points. */
export const boxHeight = 54;
/** Offsets of the two lines of a box, in points. */
export const boxLines = { label: 10, value: 24 } as const;
const { colors } = brand;

export type Sheet = Awaited<ReturnType<typeof openSheet>>;

type SheetOptions = {
  title: string;
  createdAt: number;
  /** Omits our name and logo, for documents that we do not vouch for. */
  isUnmarked?: boolean;
};

/**
 * Opens an A4 document. `createdAt` (ms) is its creation date, so that the same content gives the
 * same bytes.
 */
export async function openSheet({ title, createdAt, isUnmarked = false }: SheetOptions) {
  // pdfkit takes 20 MB of memory, so it is loaded for the first PDF.
  const { default: PDFDocument } = await import('pdfkit');
  const doc = new PDFDocument({
    size: 'A4',
    margins: {
      top: pageSize.margin,
      left: pageSize.margin,
      right: pageSize.margin,
      bottom: pageSize.bottom,
    },
    bufferPages: true,
    lang: 'es-CL',
    displayTitle: true,
    info: {
      Title: winAnsi(title),
      CreationDate: new Date(createdAt),
      ...(!isUnmarked && { Author: brand.name }),
    },
  });
  if (!isUnmarked) drawMark(doc);
  drawHead(doc, title);

  /** Starts a new page unless `height` points are left, and returns whether it did. */
  const ensure = (height: number): boolean => {
    if (doc.y + height <= pageSize.height - pageSize.bottom) return false;
    doc.addPage();
    return true;
  };

  /** Returns the height in points of `text` in a column. */
  const heightOf = (text: string, style: TextStyle): number => {
    applyStyle(doc, style);
    return doc.heightOfString(winAnsi(text), { width: style.width, lineGap: 2 });
  };

  /** Writes at (`x`, `y`) and moves `doc.y` below the text. */
  const write = (text: string, x: number, y: number, style: TextStyle): void => {
    applyStyle(doc, style);
    doc.text(winAnsi(text), x, y, { width: style.width, align: style.align, lineGap: 2 });
  };

  const rule = (y: number, color: string = colors.line): void => {
    doc
      .moveTo(pageSize.margin, y)
      .lineTo(pageSize.width - pageSize.margin, y)
      .lineWidth(0.7)
      .stroke(color);
  };

  return {
    doc,
    ensure,
    heightOf,
    write,
    rule,
    /**
     * Draws a large value in a tinted box, with waves at its right or what `right` draws. Leaves
     * `doc.y` below the box.
     */
    box: (label: string, value: string, right?: (top: number) => void): void => {
      const top = doc.y;
      const leftX = pageSize.margin + 16;
      doc.roundedRect(pageSize.margin, top, contentWidth, boxHeight, 6).fill(colors.brandTint);
      write(label, leftX, top + boxLines.label, { size: 9, color: colors.inkSoft, width: 200 });
      write(value, leftX, top + boxLines.value, { size: 20, bold: true, width: contentWidth - 32 });
      if (right) right(top);
      else drawWaves(doc, top);
      doc.y = top + boxHeight;
    },
    /** Draws rows of label and value with a line below each. `gap` is in points. */
    rows: (rows: readonly { label: string; value: string }[], gap: number): void => {
      for (const { label, value } of rows) {
        const labelStyle = { size: 10, width: 160, color: colors.inkSoft };
        const valueStyle = { size: 10, width: contentWidth - 170 };
        const height = Math.max(heightOf(label, labelStyle), heightOf(value, valueStyle));
        ensure(height + gap + 2);
        const y = doc.y + gap;
        write(label, pageSize.margin, y, labelStyle);
        write(value, pageSize.margin + 170, y, valueStyle);
        doc.y = y + height + gap - 4;
        rule(doc.y);
      }
    },
    /** Draws a QR code with its white margin. `size` is in points. */
    qr: (text: string, { x, y, size }: { x: number; y: number; size: number }): void => {
      // Readers accept any mask of a QR code, and comparing all eight takes a third of a receipt's
      // time.
      const { data, size: modules } = encode(text, { border: 0, maskPattern: 0 });
      const quietZone = (4 * size) / modules;
      doc
        .rect(x - quietZone, y - quietZone, size + 2 * quietZone, size + 2 * quietZone)
        .fill('#ffffff');
      const module = size / modules;
      data.forEach((row, index) => {
        for (let from = row.indexOf(true); from !== -1; ) {
          const lightStart = row.indexOf(false, from);
          const to = lightStart === -1 ? row.length : lightStart;
          doc.rect(x + from * module, y + index * module, (to - from) * module, module);
          from = row.indexOf(true, to);
        }
      });
      doc.fill(colors.ink);
    },
    /** Numbers the pages and ends the document. Its bytes can be read from `doc`. */
    end: (footer: string) => {
      numberPages(doc, footer);
      doc.end();
    },
  };
}

type TextStyle = {
  size: number;
  width: number;
  bold?: boolean;
  color?: string;
  align?: 'left' | 'right';
};

function applyStyle(doc: PDFKit.PDFDocument, { size, bold, color }: TextStyle): void {
  doc
    .font(bold ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(size)
    .fillColor(color ?? colors.ink);
}

function drawMark(doc: PDFKit.PDFDocument): void {
  const { margin } = pageSize;
  doc
    .save()
    .translate(margin, margin - 8)
    .scale(0.9);
  doc.path(logo.shield).fill(colors.brand);
  doc.lineCap('round').lineJoin('round');
  doc.path(logo.perforation).lineWidth(1.8).stroke(colors.copperBright);
  doc.path(logo.tick).lineWidth(2.8).stroke(colors.onBrand);
  doc.restore();
  applyStyle(doc, { size: 17, width: 200, bold: true, color: colors.brand });
  doc.text(brand.name, margin + 38, margin - 2, { lineBreak: false });
}

/** Draws a guilloche, the faint wave pattern of security paper, at the right of a box. */
function drawWaves(doc: PDFKit.PDFDocument, top: number): void {
  doc.save();
  doc.roundedRect(pageSize.margin, top, contentWidth, boxHeight, 6).clip();
  doc.translate(pageSize.width - pageSize.margin - 168, top - 13).scale(1.1);
  for (const wave of guilloche)
    doc.path(wave).lineWidth(0.3).strokeOpacity(0.35).stroke(colors.copper);
  doc.restore();
}

function drawHead(doc: PDFKit.PDFDocument, title: string): void {
  const { margin, width } = pageSize;
  applyStyle(doc, { size: 10, width: 200, color: colors.inkSoft });
  doc.text(winAnsi(title), margin, margin + 3, { width: width - 2 * margin, align: 'right' });
  doc
    .moveTo(margin, margin + 32)
    .lineTo(width - margin, margin + 32)
    .lineWidth(1.5)
    .stroke(colors.copper);
  doc.x = margin;
  doc.y = margin + 46;
}

function numberPages(doc: PDFKit.PDFDocument, footer: string): void {
  const { count } = doc.bufferedPageRange();
  for (let i = 0; i < count; i++) {
    doc.switchToPage(i);
    // pdfkit would start a new page for text below the bottom margin.
    doc.page.margins.bottom = 0;
    const y = pageSize.height - 46;
    applyStyle(doc, { size: 8.5, width: contentWidth, color: colors.inkSoft });
    doc.text(winAnsi(footer), pageSize.margin, y, { width: contentWidth - 90, lineBreak: false });
    const number = `Página ${i + 1} de ${count}`;
    doc.text(number, pageSize.margin, y, { width: contentWidth, align: 'right', lineBreak: false });
  }
}

/**
 * Returns a text in Windows-1252, the only characters of PDF's standard fonts. Others become the
 * letter without its accents, or else `?`.
 */
export function winAnsi(text: string): string {
  const composed = text.normalize('NFC');
  if (fittingPattern.test(composed)) return composed;
  const graphemes = [...segmenter.segment(composed)];
  return graphemes
    .map(({ segment }) => (fittingPattern.test(segment) ? segment : nearestGlyphs(segment)))
    .join('');
}

const segmenter = new Intl.Segmenter('es');
const fittingPattern = /^[\n -~\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;

function nearestGlyphs(segment: string): string {
  if (/^\s+$/.test(segment)) return segment.includes('\n') ? '\n' : ' ';
  const base = segment.normalize('NFKD').replace(/\p{M}/gu, '');
  return base !== '' && fittingPattern.test(base) ? base : '?';
}

export function pdfFile(pdf: NodeJS.ReadableStream, name: string): GeneratedFileReply {
  return { content: pdf, type: 'application/pdf', name, disposition: 'inline' };
}
