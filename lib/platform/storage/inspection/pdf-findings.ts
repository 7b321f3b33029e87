import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib';
import type { Finding } from '#lib/platform/storage/inspection/findings.ts';
import { isFlood } from '#lib/platform/storage/inspection/pdf-floods.ts';

/**
 * Names of PDF actions that run something. `pdf-text.ts` looks for the same names in uncompressed
 * text.
 */
const ACTION_NAMES = ['JavaScript', 'Launch', 'Rendition', 'XFA'];
/**
 * Names of actions that open another file or URL, or send a form. After a click they are harmless.
 */
const LEADS_AWAY = ['GoToR', 'GoToE', 'SubmitForm', 'ImportData', 'URI'];
/**
 * Names of programs, files with macros and disk images. Windows ignores trailing dots and blanks.
 */
const PROGRAM =
  /\.(exe|com|bat|cmd|scr|pif|cpl|jse?|vb[se]|ws[fh]|msi|ps1|jar|lnk|hta|dll|sh|app|command|dmg|iso|img|vhdx?|reg|scf|url|(doc|dot|xls|xlt|ppt|pot)m|xla[m]?|xlsb)[.\s\0]*$/i;

/**
 * Returns the danger in a PDF, or `pdf`. Checks all objects with pdf-lib, because pdf.js reports
 * scripts but not launched programs. Files that pdf-lib cannot read are checked with pdf.js, which
 * browsers use.
 */
export async function findDangerInPdf(bytes: Buffer): Promise<Finding> {
  const options = { password: '', updateMetadata: false, parseSpeed: Number.POSITIVE_INFINITY };
  const document = await PDFDocument.load(bytes, options).catch(() => null);
  if (!document) return findWithPdfJs(bytes);
  const { context } = document;
  const objects = context.enumerateIndirectObjects().map(([, object]) => object);
  if (objects.some(hasAction)) return 'script';
  if (await isFlood(objects.filter((object) => object instanceof PDFRawStream))) return 'flood';
  // pdf-lib also loads files that are cut off before their catalogue or trailer.
  const hasTrailer = bytes.includes('startxref') || bytes.includes('trailer');
  const isWhole = hasTrailer && context.lookup(context.trailerInfo.Root) instanceof PDFDict;
  return isWhole ? 'pdf' : findWithPdfJs(bytes);
}

async function findWithPdfJs(bytes: Buffer): Promise<Finding> {
  const { getDocumentProxy } = await import('unpdf');
  const document = await getDocumentProxy(new Uint8Array(bytes)).catch((error: Error) => error);
  if (document instanceof Error) return document.name === 'PasswordException' ? 'locked' : 'broken';
  if (await document.hasJSActions()) return 'script';
  const attachments: { filename: string }[] = Object.values(
    (await document.getAttachments()) ?? {},
  );
  return attachments.some(({ filename }) => PROGRAM.test(filename)) ? 'script' : 'pdf';
}

function hasAction(object: PDFObject): boolean {
  if (object instanceof PDFName) return ACTION_NAMES.includes(object.decodeText());
  if (object instanceof PDFStream) return hasAction(object.dict);
  if (object instanceof PDFArray) return object.asArray().some(hasAction);
  if (!(object instanceof PDFDict)) return false;
  return isProgram(object) || leadsAway(object) || object.entries().flat().some(hasAction);
}

/** Returns whether an embedded file is a program, by any of its names (ISO 32000-1, 7.11.3). */
function isProgram(dict: PDFDict): boolean {
  if (!dict.has(PDFName.of('EF'))) return false;
  return ['F', 'UF', 'DOS', 'Mac', 'Unix'].some((key) => {
    const name = dict.lookup(PDFName.of(key));
    const isText = name instanceof PDFString || name instanceof PDFHexString;
    return isText && PROGRAM.test(name.decodeText());
  });
}

/**
 * Returns whether an action leads away without a click: on opening or leaving a document, page or
 * field.
 */
function leadsAway(dict: PDFDict): boolean {
  const events = dict.lookup(PDFName.of('AA'));
  const actions = [dict.get(PDFName.of('OpenAction'))];
  if (events instanceof PDFDict) actions.push(...events.values());
  const visited = new Set<PDFObject>();
  // The loop appends the `Next` actions of each action, which may form a cycle.
  for (const ref of actions) {
    const action = dict.context.lookup(ref);
    if (!action || visited.has(action)) continue;
    visited.add(action);
    if (action instanceof PDFArray) actions.push(...action.asArray());
    if (!(action instanceof PDFDict)) continue;
    const kind = action.lookup(PDFName.of('S'));
    if (kind instanceof PDFName && LEADS_AWAY.includes(kind.decodeText())) return true;
    actions.push(action.get(PDFName.of('Next')));
  }
  return false;
}
