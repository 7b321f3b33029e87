import { endVerbs, guaranteeEnds } from '#lib/domain/documents/reading/end-words.ts';
import {
  DATE,
  type DocumentText,
  dateAfter,
  GAP,
  onlyValue,
  onOneLine,
  rutAfter,
  valueAfter,
} from '#lib/domain/documents/reading/text-patterns.ts';
import type { GuaranteeFacts } from '#lib/domain/documents/schema.ts';
import { parseAmount } from '#lib/platform/chile/amounts.ts';
import { lettersOf } from '#lib/platform/chile/names.ts';

/** Patterns for text in capitals. ` > ` separates labels by priority. */
const noun = `(?:POLIZA(?: DE SEGURO)?(?: DE (?:GARANTIA|CAUCION))?|BOLETA(?: BANCARIA)?(?: DE GARANTIA)?|CERTIFICADO(?: DE FIANZA)?(?: WEB)?|VALE VISTA|DEPOSITO A LA VISTA|DOCUMENTO|FOLIO)(?: A LA VISTA)?(?: ELECTRONIC[AO])?`;
const numberWord = String.raw`(?:N\.? ?[°O]\.?|NRO\.?|NUM(?:ERO|\.))`;
const number = String.raw`[A-Z]{0,4}-?\d[A-Z\d./-]{0,24}`;
/**
 * Matches a number that has no word for "number" before it. The number must be long, because
 * shorter digits after the noun are probably something else.
 */
const longNumber = String.raw`${GAP}[A-Z]{0,4}-?\d[A-Z\d./-]{2}`;
const numbers = [
  `${noun} ?${numberWord}`,
  `${numberWord} (?:DE )?(?:LA |EL )?${noun}`,
  `${noun}(?=${longNumber})`,
];
const amounts = `MONTO (?:MAXIMO )?(?:TOTAL )?(?:ASEGURADO|AFIANZADO|GARANTIZADO|CAUCIONADO|DE LA (?:GARANTIA|POLIZA|BOLETA|FIANZA))|SUMA ASEGURADA|CAPITAL ASEGURADO > POR LA (?:SUMA|CANTIDAD) (?:UNICA Y TOTAL )?DE|MONTO|VALOR DE LA (?:BOLETA|GARANTIA)`;
const unit = String.raw`(?:UF|U\.F\.|UNIDADES DE FOMENTO|US\$|USD|DOLARES|CLP|PESOS|\$)`;
const sum = String.raw`(?:${unit} ?)?\d[\d.,]*\d(?: ?${unit})?`;
const noon = String.raw`(?: EL| LAS 12(?::00)? (?:HRS?\.?|HORAS) DEL)?`;
const starts = `(?:VIGENCIA|VIGENTE|RIGE)(?: DE LA GARANTIA)? DESDE${noon} > (?:FECHA DE )?INICIO(?: DE)?(?: LA)?(?: VIGENCIA)? > DESDE${noon}`;
const ends = `${guaranteeEnds} > HASTA${noon} > ${endVerbs}`;
const issuers = new RegExp(
  `^(?:EMISOR|ASEGURADORA?|COMPANIA(?: ASEGURADORA| EMISORA| DE SEGUROS)?|BANCO EMISOR|INSTITUCION(?: EMISORA| DE GARANTIA)?|ENTIDAD (?:EMISORA|ASEGURADORA)|EMITID[AO] POR|AFIANZADOR|FIADOR) ?:${GAP}(?=[A-Z])`,
);
const firms =
  /^(?:BANCO [A-Z]|SCOTIABANK|.{2,40}(?:COMPANIA DE SEGUROS|SEGUROS DE CREDITO|SEGUROS GENERALES|SEGUROS(?: CHILE)?,? S\.?A\b|S\.?A\.?G\.?R\b|SOCIEDAD DE GARANTIA RECIPROCA|ASEGURADORA)|COMPANIA DE SEGUROS|ASEGURADORA |SEGUROS ).{0,60}$/;
/** Matches a line that holds only an insurer and its RUT, such as one below a signature. */
const insurer =
  /^(?!(?:POLIZA|CERTIFICADO|ENDOSO) )[^:\n]{2,60}SEGUROS(?: [A-Z ]{2,30})?,? S\.?A\.?(?:[,( -]{0,3}R\.?U\.?T\b.*)?$/;
const beneficiaryRutLabels = [
  String.raw`R\.?U\.?T\.?(?: N°)?(?: DEL?)? (?:BENEFICIARIO|ASEGURADO)`,
  String.raw`(?:BENEFICIARIO|ASEGURADO)[^\n]{0,80}\n?[^\n]{0,10}R\.?U\.?T\.?(?: N°)?`,
];
const holders = new RegExp(
  `^(?:NOMBRE (?:DEL? )?)?(?:TOMADOR|AFIANZADO|CONTRATANTE)(?: ?/ ?(?:TOMADOR|AFIANZADO|CONTRATANTE))? ?:${GAP}(?=[A-Z])`,
);
const beneficiaries = new RegExp(
  `^(?:NOMBRE (?:DEL? )?)?(?:BENEFICIARI[OA]|ASEGURAD[OA])(?: ?/ ?(?:BENEFICIARI[OA]|ASEGURAD[OA]))?(?: DE LA (?:GARANTIA|POLIZA|BOLETA|FIANZA))? ?:${GAP}(?=[A-Z])`,
);
/** Words at the head of a document that identify its instrument. */
const headings: [NonNullable<GuaranteeFacts['instrument']>, RegExp][] = [
  ['poliza', /^[^A-Z]{0,6}POLIZA\b/],
  ['certificado_fianza', /^[^A-Z]{0,6}CERTIFICADO DE FIANZA\b/],
  ['boleta', /^[^A-Z]{0,6}BOLETA (?:BANCARIA|DE GARANTIA)\b/],
  ['vale_vista', /^[^A-Z]{0,6}VALE VISTA\b/],
];
/** Patterns for purposes. A document that names two purposes gets none. */
const purposes: [NonNullable<GuaranteeFacts['type']>, RegExp][] = [
  ['seriedad', /\bSERIEDAD DE (?:LAS? )?OFERTAS?\b/],
  ['cumplimiento', /\bFIEL(?:,? (?:Y )?(?:OPORTUNO|INTEGRO|CABAL))* CUMPLIMIENTO\b/],
  ['anticipo', /\b(?:DEVOLUCION|(?:CORRECTO|BUEN) USO) DEL ANTICIPO\b/],
  ['ejecucion', /\b(?:CORRECTA|BUENA) EJECUCION\b/],
];
/** Matches the label of the wording on its line. */
const wording = /^GLOSA(?: DE LA (?:GARANTIA|POLIZA|BOLETA|FIANZA))? ?: ?/;
const MAX_WORDING_LENGTH = 800;
/** Matches a tender's id, also if it continues on the next line. */
const tender = /(?<![\w-])\d{2,8}-\n?\d{1,6}-\n?[A-Z][A-Z\d]\d{2}(?![\w-])/g;

/**
 * Returns the facts of an issued guarantee. Facts that the text does not state exactly once and
 * clearly are left out.
 */
export function parseGuaranteeFacts(text: DocumentText): GuaranteeFacts {
  const [amount, currency] =
    valueAfter(text, amounts.split(' > '), sum, parseMoney)?.split(' ') ?? [];
  const validFrom = dateAfter(text, starts.split(' > '));
  const validTo = dateAfter(onOneLine(text), ends.split(' > '));
  const isOrdered = !validFrom || !validTo || validFrom <= validTo;
  const lines = text.plain.split('\n');
  const facts = {
    type: onlyValue(purposes.flatMap(([type, words]) => (words.test(text.plain) ? [type] : []))),
    instrument: lines.flatMap((line) => headings.find(([, top]) => top.test(line))?.[0] ?? [])[0],
    holderName: onlyName(namesAfter(text, holders)),
    issuerName: findIssuer(text),
    issuerNumber: valueAfter(text, numbers, number, parseNumber),
    amount,
    currency,
    ...(isOrdered && { validFrom, validTo }),
    beneficiaryName: onlyName(namesAfter(text, beneficiaries)),
    beneficiaryRut: rutAfter(text, beneficiaryRutLabels),
    tenderId: onlyValue((text.plain.match(tender) ?? []).map((id) => id.replace(/\n/g, ''))),
    glosa: findWording(text),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value)) as GuaranteeFacts;
}

/**
 * Returns the facts of an endorsement. Each endorsement has a number of its own, which is added to
 * the number of the guarantee that it changes.
 */
export function parseEndorsementFacts(text: DocumentText): GuaranteeFacts {
  const facts = parseGuaranteeFacts(text);
  const endorsement = valueAfter(
    text,
    [`ENDOSO(?: DE PRORROGA)? ?${numberWord}`],
    '\\d{1,5}',
    (number) => number,
  );
  if (!facts.issuerNumber || !endorsement) return facts;
  return { ...facts, issuerNumber: `${facts.issuerNumber}, endoso N.º ${Number(endorsement)}` };
}

function parseNumber(text: string): string | undefined {
  return new RegExp(`^${DATE}$`).test(text) ? undefined : text.replace(/[./-]+$/, '');
}

/** Returns amount and unit separated by a space, or undefined unless both are clear. */
function parseMoney(text: string): string | undefined {
  const short = text.replace(/U\.F\.|UNIDADES DE FOMENTO/, 'UF').replace(/,-?$/, '');
  const amount = parseAmount(short);
  return amount?.unit ? `${amount.decimal} ${amount.unit}` : undefined;
}

/**
 * Returns the issuer as written: the text after its label, the firm that heads the document, or the
 * only insurer that has a line of its own.
 */
function findIssuer({ original, plain }: DocumentText): string | undefined {
  const labelledNames = namesAfter({ original, plain }, issuers);
  const [lines, plainLines] = [original.split('\n'), plain.split('\n')];
  const headingNames = plainLines
    .slice(0, 6)
    .flatMap((line, index) => (firms.test(line) ? nameIn(lines[index]) : []));
  const lineNames = plainLines.flatMap((line, index) =>
    insurer.test(line.trim()) ? nameIn(lines[index]) : [],
  );
  return onlyName([labelledNames, headingNames, lineNames].find((names) => names.length > 0) ?? []);
}

/** Returns the text that follows a label on its line, in its original spelling. */
function namesAfter({ original, plain }: DocumentText, labels: RegExp): string[] {
  const lines = original.split('\n');
  return plain.split('\n').flatMap((line, index) => {
    const label = labels.exec(line)?.[0];
    return label ? nameIn(lines[index]?.slice(label.length)) : [];
  });
}

/**
 * Returns the wording (*glosa*) after its label, as written, up to a full stop, a blank line or
 * another label. Returns undefined if it is unclear whether the next line belongs to the wording.
 */
function findWording({ original, plain }: DocumentText): string | undefined {
  const [lines, plainLines] = [original.split('\n'), plain.split('\n')];
  const starts = plainLines.flatMap((line, index) => (wording.test(line) ? [index] : []));
  const [start] = starts;
  if (start === undefined || starts.length > 1) return undefined;
  const parts = [lines[start]?.slice(wording.exec(plainLines[start] ?? '')?.[0].length)];
  for (let n = start + 1; !parts.at(-1)?.endsWith('.'); n += 1) {
    const next = lines[n]?.trim() ?? '';
    if (next === '' || /^[\p{L} /.()°]{2,40}:/u.test(next)) break;
    if (!/^[\p{Ll}\d]/u.test(next)) return undefined;
    parts.push(next);
  }
  const text = parts.join(' ').trim();
  return text.length <= MAX_WORDING_LENGTH ? text : undefined;
}

/** Returns the name at the beginning of a line: the text before the RUT or another label. */
const nameIn = (line = ''): string[] => {
  const [name = ''] = line.split(
    /[\s,;(-]*(?:\bR\.?U\.?[TN]\b|\b\d{1,2}\.\d{3}\.\d{3}-|\s\p{L}+ ?:)/iu,
  );
  return name.trim() ? [name.trim()] : [];
};

/** Returns the name if all names have the same letters. */
function onlyName(names: readonly string[]): string | undefined {
  const [name] = names;
  return name && name.length <= 80 && names.every((other) => lettersOf(name) === lettersOf(other))
    ? name
    : undefined;
}
