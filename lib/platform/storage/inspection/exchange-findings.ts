import { SaxesParser } from 'saxes';

/**
 * Matches signs of Dynamic Data Exchange (DDE). Each field, link or formula that uses it has one of
 * them, however the part is written. Parts without a sign are not parsed.
 */
const SIGNS = /\||&#|<!|instr|(dde|ole)link|dde\s*\(/i;
/** Pieces overlap by more than any of the signs. */
const OVERLAP_BYTES = 16;
const XML = /^(\xef\xbb\xbf)?\s*</;
/** Matches the part that holds the texts of cells, which Excel never calculates. */
const TEXTS_OF_CELLS = /^(\xef\xbb\xbf)?\s*(<\?xml[^>]*\?>\s*)?<(\w+:)?sst[\s>]/;

const LINK_TAG = /^(dde|ole)Link$/;
const FIELD = /^[\s"]*dde(auto)?\b/i;
/**
 * Matches the beginning of the name of a DDE field, or nothing, because a nested field may supply
 * the rest of the name.
 */
const BEGUN_FIELD = /^[\s"]*(d(d(e(a(u(t(o)?)?)?)?)?)?)?$/i;
const FORMULA_TAG = /^(f|formula\d?|definedName|calculatedColumnFormula)$/;
/** Matches texts, and names of sheets and columns. They may contain any character. */
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
  let overlap = '';
  return (piece) => {
    if (isXml === false) return false;
    const text = overlap + piece.toString('latin1');
    isUtf8 &&= isXml !== null || encodingOf(piece) === 'utf-8';
    isXml ??= !isUtf8 || (XML.test(text) && !TEXTS_OF_CELLS.test(text));
    overlap = text.slice(-OVERLAP_BYTES);
    return isXml && (!isUtf8 || SIGNS.test(text));
  };
}

/** Parses a part and returns whether a field, a link or a formula uses DDE. */
export async function usesExchange(part: AsyncIterable<Buffer>): Promise<boolean> {
  // Resolving namespaces would double the time, and any prefix is possible.
  const parser = new SaxesParser();
  let decoder: TextDecoder | null = null;
  let isFound = false;
  let [tag, formula] = ['', ''];
  /** The codes of the open fields. Each field is nested in the previous one. */
  const fields: string[] = [];
  // Faults of the markup are ignored, because Office checks them when it opens the file.
  parser.on('error', () => undefined);
  parser.on('opentag', ({ name, attributes }) => {
    [tag, formula] = [localName(name), ''];
    const attribute = (local: string) =>
      Object.entries(attributes).find(([key]) => localName(key) === local)?.[1] ?? '';
    const type = tag === 'fldSimple' ? 'simple' : attribute('fldCharType');
    if (type === 'begin' || type === 'simple')
      isFound ||= BEGUN_FIELD.test(fields.at(-1) ?? 'none');
    if (tag === 'fldChar') {
      if (type === 'begin') fields.push('');
      if (type === 'end') fields.pop();
    }
    isFound ||= LINK_TAG.test(tag) || (tag === 'fldSimple' && FIELD.test(attribute('instr')));
  });
  parser.on('closetag', () => {
    isFound ||= FORMULA_TAG.test(tag) && FORMULA.test(formula.replace(QUOTED, ''));
    tag = '';
  });
  const addText = (text: string) => {
    // The code of a field may be split over many runs of text.
    if (FORMULA_TAG.test(tag)) formula += text;
    if (tag !== 'instrText' && tag !== 'delInstrText') return;
    const code = (fields.pop() ?? '') + text;
    // Deleted text is not part of the code once the deletion is accepted.
    fields.push(tag === 'delInstrText' ? code.slice(0, -text.length) : code);
    isFound ||= FIELD.test(code);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  for await (const piece of part) {
    decoder ??= new TextDecoder(encodingOf(piece));
    parser.write(decoder.decode(piece, { stream: true }));
    if (isFound) return true;
  }
  return false;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
