import {
  parseEndorsementFacts,
  parseGuaranteeFacts,
} from '#lib/domain/documents/reading/guarantee.ts';
import { inDigits } from '#lib/domain/documents/reading/in-digits.ts';
import {
  anyKindLabels,
  type DocumentKind,
  documentKinds,
} from '#lib/domain/documents/reading/kinds.ts';
import { findPrintedEnd, mayStateEnd } from '#lib/domain/documents/reading/printed-end.ts';
import {
  alignDatesWithLabels,
  type DocumentText,
  dateAfter,
  rutAfter,
  toDocumentText,
} from '#lib/domain/documents/reading/text-patterns.ts';
import type { DocumentReading } from '#lib/domain/documents/schema.ts';

/** Number of first lines in which headings are looked for. */
const HEAD_LINES = 22;
/** Maximum number of characters beside the heading in its line. */
const MAX_BESIDE = 60;
/** A text with headings of this many kinds is a list of documents. */
const MIN_LIST_HEADINGS = 3;
/**
 * Matches three capitals in a row. A file without them counts as one without text, because page
 * numbers or the mark of a scanning program are not enough.
 */
const WORD = /[A-Z]{3}/;
const SCANNER_MARK = /(?:ESCANEADO CON|SCANNED (?:WITH|BY)) \w+/g;

/**
 * Returns the facts that a document states clearly. Of the other text, only names and the wording
 * of a guarantee are returned.
 */
export async function readText(raw: string): Promise<DocumentReading> {
  const text = toDocumentText(raw);
  if (!WORD.test(text.plain.replace(SCANNER_MARK, ''))) return { text: false };
  const kind = findKind(text);
  const datedText = alignDatesWithLabels(inDigits(text));
  if (!kind) {
    if (isEndorsement(text)) {
      const endUnread = mayStateEnd(inDigits(text));
      return {
        text: true,
        ...(endUnread && { endUnread }),
        guarantee: parseEndorsementFacts(text),
      };
    }
    return { text: true, ...(await readEndOfAnyKind(datedText)) };
  }
  const { category, version } = kind;
  const guarantee = category === 'poliza_garantia' ? parseGuaranteeFacts(text) : undefined;
  const issuedAt = dateAfter(datedText, kind.issued);
  const expiresAt = guarantee?.validTo ?? findPrintedEnd(datedText, kind, issuedAt);
  const isOrdered = !issuedAt || !expiresAt || issuedAt <= expiresAt;
  const isMissed = !expiresAt && mayStateEnd(datedText, issuedAt);
  const isUnclear = kind.expires.length > 0 && (isMissed || !isOrdered);
  const rut = rutAfter(
    kind.otherLabels ? removePassage(text, kind.otherLabels) : text,
    kind.holder,
  );
  return {
    text: true,
    rule: `${category}@${version}`,
    category,
    ...(isOrdered && issuedAt && { issuedAt }),
    ...(isOrdered && expiresAt && { expiresAt }),
    ...(isUnclear && { endUnread: isUnclear }),
    ...(rut && { rut }),
    ...(guarantee && { guarantee }),
  };
}

/** Returns the end that a document of unknown kind prints, or whether it may print one. */
async function readEndOfAnyKind(
  datedText: DocumentText,
): Promise<Pick<DocumentReading, 'expiresAt' | 'endUnread'>> {
  const issuedAt = dateAfter(datedText, anyKindLabels.issued);
  const expiresAt = findPrintedEnd(datedText, anyKindLabels, issuedAt);
  if (expiresAt && expiresAt >= (issuedAt ?? '')) return { expiresAt };
  return expiresAt || mayStateEnd(datedText) ? { endUnread: true } : {};
}

/**
 * Returns whether the text is an endorsement. The vault has no category for endorsements, but they
 * state new facts of a guarantee.
 */
function isEndorsement({ plain }: DocumentText): boolean {
  return (
    /^[^A-Z\n]{0,6}(?:ENDOSO|PRORROGA)\b/m.test(plain) &&
    /\b(?:POLIZA|BOLETA|FIANZA|GARANTIA)\b/.test(plain)
  );
}

function removePassage({ original, plain }: DocumentText, passage: string): DocumentText {
  return { original, plain: plain.replace(new RegExp(passage, 'g'), '~') };
}

/** Returns the kind of the first heading, if the text also matches its `requiredText` pattern. */
function findKind({ plain }: DocumentText): DocumentKind | undefined {
  const lines = (plain.split('\f')[0] ?? '')
    .split('\n')
    .filter((line) => line.trim())
    .slice(0, HEAD_LINES);
  const headings = lines.flatMap((top, index) =>
    documentKinds.flatMap((kind) => {
      const heads = new RegExp(`^(?:[^A-Z]{0,6}|N°? ?[\\d-]+ )(?:${kind.title})\\b`);
      // A long heading may take two lines.
      const [line = ''] = [top, `${top} ${lines[index + 1] ?? ''}`].filter((heading) =>
        heads.test(heading),
      );
      const margin = line.length - (heads.exec(line)?.[0].length ?? 0);
      const isHeading = line !== '' && margin <= MAX_BESIDE && !/[,;]$/.test(line);
      return isHeading && new RegExp(`\\b(?:${kind.requiredText})`).test(plain)
        ? [{ kind, n: index, length: line.length - margin }]
        : [];
    }),
  );
  const [first] = headings;
  const foundKinds = new Set(headings.map(({ kind }) => kind));
  // The longer heading is more exact: `Certificado de vigencia` may continue with `de poderes`.
  const [bestHeading, nextHeading] = headings
    .filter(({ n }) => n === first?.n)
    .sort((a, b) => b.length - a.length);
  return foundKinds.size < MIN_LIST_HEADINGS && bestHeading?.length !== nextHeading?.length
    ? bestHeading?.kind
    : undefined;
}
