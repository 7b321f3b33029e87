import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { isScannedDocument } from '#lib/platform/storage/judging/scan.ts';

/** Makes the frame of a JPEG, which is all that a PDF shows of it. */
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

test.each([
  ['a scan with its text under it', { width: 1240, height: 1754 }, false, true],
  ['the same, packed', { width: 1240, height: 1754 }, true, true],
  ['a document with a logo', { width: 300, height: 120 }, false, false],
  ['a packed document with a logo', { width: 300, height: 120 }, true, false],
  ['a document without pictures', null, false, false],
] as const)('%s is told apart', async (_, side, packed, expected) => {
  expect(isScannedDocument(await pdfOf(side, packed))).toBe(expected);
});
