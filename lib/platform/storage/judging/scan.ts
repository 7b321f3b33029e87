/**
 * The server and a script in the browser read the bytes as Latin-1; the browser's is Windows-1252, with
 * other letters for 80 to 9F, so no sign uses those.
 */
const picture =
  /^(?:\xff\xd8\xff|.PNG|GIF8|II\*\0|MM\0\*|RIFF.{4}WEBP|.{4}ftyp(?:heic|heix|mif1|avif))/s;
const pdf = /^.{0,1024}%PDF-/s;
const image = /\/Subtype\s*\/Image\b/g;
const text = /\/Font\b|\/ObjStm\b/;
const page = /\/Type\s*\/Page\b/g;

/** A sheet at 100 dots an inch has these pixels. Logos and signatures are smaller. */
const SHEET = { short: 800, long: 1100 };

/**
 * Returns whether a file is a scan or a photo, whose bytes never equal a recorded document. A PDF
 * is one when it has only pictures, or a picture of a sheet for each page: scanners lay the text
 * that they recognised under it.
 */
export function isScan(bytes: string): boolean {
  if (picture.test(bytes)) return true;
  const images = pdf.test(bytes) ? [...bytes.matchAll(image)] : [];
  if (images.length === 0) return false;
  const sheets = images.filter(({ index }) =>
    isSheet(bytes.slice(Math.max(0, index - 300), index + 300)),
  );
  // Packed pages cannot be counted, so one sheet decides.
  const pages = Math.max(1, bytes.match(page)?.length ?? 0);
  return !text.test(bytes) || sheets.length >= pages;
}

/** Returns whether a picture's dictionary, cut out with its surroundings, is of a whole sheet. */
function isSheet(dictionary: string): boolean {
  const [width, height] = [/\/Width\s+(\d+)/, /\/Height\s+(\d+)/].map((side) =>
    Number(side.exec(dictionary)?.[1] ?? 0),
  );
  if (!width || !height) return false;
  return Math.min(width, height) >= SHEET.short && Math.max(width, height) >= SHEET.long;
}

/** A file has the recorded bytes, other bytes, or is a picture of a document. */
export type Compared = { fileName: string; result: 'same' | 'other' | 'scan' };
