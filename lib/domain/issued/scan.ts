/**
 * What the bytes of a file tell, read as Latin-1, here and by a script in the browser, whose Latin-1 is
 * Windows-1252 with other letters for 80 to 9F: pictures by how
 * they begin, and PDFs of pictures alone, as scanners write them. A packed PDF may hide its fonts and
 * counts as text.
 */
export const scanSigns = {
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
