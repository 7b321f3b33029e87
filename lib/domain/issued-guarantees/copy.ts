import {
  type ClaimFacts,
  guaranteeStatusOf,
  hasNotBegun,
  isClaimedInPart,
  numberParts,
  type Term,
} from '#lib/domain/issued-guarantees/rules.ts';
import type {
  Difference,
  GuaranteeStatus,
  Instrument,
  IssuedGuarantee,
  ReportedKind,
  Side,
} from '#lib/domain/issued-guarantees/schema.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import { guaranteeTypes } from '#lib/domain/requests/submissions/schema.ts';
import { formatAmount, formatDate, formatRequestNumber } from '#lib/platform/chile/format.ts';
import { formatRut } from '#lib/platform/chile/rut.ts';

export const instrumentCopy: Record<Instrument, string> = {
  boleta: 'Boleta de garantía',
  poliza: 'Póliza de garantía',
  certificado_fianza: 'Certificado de fianza',
  vale_vista: 'Vale vista',
  deposito: 'Depósito a plazo',
};

export const guaranteeStatusCopy = {
  vigente: { label: 'Vigente', tone: 'success' },
  por_vencer: { label: 'Por vencer', tone: 'warning' },
  vencida: { label: 'Vencida', tone: 'danger' },
  prorrogada: { label: 'Prorrogada', tone: 'info' },
  devuelta: { label: 'Devuelta', tone: 'neutral' },
  cobrada: { label: 'Cobrada', tone: 'danger' },
  anulada: { label: 'Anulada', tone: 'neutral' },
} as const satisfies Record<GuaranteeStatus, object>;
const partlyClaimedBadge = { label: 'Cobrada en parte', tone: 'warning' } as const;
const aheadBadge = { label: 'Por empezar', tone: 'info' } as const;

export function guaranteeStatusBadge(record: Term & ClaimFacts, now: number) {
  if (isClaimedInPart(record)) return partlyClaimedBadge;
  return hasNotBegun(record, now)
    ? aheadBadge
    : guaranteeStatusCopy[guaranteeStatusOf(record, now)];
}

export const guaranteeEventCopy: Record<
  ReportedKind | 'registrada' | 'ofrecida' | 'movida',
  string
> = {
  registrada: 'Registrada',
  ofrecida: 'Prórroga ofrecida',
  movida: 'Movida de cuenta',
  entregada: 'Entregada al beneficiario',
  devuelta: 'Devuelta',
  deshecha: 'No fue devuelta: se anotó por error',
  cobrada: 'Cobrada',
  anulada: 'Anulada: se registró por error',
  prorrogada: 'Prorrogada',
};

export const sideCopy: Record<Side, string> = { advisor: 'Resguardo', company: 'Tu empresa' };

export const issuedLabels = {
  type: 'Tipo',
  instrument: 'Documento',
  issuerName: 'Emisor',
  issuerRut: 'RUT del emisor',
  issuerNumber: 'Número del documento',
  issuerVerifyUrl: 'Dónde la verifica el emisor',
  holderName: 'Tomador',
  holderRut: 'RUT del tomador',
  beneficiaryName: 'Beneficiario',
  beneficiaryRut: 'RUT del beneficiario',
  amount: 'Monto',
  currency: 'Moneda',
  validFrom: 'Rige desde',
  validTo: 'Rige hasta',
  claimUntil: 'Se puede cobrar hasta',
  glosa: 'Glosa',
  tenderId: 'Licitación',
  note: 'Nota',
} as const;

/**
 * Returns text such as `Rige hasta: pidió 01-03-2027, dice 01-02-2027`. If the wording was compared
 * with the id of a tender, that id has no spaces.
 */
export function differenceText({
  field,
  asked: requested,
  given: issued,
  source,
}: Difference): string {
  const label = Object.entries(issuedLabels).find(([name]) => name === field)?.[1] ?? field;
  const subject = source ? 'el documento ' : '';
  if (field === 'glosa' && /^\S+$/.test(requested))
    return `${label}: ${subject}no menciona ${requested}`;
  const quoted = (text: string) => (field === 'glosa' ? `«${text}»` : valueText(text));
  const verb = source === 'record' ? 'se anotó' : 'pidió';
  const requestedText = requested ? `${verb} ${quoted(requested)}` : 'no pidió nada';
  return `${label}: ${requestedText}, ${subject}${issued ? `dice ${quoted(issued)}` : 'no dice nada'}`;
}

function valueText(text: string): string {
  const type = guaranteeTypes.find((knownType) => knownType === text);
  return type ? guaranteeTypeCopy[type].label : text;
}

/** The comment on a record that was annulled because another record corrects it. */
export const correctedText = 'Se registró otra vez, corregida.';

/** The comment on a record that extends or replaces another record. */
export const extendsText = (number: number): string =>
  `Prorroga o reemplaza la garantía ${formatRequestNumber(number)}.`;

/** Shown instead of a name that the public may not see. */
export const HIDDEN_NAME = 'Nombre que no mostramos';

export const issuedRefusals = {
  state: 'Primero aprueba la solicitud: la emisión se registra desde ahí.',
  item: 'Esta garantía de la solicitud ya tiene su registro.',
  issuer: 'Ya hay un registro con este emisor y este número.',
  document: 'Sube el documento otra vez: el que enviaste ya no está.',
  differs: 'Hay diferencias con lo pedido. Cuenta por qué, o corrígelas.',
  ended: 'Esta garantía ya terminó: no cambia más.',
  claim: 'El cobro supera el monto de la garantía.',
  portion: 'Elige si la cobró entera o en parte.',
  part: 'Escribe cuánto cobró.',
  whole: 'Borra el monto, o elige «En parte».',
  early: 'Elige un día desde que la garantía rige.',
  successor: 'Elige otra garantía tuya, vigente, que reemplace a esta.',
  future: 'Elige un día hasta hoy.',
  longer: 'Elige un día después del término de ahora, el',
  shorter: 'Debe regir al menos hasta el término de la actual,',
  code: 'No encontramos este código. Revisa que esté completo, o pide uno nuevo a quien te lo dio.',
  annulled: 'El equipo anuló tu registro de esta garantía. Si crees que está bien, escríbenos.',
  mistake: 'Esta garantía se anuló: ya no se verifica ni se entrega.',
  nothing: 'Este registro no tiene un documento con qué comparar.',
} as const;

type MainFacts = Pick<
  IssuedGuarantee,
  | 'type'
  | 'instrument'
  | 'issuerName'
  | 'issuerNumber'
  | 'amount'
  | 'currency'
  | 'validFrom'
  | 'validTo'
  | 'claimUntil'
  | 'beneficiaryName'
>;

export function factRows(record: MainFacts): { label: string; value: string }[] {
  const { number, part } = numberParts(record.issuerNumber);
  const validity = `${formatDate(record.validFrom)} al ${formatDate(record.validTo)}`;
  return [
    { label: issuedLabels.type, value: guaranteeTypeCopy[record.type].label },
    { label: issuedLabels.instrument, value: instrumentCopy[record.instrument] },
    { label: issuedLabels.issuerName, value: record.issuerName },
    { label: issuedLabels.issuerNumber, value: number },
    ...(part ? [{ label: 'Endoso o prórroga', value: part }] : []),
    { label: issuedLabels.amount, value: formatAmount(record.amount, record.currency) },
    { label: 'Vigencia', value: validity },
    ...claimRow(record.claimUntil),
    { label: issuedLabels.beneficiaryName, value: record.beneficiaryName },
  ];
}

const claimRow = (day: string | null) =>
  day ? [{ label: issuedLabels.claimUntil, value: formatDate(day) }] : [];

type OptionalFacts = Pick<
  IssuedGuarantee,
  'beneficiaryRut' | 'holderName' | 'holderRut' | 'issuerRut' | 'tenderId' | 'glosa' | 'claimed'
>;

/** Returns the rows with all facts, for the account holder. An absent fact is null. */
export function recordRows(
  record: MainFacts & OptionalFacts,
): { label: string; value: string | null }[] {
  const { issuerRut, claimed } = record;
  return [
    ...factRows(record),
    { label: issuedLabels.beneficiaryRut, value: formatRut(record.beneficiaryRut) },
    { label: issuedLabels.holderName, value: record.holderName },
    { label: issuedLabels.holderRut, value: formatRut(record.holderRut) },
    { label: issuedLabels.issuerRut, value: issuerRut && formatRut(issuerRut) },
    { label: issuedLabels.tenderId, value: record.tenderId },
    { label: issuedLabels.glosa, value: record.glosa },
    { label: 'Cobrado hasta ahora', value: claimed && formatAmount(claimed, record.currency) },
  ];
}

const final = 'No se puede deshacer.';

/** Texts of the events that each side can report, in the order in which they usually happen. */
export const reportCopy = {
  entregada: {
    label: { advisor: 'Se entregó', company: 'La entregué al beneficiario' },
    hint: 'Llegó al beneficiario. Sigue en el mismo estado.',
    button: 'Guardar la entrega',
    doneText: 'Anotamos la entrega.',
  },
  devuelta: {
    label: { advisor: 'Se devolvió', company: 'Me la devolvieron' },
    hint: 'El beneficiario la devolvió y termina aquí. Si te equivocas, puedes deshacerlo.',
    button: 'Guardar la devolución',
    doneText: 'Anotamos la devolución.',
  },
  cobrada: {
    label: { advisor: 'Se cobró', company: 'La cobraron' },
    hint: `El beneficiario la cobró. ${final}`,
    button: 'Guardar el cobro',
    doneText: 'Anotamos el cobro.',
  },
  prorrogada: {
    label: { advisor: 'Se prorrogó', company: 'Se prorrogó' },
    hint: `Otra garantía la reemplaza. ${final}`,
    button: 'Guardar la prórroga',
    doneText: 'Anotamos qué garantía la reemplaza.',
  },
  anulada: {
    label: { advisor: 'Se registró por error', company: 'La agregué por error' },
    hint: `¿La anulas? Se sigue viendo con su historia y su código deja de servir. Si es de una solicitud, esta vuelve a esperar su registro. ${final}`,
    button: 'Sí, anular',
    doneText: 'La garantía quedó anulada.',
  },
  deshecha: {
    label: { advisor: 'No se devolvió', company: 'No me la devolvieron' },
    hint: 'Vuelve a estar como antes de la devolución.',
    button: 'Deshacer la devolución',
    doneText: 'Deshicimos la devolución: la garantía está como antes.',
  },
} as const satisfies Record<ReportedKind, object>;

export const issuedNotices: Record<string, string> = {
  'codigo-renew': 'Creamos un código nuevo. Entrega la hoja de entrega otra vez.',
  'codigo-end': 'Desactivaste el código.',
  registrada: 'Agregamos la garantía.',
  extendida: 'Anotamos el nuevo plazo. Te avisaremos antes de que termine.',
  ...Object.fromEntries(Object.entries(reportCopy).map(([kind, { doneText }]) => [kind, doneText])),
};
