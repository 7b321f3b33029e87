/**
 * Matches a picture. The patterns avoid the bytes 80 to 9F: this module also runs in browsers,
 * which decode Latin-1 as Windows-1252, where these bytes are other characters.
 */
const picturePattern =
  /^(?:\xff\xd8\xff|.PNG|GIF8|II\*\0|MM\0\*|RIFF.{4}WEBP|.{4}ftyp(?:heic|heix|mif1|avif))/s;
const pdfPattern = /^.{0,1024}%PDF-/s;
const imagePattern = /\/Subtype\s*\/Image\b/g;
const textPattern = /\/Font\b|\/ObjStm\b/;
const pagePattern = /\/Type\s*\/Page\b/g;

/** Marks of an embedded font, whose stream is never packed into another one. */
const embeddedFont = /\/Length1\b|\/Subtype\s*\/(?:Type1C|CIDFontType0C|OpenType)\b/;
/** Minimum share of a file's bytes that are pictures, if it is a digitized paper. */
const MIN_PICTURE_SHARE = 0.8;

/** Minimum pixels of a digitized page: A4 at 100 dpi. Logos and signatures are smaller. */
const MIN_SHEET_PIXELS = { short: 800, long: 1100 };

/**
 * Returns whether a file is a digitized paper or a photo, so that its bytes cannot equal a recorded
 * document. A PDF counts as one if it has only pictures, if it is mostly pictures without a
 * font of its own, or if each page has a page-sized picture. Scanners add recognised text under the
 * picture.
 */
export function isDigitizedPaper(bytes: string): boolean {
  if (picturePattern.test(bytes)) return true;
  const images = pdfPattern.test(bytes) ? [...bytes.matchAll(imagePattern)] : [];
  if (images.length === 0) return false;
  const sheets = images.filter(({ index }) => isSheet(surroundingsOf(bytes, index)));
  // Compressed pages cannot be counted, so one page-sized picture is enough then.
  const pages = Math.max(1, bytes.match(pagePattern)?.length ?? 0);
  const pictureBytes = images.reduce(
    (sum, { index }) => sum + streamBytes(surroundingsOf(bytes, index)),
    0,
  );
  const isMostlyPictures =
    pictureBytes > MIN_PICTURE_SHARE * bytes.length && !embeddedFont.test(bytes);
  return !textPattern.test(bytes) || isMostlyPictures || sheets.length >= pages;
}

function surroundingsOf(bytes: string, index: number): string {
  return bytes.slice(Math.max(0, index - 300), index + 300);
}

function streamBytes(dictionary: string): number {
  return Number(/\/Length\s+(\d+)/.exec(dictionary)?.[1] ?? 0);
}

/** Returns whether the text around a picture's dictionary states the dimensions of a page. */
function isSheet(dictionary: string): boolean {
  const [width, height] = [/\/Width\s+(\d+)/, /\/Height\s+(\d+)/].map((side) =>
    Number(side.exec(dictionary)?.[1] ?? 0),
  );
  if (!width || !height) return false;
  return (
    Math.min(width, height) >= MIN_SHEET_PIXELS.short &&
    Math.max(width, height) >= MIN_SHEET_PIXELS.long
  );
}

export const EMPTY_FILE = 'El archivo está vacío. Elige el que te enviaron.';

/** Result of comparing a file with the recorded document. `at` is in ms, `size` in bytes. */
export type ComparedFile = {
  fileName: string;
  result: 'same' | 'other' | 'digitized';
  sha256: string;
  size: number;
  at: number;
};
