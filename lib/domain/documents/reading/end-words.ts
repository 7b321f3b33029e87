import { DATE } from '#lib/domain/documents/reading/text-patterns.ts';

const documentWords = '(?:(?:EL |ESTE )?(?:PRESENTE )?(?:CERTIFICADO|DOCUMENTO|INFORME))';
const force = '(?:VALID[OA]S?|VALIDEZ|VIGENTES?|VIGENCIA|VALE)';
const expiry = '(?:VENCIMIENTO|EXPIRACION|CADUCIDAD|TERMINO|FIN)';
/**
 * Words that announce the last day of a document. All texts in this file are patterns for text in
 * capitals. ` > ` separates labels by priority.
 */
export const endVerbs = 'CADUCA|EXPIRA|VENCE';

/** Labels that rarely stand before other dates, such as those of debts and contracts. */
export const endLabels = `${force}(?: DE ?${documentWords})?[ :.()-]{1,4}(?:(?:ES|SERA|SOLO) ){0,2}(?:HASTA|DESPUES DEL?|(?:DESDE |DEL? |ENTRE )?(?:EL )?${DATE},? (?:HASTA|AL?|Y)) > (?:FECHA (?:DE )?)?${expiry} DE ?(?:(?:LA |SU )?(?:VIGENCIA|VALIDEZ)|${documentWords}) > (?:${documentWords}|VIGENCIA|VALIDEZ)(?: DE ?${documentWords})? (?:VENCE|TERMINA|FINALIZA|CONCLUYE) > CADUCA|EXPIRA|FECHA (?:DE )?(?:EXPIRACION|CADUCIDAD)|(?:EXPIRACION|CADUCIDAD):|(?:VALIDEZ|PLAZO DE VIGENCIA)[ :]{1,3}AL|VALID (?:UNTIL|THRU|THROUGH|TO)|EXPIRES(?: ON)?|EXPIR(?:Y|ATION)(?: DATE)?|DATE OF EXPIR(?:Y|ATION)|EXP(?: DATE)?`;
/** Labels of guarantees, whose text has fewer other dates. */
export const guaranteeEnds = `(?:FECHA DE )?${expiry}(?: DE)?(?: LA)?(?: VIGENCIA| VALIDEZ| GARANTIA| BOLETA| POLIZA)? > (?:VIGENCIA|VIGENTE|VALID[AO]|VALIDEZ)[ :]{1,3}HASTA`;

/**
 * A phrase about the end of the document itself. After it, a date beyond the usual lifetime is
 * accepted.
 */
export const ownEnd = `${documentWords} (?:(?:ES|SERA) )?(?:VALIDO|VIGENTE) HASTA`;
/** A line that begins like this is about the document itself, so its date is the end. */
export const ownLine = '^(?:VALID[OA]|VIGENTE|VALIDEZ|VIGENCIA) HASTA';
/** A line of only these words and a day states the end of the document itself. */
export const loneLine = `^ *(?:${documentWords} )?(?:${endVerbs})(?: EL)?[ :.]{0,3}${DATE}[ .]*$`;
/** Labels that also stand before the due dates of debts. */
export const bareEnds = [
  '(?:FECHA (?:DE )?|F\\. ?)?(?:VENCIMIENTO|VENC|VC?TO)',
  `^(?:${endVerbs})`,
];
