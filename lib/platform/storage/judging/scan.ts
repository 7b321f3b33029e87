/**
 * Signs of a picture, and of a PDF that is made of pictures alone, as scanners write it. The server and
 * a script in the browser read the bytes as Latin-1; the browser's is Windows-1252, with other letters
 * for 80 to 9F, so no sign uses those. A packed PDF may hide its fonts and counts as text.
 */
const scanSigns = {
  picture:
    /^(?:\xff\xd8\xff|.PNG|GIF8|II\*\0|MM\0\*|RIFF.{4}WEBP|.{4}ftyp(?:heic|heix|mif1|avif))/s,
  pdf: /^.{0,1024}%PDF-/s,
  image: /\/Subtype\s*\/Image\b/,
  text: /\/Font\b|\/ObjStm\b/,
};

/** Whether a file is a scan or a photo: its bytes never equal those of a recorded document. */
export function isScan(bytes: string): boolean {
  const { picture, pdf, image, text } = scanSigns;
  return picture.test(bytes) || (pdf.test(bytes) && image.test(bytes) && !text.test(bytes));
}

/** How a file compares with the recorded one: the same bytes, other bytes, or a picture of a document. */
export type Compared = { fileName: string; result: 'same' | 'other' | 'scan' };
