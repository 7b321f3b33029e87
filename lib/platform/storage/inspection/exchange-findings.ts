import { SaxesParser } from 'saxes';

/**
 * Signs that each field, link and formula of Dynamic Data Exchange (DDE) needs, however the part
 * is written. Parts without any of it are not parsed.
 */
const SIGNS = /\||&#|<!|instr|(dde|ole)link|dde\s*\(/i;
/** Pieces overlap by more than any of the signs. */
const OVERLAP_BYTES = 16;
const XML = /^(\xef\xbb\xbf)?\s*</;
/** The texts of a workbook's cells, which Excel never calculates. */
const TEXTS_OF_CELLS = /^(\xef\xbb\xbf)?\s*(<\?xml[^>]*\?>\s*)?<(\w+:)?sst[\s>]/;

const LINK_TAG = /^(dde|ole)Link$/;
/** Fields of Word that use DDE, or that spell a field by the codes of its letters. */
const FIELD = /^[\s"]*(dde(auto)?\b|quote(\s+\d{2,3}){3})/i;
const FORMULA_TAG = /^(f|formula\d?|definedName|calculatedColumnFormula)$/;
/** Texts, and names of sheets and columns. They may contain any character. */
const QUOTED = /"[^"]*"|'[^']*'|\[[^[\]]*\]/g;
/** `program|'argument'!item` of Excel, and the function of LibreOffice. */
const FORMULA = /\||\bdde\s*\(/i;

/** Returns the encoding that the first bytes of an XML document state. */
export function encodingOf(bytes: Buffer): string {
  const mark = bytes.toString('hex', 0, 2);
  return mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8';
}

/** Returns a check for the pieces of a part. It tells whether the part has to be parsed for DDE. */
export function createExchangeSigns(): (piece: Buffer) => boolean {
  let isXml: boolean | null = null;
  let isUtf8 = true;
  let end = '';
  return (piece) => {
    if (isXml === false) return false;
    const text = end + piece.toString('latin1');
    isUtf8 &&= isXml !== null || encodingOf(piece) === 'utf-8';
    isXml ??= !isUtf8 || (XML.test(text) && !TEXTS_OF_CELLS.test(text));
    end = text.slice(-OVERLAP_BYTES);
    return isXml && (!isUtf8 || SIGNS.test(text));
  };
}

/** Parses a part and returns whether a field, a link or a formula uses DDE. */
export async function usesExchange(part: AsyncIterable<Buffer>): Promise<boolean> {
  const parser = new SaxesParser({ xmlns: true });
  let decoder: TextDecoder | null = null;
  let isFound = false;
  let [tag, field, formula] = ['', '', ''];
  // Office judges faults of the markup when it opens the file.
  parser.on('error', () => undefined);
  parser.on('opentag', ({ local, attributes }) => {
    [tag, formula] = [local, ''];
    if (local === 'fldChar') field = '';
    const simple = Object.values(attributes).find((attribute) => attribute.local === 'instr');
    isFound ||= LINK_TAG.test(local) || FIELD.test(simple?.value ?? '');
  });
  parser.on('closetag', () => {
    isFound ||= FORMULA_TAG.test(tag) && FORMULA.test(formula.replace(QUOTED, ''));
    tag = '';
  });
  const read = (text: string) => {
    // The code of a field may be split over many runs of text.
    if (tag === 'instrText') field += text;
    if (FORMULA_TAG.test(tag)) formula += text;
    isFound ||= tag === 'instrText' && FIELD.test(field);
  };
  parser.on('text', read);
  parser.on('cdata', read);
  for await (const piece of part) {
    decoder ??= new TextDecoder(encodingOf(piece));
    parser.write(decoder.decode(piece, { stream: true }));
    if (isFound) return true;
  }
  return false;
}
