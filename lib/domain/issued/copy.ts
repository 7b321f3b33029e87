import { guaranteeTypeCopy } from '#lib/domain/guarantees/copy.ts';
import { guaranteeTypes } from '#lib/domain/guarantees/schema.ts';
import type {
  Difference,
  Instrument,
  IssuedGuarantee,
  Side,
  SpokenKind,
  Standing,
} from '#lib/domain/issued/schema.ts';
import { formatAmount, formatDate } from '#lib/platform/format.ts';
import { formatRut } from '#lib/platform/rut.ts';

export const instrumentCopy: Record<Instrument, string> = {
  boleta: 'Boleta de garantía',
  poliza: 'Póliza de garantía',
  certificado_fianza: 'Certificado de fianza',
  vale_vista: 'Vale vista',
  deposito: 'Depósito a plazo',
};

export const standingCopy = {
  vigente: { label: 'Vigente', tone: 'success' },
  por_vencer: { label: 'Por vencer', tone: 'warning' },
  vencida: { label: 'Vencida', tone: 'danger' },
  prorrogada: { label: 'Prorrogada', tone: 'info' },
  devuelta: { label: 'Devuelta', tone: 'neutral' },
  cobrada: { label: 'Cobrada', tone: 'danger' },
  anulada: { label: 'Anulada', tone: 'neutral' },
} as const satisfies Record<Standing, object>;
export const partlyClaimed = { label: 'Cobrada en parte', tone: 'warning' } as const;

export const guaranteeEventCopy: Record<SpokenKind | 'registrada', string> = {
  registrada: 'Registrada',
  entregada: 'Entregada al beneficiario',
  devuelta: 'Devuelta',
  cobrada: 'Cobrada',
  anulada: 'Anulada: se registró por error',
  prorrogada: 'Prorrogada',
};

/** Who said it, as the company reads it. */
export const sideCopy: Record<Side, string> = { advisor: 'Resguardo', company: 'Tu empresa' };

/** Labels of a record's fields, on its page, its form and its sheet. */
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

/** A difference in words: `Rige hasta: pidió 01-03-2027, dice 01-02-2027`. */
export function differenceText({ field, asked, given }: Difference): string {
  const label = Object.entries(issuedLabels).find(([name]) => name === field)?.[1] ?? field;
  if (field === 'glosa') return `${label}: no menciona ${asked}`;
  return `${label}: pidió ${readable(asked)}, dice ${readable(given)}`;
}

function readable(text: string): string {
  const type = guaranteeTypes.find((known) => known === text);
  return type ? guaranteeTypeCopy[type].label : text;
}

export const issuedRefusal = {
  state: 'Primero aprueba la solicitud: la emisión se registra desde ahí.',
  item: 'Esta garantía de la solicitud ya tiene su registro.',
  issuer: 'Ya hay un registro con este emisor y este número.',
  document: 'Sube el documento otra vez: el que enviaste ya no está.',
  differs: 'Hay diferencias con lo pedido. Cuenta por qué, o corrígelas.',
  ended: 'Esta garantía ya terminó: no cambia más.',
  claim: 'El cobro supera el monto de la garantía.',
  successor: 'Elige otra garantía tuya, vigente, que reemplace a esta.',
  future: 'Elige un día hasta hoy.',
  code: 'No encontramos este código. Revisa que esté completo, o pide uno nuevo a quien te lo dio.',
  mistake: 'Esta garantía se anuló: ya no se verifica ni se entrega.',
  nothing: 'Este registro no tiene un documento con qué comparar.',
} as const;

type Facts = Pick<
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

/** What a guarantee says, in reading order. */
export function factRows(record: Facts): { label: string; value: string }[] {
  const { claimUntil } = record;
  return [
    { label: issuedLabels.type, value: guaranteeTypeCopy[record.type].label },
    { label: issuedLabels.instrument, value: instrumentCopy[record.instrument] },
    { label: issuedLabels.issuerName, value: record.issuerName },
    { label: issuedLabels.issuerNumber, value: record.issuerNumber },
    { label: issuedLabels.amount, value: formatAmount(record.amount, record.currency) },
    {
      label: 'Vigencia',
      value: `${formatDate(record.validFrom)} al ${formatDate(record.validTo)}`,
    },
    ...(claimUntil ? [{ label: issuedLabels.claimUntil, value: formatDate(claimUntil) }] : []),
    { label: issuedLabels.beneficiaryName, value: record.beneficiaryName },
  ];
}

type Rest = Pick<
  IssuedGuarantee,
  'beneficiaryRut' | 'holderName' | 'holderRut' | 'tenderId' | 'glosa' | 'claimed'
>;

/** All of it, for who holds it. */
export function recordRows(record: Facts & Rest): { label: string; value: string }[] {
  const { holderName, holderRut, beneficiaryRut, tenderId, glosa, claimed } = record;
  return [
    ...factRows(record),
    { label: issuedLabels.beneficiaryRut, value: formatRut(beneficiaryRut) },
    { label: issuedLabels.holderName, value: holderName },
    { label: issuedLabels.holderRut, value: formatRut(holderRut) },
    ...(tenderId ? [{ label: issuedLabels.tenderId, value: tenderId }] : []),
    ...(glosa ? [{ label: issuedLabels.glosa, value: glosa }] : []),
    ...(claimed
      ? [{ label: 'Cobrado hasta ahora', value: formatAmount(claimed, record.currency) }]
      : []),
  ];
}

/** What a company may say of its guarantee, as it would. */
export const sayCopy = {
  entregada: { label: 'La entregué al beneficiario', done: 'Anotamos que la entregaste.' },
  devuelta: { label: 'Me la devolvieron', done: 'Anotamos que te la devolvieron. Terminó.' },
  cobrada: { label: 'La cobraron', done: 'Anotamos el cobro.' },
} as const;

/** After its code was renewed or ended. */
export const codeNotices = {
  'codigo-renew': 'Creamos un código nuevo. Entrega la hoja de entrega otra vez.',
  'codigo-end': 'Cerraste el código.',
};
