import type {
  AnswerField,
  Currency,
  GuaranteeType,
  Submission,
} from '#lib/domain/requests/submissions/schema.ts';
import type { UploadKind } from '#lib/domain/uploads/schema.ts';
import { units } from '#lib/platform/chile/amounts.ts';
import { formatAmount, formatDate } from '#lib/platform/chile/format.ts';
import type { ExamplePrices } from '#lib/platform/config/example-prices.ts';

type TypeExplanation = { label: string; short: string; meaning: string };

export const guaranteeTypeCopy: Record<GuaranteeType, TypeExplanation> = {
  seriedad: {
    label: 'Seriedad de la oferta',
    short: 'Seriedad',
    meaning: 'Asegura que mantendrás tu oferta y firmarás el contrato si te lo adjudican.',
  },
  cumplimiento: {
    label: 'Fiel cumplimiento',
    short: 'Cumplimiento',
    meaning: 'Respalda que cumplirás el contrato en plazo y forma.',
  },
  anticipo: {
    label: 'Anticipo',
    short: 'Anticipo',
    meaning: 'Responde por el dinero que te adelantan para partir el contrato.',
  },
  ejecucion: {
    label: 'Correcta ejecución',
    short: 'Ejecución',
    meaning: 'Cubre fallas de la obra o servicio después de la entrega.',
  },
  responsabilidad: {
    label: 'Responsabilidad civil',
    short: 'Resp. civil',
    meaning: 'Cubre daños a otras personas durante la obra o servicio.',
  },
  capital_trabajo: {
    label: 'Capital de trabajo',
    short: 'Capital',
    meaning: 'Financiamiento para partir o sostener el contrato.',
  },
  factoring: {
    label: 'Factoring',
    short: 'Factoring',
    meaning: 'Adelanta el pago de tus facturas.',
  },
  canje_retenciones: {
    label: 'Canje de retenciones',
    short: 'Canje',
    meaning:
      'Cambia las retenciones de tus estados de pago por una garantía y recupera ese dinero.',
  },
};

export const currencyCopy: Record<Currency, string> = {
  pesos: 'Pesos',
  UF: 'UF',
  USD: 'Dólares',
};

export const sistemaCopy: Record<Submission['sistemaLicitacion'], string> = {
  chilecompra: 'Licitación de Mercado Público',
  privados: 'Contrato entre privados',
};

const applicantLabels = {
  nombreSolicitante: 'Nombre',
  email: 'Correo',
  telefonoSolicitante: 'Teléfono',
  sistemaLicitacion: 'Tipo de contrato',
};
const bidderLabels = {
  nombreEmpresaOferente: 'Empresa oferente',
  rutEmpresaOferente: 'RUT de la empresa',
  direccionEmpresaOferente: 'Dirección',
  comunaEmpresaOferente: 'Comuna',
  regionEmpresaOferente: 'Región',
};
const tenderLabels = {
  idLicitacion: 'ID de la licitación',
  institucion: 'Institución',
  rutInstitucion: 'RUT de la institución',
  razonSocial: 'Razón social de la institución',
};
const contractorLabels = {
  nombreEmpresaContratista: 'Empresa contratista',
  rutEmpresaContratista: 'RUT de la empresa',
  direccionEmpresaContratista: 'Dirección',
  comunaEmpresaContratista: 'Comuna',
  regionEmpresaContratista: 'Región',
  nombreContactoContratista: 'Contacto en la empresa',
  telefonoContratista: 'Teléfono del contacto',
  emailContratista: 'Correo del contacto',
};
const principalLabels = {
  razonSocialMandante: 'Mandante',
  rutMandantePrivados: 'RUT del mandante',
  nombreContactoMandante: 'Contacto del mandante',
  telefonoMandante: 'Teléfono del mandante',
  emailMandante: 'Correo del mandante',
};
const contractLabels = {
  fechaInicioContrato: 'Inicio del contrato',
  fechaTerminoContrato: 'Término del contrato',
};

export const answerLabels: Record<AnswerField, string> = {
  ...applicantLabels,
  ...bidderLabels,
  ...tenderLabels,
  ...contractorLabels,
  ...principalLabels,
  ...contractLabels,
};

export const answerGroups: Record<
  Submission['sistemaLicitacion'],
  { title: string; labels: Partial<Record<AnswerField, string>> }[]
> = {
  chilecompra: [
    { title: 'Solicitante', labels: applicantLabels },
    { title: 'Empresa oferente', labels: bidderLabels },
    { title: 'Licitación', labels: tenderLabels },
  ],
  privados: [
    { title: 'Solicitante', labels: applicantLabels },
    { title: 'Empresa contratista', labels: contractorLabels },
    { title: 'Mandante', labels: principalLabels },
    { title: 'Contrato', labels: contractLabels },
  ],
};

export const attachmentLabels: Record<UploadKind, string> = {
  contrato: 'Bases o contrato',
  adicional: 'Otro documento',
};

export const attachmentExamples: Record<UploadKind, string> = {
  contrato: 'Lo que fija monto y plazo.',
  adicional: 'Por ejemplo, un balance o la carpeta tributaria.',
};

/** A value of `sistemaLicitacion`; drafts may have none yet. */
type Variant = string | null | undefined;

/**
 * Names a kind of attachment for its applicant. A contract between companies has no *bases* (the
 * terms of a public tender).
 */
export function attachmentLabel(kind: UploadKind, variant: Variant): string {
  return kind === 'contrato' && variant === 'privados' ? 'Contrato' : attachmentLabels[kind];
}

/**
 * Says which document an applicant may send before it is requested. The team reads `missingText`
 * instead.
 */
export function sendAheadText(variant: Variant): string {
  const source = variant === 'privados' ? 'el contrato' : 'las bases o el contrato';
  return `Puedes enviar desde ya ${source}.`;
}

export function missingText(kinds: readonly UploadKind[]): string {
  return `Falta: ${kinds.map((kind) => attachmentLabels[kind].toLowerCase()).join(', ')}`;
}

export const verdictCopy = {
  waiting: 'en revisión',
  infected: 'eliminado por el antivirus',
  clean: '',
} as const;

export type { ExamplePrices };

/**
 * Returns the example price of a type of guarantee, such as `entre $ 25.000 y $ 60.000` or `entre
 * 1,5 y 4 % del monto al año`, or null without one.
 */
export function priceText(examples: ExamplePrices, type: string): string | null {
  const price = examples?.prices.find((examplePrice) => examplePrice.type === type);
  if (!price) return null;
  const { from, to, unit } = price;
  const currency = units.find((name) => name === unit);
  return currency
    ? `entre ${formatAmount(from, currency)} y ${formatAmount(to, currency)}`
    : `entre ${from.replace('.', ',')} y ${to.replace('.', ',')} ${unit}`;
}

export const priceNotice = (day: string) =>
  `Precios de ejemplo al ${formatDate(day)}. El tuyo depende del monto, del plazo y de la evaluación de quien emite.`;
