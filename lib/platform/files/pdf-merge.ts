import { buffer } from 'node:stream/consumers';
import {
  AnnotationFlags,
  concatTransformationMatrix,
  decodePDFRawStream,
  PDFAcroChoice,
  PDFAcroText,
  PDFBool,
  PDFDocument,
  PDFDropdown,
  type PDFField,
  type PDFFont,
  PDFName,
  PDFOptionList,
  type PDFPage,
  PDFRawStream,
  PDFString,
  PDFTextField,
  popGraphicsState,
  pushGraphicsState,
  rgb,
  StandardFonts,
} from '@cantoo/pdf-lib';
import type { Merge } from '#lib/platform/files/merged-pdf.ts';
import { orientationOf } from '#lib/platform/files/orientation.ts';

// Child process of `merged-pdf.ts`. Reads a line of JSON and then each file after its length in
// four bytes. Writes a PDF.

const width = 595.28;
const height = 841.89;
const margin = 56;
const rowHeight = 44;
const rowsOnFirst = 13;
const rowsOnOthers = 15;
const ink = rgb(0.09, 0.13, 0.19);
const softInk = rgb(0.34, 0.39, 0.46);

type Matrix = readonly [number, number, number, number, number, number];
const upright: Matrix = [1, 0, 0, 1, 0, 0];
/** Transformations for EXIF orientations: cameras store pictures as the sensor saw them. */
const orientationMatrices: Record<number, Matrix> = {
  2: [-1, 0, 0, 1, 1, 0],
  3: [-1, 0, 0, -1, 1, 1],
  4: [1, 0, 0, -1, 0, 1],
  5: [0, -1, -1, 0, 1, 1],
  6: [0, -1, 1, 0, 0, 1],
  7: [0, 1, 1, 0, 0, 0],
  8: [0, 1, -1, 0, 1, 0],
};

type Part = Merge['parts'][number] & { page: number | null };

const input = await buffer(process.stdin);
const headLength = input.indexOf(10);
const {
  title,
  description: about,
  parts,
  note,
  names,
} = JSON.parse(input.toString('utf8', 0, headLength)) as Merge;
const mergedDocument = await PDFDocument.create();
const listedParts: Part[] = [];
const indexPages = 1 + Math.max(0, Math.ceil((parts.length - rowsOnFirst) / rowsOnOthers));
let offset = headLength + 1;
for (const part of parts) {
  const size = input.readUInt32BE(offset);
  const bytes = input.subarray(offset + 4, offset + 4 + size);
  offset += 4 + size;
  const pageCount = mergedDocument.getPageCount();
  const isMerged = await addPart(part.kind, bytes).catch(() => false);
  while (!isMerged && mergedDocument.getPageCount() > pageCount)
    mergedDocument.removePage(pageCount);
  listedParts.push({ ...part, page: isMerged ? indexPages + pageCount + 1 : null });
}
await writeIndex();
mergedDocument.setTitle(title);
process.stdout.write(await mergedDocument.save());

/** Appends the pages of a file. Returns false, or throws, when it cannot be merged. */
async function addPart(kind: Part['kind'], bytes: Buffer): Promise<boolean> {
  if (kind === null) return false;
  if (kind === 'pdf') {
    const source = await PDFDocument.load(bytes, { updateMetadata: false, preserveXFA: true });
    drawAnswers(source);
    const pages = await mergedDocument.copyPages(source, source.getPageIndices());
    for (const page of pages) mergedDocument.addPage(page);
    return pages.length > 0;
  }
  const image =
    kind === 'png' ? await mergedDocument.embedPng(bytes) : await mergedDocument.embedJpg(bytes);
  const turn = orientationMatrices[orientationOf(bytes) ?? 1] ?? upright;
  const [across, up] = turn[0] === 0 ? [image.height, image.width] : [image.width, image.height];
  const page = mergedDocument.addPage([width, height]);
  const scale = Math.min((width - margin) / across, (height - margin) / up, 1);
  const [w, h] = [across * scale, up * scale];
  const [a, b, c, d, e, f] = turn;
  const [x, y] = [(width - w) / 2 + e * w, (height - h) / 2 + f * h];
  const matrix = concatTransformationMatrix(a * w, b * h, c * w, d * h, x, y);
  page.pushOperators(pushGraphicsState(), matrix);
  page.drawImage(image, { x: 0, y: 0, width: 1, height: 1 });
  page.pushOperators(popGraphicsState());
  return true;
}

/**
 * Draws the values of form fields into the pages, because copied pages lose their fields. Throws
 * when a value cannot be drawn.
 */
function drawAnswers(source: PDFDocument): void {
  const form = source.getForm();
  if (form.hasXFA()) throw new Error('the answers are outside of the pages');
  form.updateFieldAppearances();
  // `NeedAppearances` means that drawn texts may be older than the values, so all are drawn again.
  const isOutdated = form.acroForm.dict.lookup(PDFName.of('NeedAppearances')) === PDFBool.True;
  for (const field of form.getFields()) {
    const visible = field.acroField.getWidgets().filter(isVisible);
    const isText = field instanceof PDFTextField;
    const isAnswer = resolveChoiceTexts(field);
    if (
      isOutdated ? isAnswer || isText : isAnswer && visible.some((widget) => !drawsText(widget))
    ) {
      checkDrawable(field, form.getDefaultFont());
      field.defaultUpdateAppearances(form.getDefaultFont());
    }
    for (const widget of field.acroField.getWidgets()) {
      if (!isVisible(widget)) widget.dict.delete(PDFName.of('AP'));
    }
  }
  form.flatten({ updateFieldAppearances: false });
}

/**
 * Replaces the values of a choice by their display texts. Returns whether the field has a value to
 * draw.
 */
function resolveChoiceTexts(field: PDFField): boolean {
  if (field instanceof PDFTextField) return Boolean(field.acroField.getValue()?.decodeText());
  if (!(field instanceof PDFDropdown || field instanceof PDFOptionList)) return false;
  const texts = new Map(
    field.acroField.getOptions().map(({ value, display }) => [value.decodeText(), display]),
  );
  const shownValues = field.acroField
    .getValues()
    .map((value) => texts.get(value.decodeText()) ?? value);
  field.acroField.dict.set(PDFName.of('V'), field.doc.context.obj(shownValues));
  return shownValues.some((value) => value.decodeText() !== '');
}

/** Throws for characters that the font lacks. The library would draw question marks. */
function checkDrawable({ acroField }: PDFField, font: PDFFont): void {
  const availableCodes = new Set([...font.getCharacterSet(), ...Buffer.from('\t\r\n')]);
  const values = acroField instanceof PDFAcroChoice ? acroField.getValues() : [];
  if (acroField instanceof PDFAcroText) values.push(acroField.getValue() ?? PDFString.of(''));
  const text = values.map((value) => value.decodeText()).join('');
  if ([...text].some((sign) => !availableCodes.has(sign.codePointAt(0) ?? 0)))
    throw new Error('no glyph');
}

type Widget = ReturnType<PDFField['acroField']['getWidgets']>[number];

function isVisible(widget: Widget): boolean {
  return !widget.hasFlag(AnnotationFlags.Hidden) && !widget.hasFlag(AnnotationFlags.NoView);
}

/** Returns whether a widget draws its value. Some files only store it. */
function drawsText(widget: Widget): boolean {
  const normal = widget.getAppearances()?.normal;
  if (!(normal instanceof PDFRawStream)) return normal !== undefined;
  const content = Buffer.from(decodePDFRawStream(normal).decode()).toString('latin1');
  return /T[jJ]|['"]|\bDo\b/.test(content);
}

async function writeIndex(): Promise<void> {
  const fonts = {
    plain: await mergedDocument.embedFont(StandardFonts.Helvetica),
    bold: await mergedDocument.embedFont(StandardFonts.HelveticaBold),
  };
  const pages = Array.from({ length: indexPages }, (_, index) =>
    mergedDocument.insertPage(index, [width, height]),
  );
  const [first] = pages;
  if (!first) return;
  drawFittedLine(first, title, { x: margin, y: height - 84, size: 20, font: fonts.bold });
  drawFittedLine(first, about, {
    x: margin,
    y: height - 108,
    size: 10,
    font: fonts.plain,
    color: softInk,
  });
  for (const [n, part] of listedParts.entries()) {
    const isOnFirst = n < rowsOnFirst;
    const page = pages[isOnFirst ? 0 : 1 + Math.floor((n - rowsOnFirst) / rowsOnOthers)] ?? first;
    const row = isOnFirst ? n : (n - rowsOnFirst) % rowsOnOthers;
    const y = height - (isOnFirst ? 150 : 84) - row * rowHeight;
    const pageText = part.page ? `${names.page} ${part.page}` : names.apart;
    const start = width - margin - fonts.plain.widthOfTextAtSize(pageText, 10);
    const end = start - 8;
    drawFittedLine(page, part.title, { x: margin, y, size: 11, font: fonts.bold, end });
    drawFittedLine(page, part.description, {
      x: margin,
      y: y - 15,
      size: 9,
      font: fonts.plain,
      color: softInk,
      end,
    });
    drawFittedLine(page, pageText, { x: start, y, size: 10, font: fonts.plain, end: width });
    const line = { x: margin, y: y - 25 };
    const to = { x: width - margin, y: y - 25 };
    page.drawLine({ start: line, end: to, thickness: 0.5, color: rgb(0.85, 0.87, 0.9) });
  }
  const last = pages.at(-1) ?? first;
  drawFittedLine(last, note, { x: margin, y: 48, size: 8.5, font: fonts.plain, color: softInk });
}

type Label = {
  x: number;
  y: number;
  size: number;
  font: PDFFont;
  color?: ReturnType<typeof rgb>;
  end?: number;
};

/** Writes one line of text, cut at `end`. */
function drawFittedLine(
  page: PDFPage,
  text: string,
  { end = width - margin, color = ink, ...placement }: Label,
) {
  let fitted = text;
  while (
    fitted.length > 1 &&
    placement.font.widthOfTextAtSize(fitted, placement.size) > end - placement.x
  ) {
    fitted = `${fitted.slice(0, -2)}…`;
  }
  page.drawText(fitted, { ...placement, color });
}
