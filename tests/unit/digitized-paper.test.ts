import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { isDigitizedPaper } from '#lib/platform/storage/inspection/digitized-paper.ts';

/** Makes the frame of a JPEG, because a PDF shows no other part of it. */
function jpegOf({ width, height }: { width: number; height: number }): Buffer {
  const frame = Buffer.from('ffd8ffc0001108000000000301220002110103110100ffd9', 'hex');
  frame.writeUInt16BE(height, 7);
  frame.writeUInt16BE(width, 9);
  return frame;
}

/** Makes a PDF of one page like a program, packed or not, with this picture and a line of text. */
async function pdfOf(side: { width: number; height: number } | null, packed: boolean) {
  const document = await PDFDocument.create();
  const sheet = document.addPage([595, 842]);
  if (side) sheet.drawImage(await document.embedJpg(jpegOf(side)), { width: 595, height: 842 });
  sheet.drawText('Póliza 3052', { font: await document.embedFont(StandardFonts.Helvetica) });
  const bytes = await document.save({ useObjectStreams: packed });
  return Buffer.from(bytes).toString('latin1');
}

/** Makes a packed PDF that holds only this picture, whose bytes are no real JPEG's. */
async function pictureOf(bytes: number, side: { width: number; height: number }) {
  const document = await PDFDocument.create();
  const picture = Buffer.concat([jpegOf(side), Buffer.alloc(bytes, 0x5a)]);
  document.addPage([595, 842]).drawImage(await document.embedJpg(picture), { width: 595 });
  return Buffer.from(await document.save()).toString('latin1');
}

test('a packed page with only a photo counts as digitized paper, and one with a small logo does not', async () => {
  expect(isDigitizedPaper(await pictureOf(60_000, { width: 600, height: 400 }))).toBe(true);
  expect(isDigitizedPaper(await pictureOf(200, { width: 300, height: 120 }))).toBe(false);
});

test.each([
  ['a scan with its text under it', { width: 1240, height: 1754 }, false, true],
  ['the same, packed', { width: 1240, height: 1754 }, true, true],
  ['a document with a logo', { width: 300, height: 120 }, false, false],
  ['a packed document with a logo', { width: 300, height: 120 }, true, false],
  ['a document without pictures', null, false, false],
] as const)('%s is recognised as digitized paper or not', async (_, side, packed, expected) => {
  expect(isDigitizedPaper(await pdfOf(side, packed))).toBe(expected);
});
