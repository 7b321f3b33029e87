import {
  type Expectation,
  type Expectations,
  procurementLaw,
  type Remark,
  tenderTypes,
} from '#lib/domain/law/rules.ts';
import type { KnownUtm } from '#lib/domain/law/schema.ts';
import { formatAmount, formatDate } from '#lib/platform/chile/format.ts';

const { seriedad, cumplimiento, businessDaysAfterEnd } = procurementLaw;

export const utmText = (amount: number) => `${amount.toLocaleString('es-CL')} UTM`;

export const expectationLabel: Record<Expectation, string> = {
  required: 'Exigida por ley',
  possible: 'Posible',
  justified: 'Solo con fundamento',
  excluded: 'No corresponde',
  open: 'Depende del monto',
};

/**
 * Explains what the law says about each guarantee. It is only a guide: the *bases* (terms) of the
 * tender decide.
 */
export const expectationCopy: { [G in keyof Expectations]: Partial<Record<Expectation, string>> } =
  {
    seriedad: {
      possible: `Sobre ${utmText(seriedad.aboveUtm)} el organismo puede pedirla por excepción, por razones de interés público. Nunca más del ${seriedad.maxPercent} % del monto de la licitación.`,
      excluded: `La ley solo la permite en licitaciones sobre ${utmText(seriedad.aboveUtm)}.`,
      open: `Solo se puede pedir sobre ${utmText(seriedad.aboveUtm)}, y nunca más del ${seriedad.maxPercent} % del monto. Si el monto no se puede estimar, la garantía no debe desincentivar la participación.`,
    },
    cumplimiento: {
      required: `Sobre ${utmText(cumplimiento.aboveUtm)} se exige: ${cumplimiento.percent} % del precio final neto que ofertó quien se adjudica. Puede ser otro si las bases declaran ofertas temerarias o una contratación riesgosa, o si otra ley lo dice.`,
      justified: `Hasta ${utmText(cumplimiento.aboveUtm)} solo se puede pedir si las bases lo justifican por el riesgo; entonces es el ${cumplimiento.percent} % del precio final neto.`,
      open: `Sobre ${utmText(cumplimiento.aboveUtm)} se exige, por el ${cumplimiento.percent} % del precio final neto; bajo eso, solo con fundamento.`,
    },
  };

/** Returns `Licitación pública de 100 a 1.000 UTM`, or null for letters of an unknown type. */
export function tenderTypeName(type: string): string | null {
  const tenderType = tenderTypes[type.toUpperCase()];
  return tenderType ? `${tenderType.group} ${tenderType.detail}` : null;
}

/** Options for a select of the tender's type, labelled with the letters in its id. */
export const tenderTypeGroups = [
  ...new Set(Object.values(tenderTypes).map(({ group }) => group)),
].map((label) => ({
  label,
  options: Object.entries(tenderTypes)
    .filter(([, { group }]) => group === label)
    .map(([value, { detail }]) => ({ value, label: `${value}: ${detail}` })),
}));

export const servicesCopy = `Si contratan un servicio, la garantía de cumplimiento también asegura las obligaciones laborales y sociales con tus trabajadores, y sigue vigente hasta ${businessDaysAfterEnd} días hábiles después del término del contrato.`;

export const worksCopy =
  'Las obras pueden tener además normas propias: búscalas en las bases administrativas.';

export const contractCopy = {
  cumplimiento:
    'Responde ante tu mandante si no cumples el contrato. Suele ser un porcentaje de su precio: búscalo en el contrato o en su borrador.',
  anticipo:
    'Responde por el dinero que te adelantan. Suele ser por todo el anticipo y bajar a medida que lo devuelves.',
  retencion:
    'Reemplaza lo que te retienen de cada pago: entregas la garantía y recibes ese dinero.',
};

export const unknownUtmCopy = `Sin el valor de la UTM no sabemos en qué tramo queda tu monto. Abajo dice qué vale hasta ${utmText(cumplimiento.aboveUtm)}, sobre ${utmText(cumplimiento.aboveUtm)} y sobre ${utmText(seriedad.aboveUtm)}.`;

/**
 * Says which UTM (the monthly tax unit) the calculator uses, and whether that of this month is
 * missing.
 */
export function utmHint({ month, missing }: KnownUtm): string {
  return missing
    ? `Todavía no tenemos la UTM de ${missing}: esta es la de ${month}. Si ya la sabes, cámbiala.`
    : `Es la UTM de ${month}.`;
}

/**
 * Says with which UTM (the monthly tax unit) an answer was computed. `known` is the configured UTM.
 */
export function usedUtmText(pesosPerUtm: string, known: KnownUtm | null): string {
  const value = formatAmount(pesosPerUtm, 'pesos');
  if (known?.pesos !== pesosPerUtm) return `Calculado con la UTM que escribiste: ${value}.`;
  const { month, missing } = known;
  const notice = missing ? ` La de ${missing} todavía no la tenemos.` : '';
  return `Calculado con la UTM de ${month}: ${value}.${notice}`;
}

export const lawCitation = {
  text: `Ley 19.886, artículo 11, modificado por la Ley 21.634; vigente desde el ${formatDate(procurementLaw.inForceSince)}`,
  href: procurementLaw.source,
  checked: `Revisado el ${formatDate(procurementLaw.checkedOn)}`,
};

export const remarkCopy: Record<Remark, string> = {
  'seriedad-below': `La ficha pide seriedad de la oferta, y la ley solo la permite en licitaciones sobre ${utmText(seriedad.aboveUtm)}.`,
  'seriedad-above': `La ficha pide una seriedad de más del ${seriedad.maxPercent} % del monto de la licitación, el máximo que permite la ley.`,
  'cumplimiento-above': `La ficha pide un fiel cumplimiento de más del ${cumplimiento.percent} % y no dice por qué. La ley fija ese porcentaje, salvo que las bases declaren ofertas temerarias o una contratación riesgosa, o que otra ley lo diga.`,
};

/**
 * Rewrites a remark about a person's own request. The team reads `Pide`; the person reads `Pides`.
 */
export function ownRemarkText(remark: Remark, verb: 'Pides' | 'Pide' = 'Pides'): string {
  return remarkCopy[remark].replace('La ficha pide', verb).replace(' y no dice por qué', '');
}

export const ownRemarkAdvice = 'Revísalo en las bases. Si la piden así, puedes seguir.';

export const remarkAdvice = 'Revisa las bases, y pregúntalo en el foro de la licitación.';

export const guideNotice =
  'Es una guía, no una asesoría legal: manda lo que digan las bases de tu licitación.';
