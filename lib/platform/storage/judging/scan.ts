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

/** Pixels of a sheet at 100 dots an inch: logos and signatures are smaller. */
const SHEET = { short: 800, long: 1100 };

/**
 * Whether a file is a scan or a photo: its bytes never equal those of a recorded document. A PDF is one when
 * pictures are all that it has, or when it has a picture of a sheet for each page: scanners lay the text
 * that they recognised under it.
 */
export function isScan(bytes: string): boolean {
  if (picture.test(bytes)) return true;
  const images = pdf.test(bytes) ? [...bytes.matchAll(image)] : [];
  if (images.length === 0) return false;
  const sheets = images.filter(({ index }) =>
    isSheet(bytes.slice(Math.max(0, index - 300), index + 300)),
  );
  // Pages that are packed away cannot be counted: then one sheet decides.
  const pages = Math.max(1, bytes.match(page)?.length ?? 0);
  return !text.test(bytes) || sheets.length >= pages;
}

/** Whether the dictionary of a picture, cut out with what stands around it, is of a whole sheet. */
function isSheet(dictionary: string): boolean {
  const [width, height] = [/\/Width\s+(\d+)/, /\/Height\s+(\d+)/].map((side) =>
    Number(side.exec(dictionary)?.[1] ?? 0),
  );
  if (!width || !height) return false;
  return Math.min(width, height) >= SHEET.short && Math.max(width, height) >= SHEET.long;
}

/** How a file compares with the recorded one: the same bytes, other bytes, or a picture of a document. */
export type Compared = { fileName: string; result: 'same' | 'other' | 'scan' };
