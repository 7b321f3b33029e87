import { doubtAmount } from '#lib/domain/drafts/amount-checks.ts';
import {
  checkDayOrder,
  doubtEmail,
  doubtPhones,
  doubtTenderId,
  doubtTerm,
} from '#lib/domain/drafts/checks.ts';
import { companyFields, partyContactFields } from '#lib/domain/drafts/company-fields.ts';
import { currencyOptions, guaranteeTypeOptions, variantOptions } from '#lib/domain/drafts/copy.ts';
import type {
  AnswerCheck,
  FoldId,
  PlausibilityCheck,
  WizardField,
} from '#lib/domain/drafts/field-types.ts';
import type {
  AnswerField,
  GuaranteeItem,
  Submission,
} from '#lib/domain/requests/submissions/schema.ts';

export type Step = {
  question: string;
  intro?: string;
  /** Only requests of this variant have the step. */
  variant?: Submission['sistemaLicitacion'];
  /** The component of a step that shows more than fields. */
  component?: 'buyer' | 'guarantee-type' | 'amount' | 'guarantees' | 'files' | 'review';
  /** Inputs that help to fill in the fields. They are not answers. */
  extraFields?: readonly string[];
  check?: AnswerCheck;
  /** A likely mistake is questioned once: the same answer sent again is accepted. */
  doubt?: PlausibilityCheck;
} & (SingleStep | GuaranteeStep);

/** `fields` are in the order of the page and its errors. The API's schema validates each. */
type SingleStep = {
  perGuarantee?: never;
  /** The card of the review that shows the answers of the step, or null if it has no card. */
  review: 'Contrato' | 'Contacto' | 'Empresa' | 'Documentos' | null;
  fields: readonly WizardField<AnswerField>[];
};

/** A step that each guarantee repeats. The review has a card for each guarantee. */
type GuaranteeStep = {
  perGuarantee: true;
  review?: never;
  fields: readonly WizardField<keyof GuaranteeItem>[];
};

const contractDay = { kind: 'date', optional: true, fold: 'fechas' } as const;

/** Steps in their order. Paths, progress, errors, review and page URLs follow from it. */
const stepTable = {
  tipo: {
    question: '¿Para qué contrato necesitas la garantía?',
    review: 'Contrato',
    fields: [{ name: 'sistemaLicitacion', kind: 'choice', options: variantOptions }],
  },
  contacto: {
    question: '¿Con quién hablamos?',
    intro: 'Un asesor te responderá a estos datos.',
    review: 'Contacto',
    fields: [
      { name: 'nombreSolicitante', label: 'Nombre y apellido', kind: 'text', autoComplete: 'name' },
      {
        name: 'email',
        label: 'Correo',
        hint: 'Aquí te enviamos el comprobante.',
        kind: 'email',
        autoComplete: 'email',
      },
      {
        name: 'telefonoSolicitante',
        label: 'Teléfono',
        hint: 'Por ejemplo, +56 9 1234 5678.',
        kind: 'tel',
        autoComplete: 'tel',
      },
    ],
    doubt: (values) => ({ ...doubtEmail(values), ...doubtPhones(values) }),
  },
  licitacion: {
    question: '¿Cuál es la licitación?',
    variant: 'chilecompra',
    review: 'Contrato',
    fields: [
      {
        name: 'idLicitacion',
        label: 'ID de la licitación',
        hint: 'Está en la ficha de Mercado Público, por ejemplo 4809-45-LE26. Si no lo tienes a mano, sigue sin él.',
        kind: 'tender',
        lookUp: 'tender',
        optional: true,
      },
    ],
    doubt: doubtTenderId,
  },
  institucion: {
    question: '¿Qué institución pide la garantía?',
    intro: 'La que licita. Si no tienes estos datos, sigue sin ellos.',
    variant: 'chilecompra',
    component: 'buyer',
    review: 'Contrato',
    fields: [
      { name: 'institucion', label: 'Institución', kind: 'text', lookUp: 'buyers', optional: true },
      { name: 'rutInstitucion', label: 'RUT de la institución', kind: 'rut', optional: true },
      {
        name: 'razonSocial',
        label: 'Razón social',
        hint: 'Solo si es distinta del nombre de la institución.',
        kind: 'text',
        optional: true,
      },
    ],
  },
  empresa: {
    question: '¿Qué empresa presenta la oferta?',
    variant: 'chilecompra',
    review: 'Empresa',
    ...companyFields('Oferente', 'direccion'),
  },
  'empresa-contratista': {
    question: '¿Qué empresa ejecuta el contrato?',
    intro: 'Ten a mano el contrato: responde casi todo.',
    variant: 'privados',
    review: 'Empresa',
    ...companyFields('Contratista', 'direccion-contratista'),
    doubt: doubtPhones,
  },
  mandante: {
    question: '¿Quién te contrata?',
    intro: 'El mandante: quien recibe la garantía. Su contacto sirve para confirmar el texto.',
    variant: 'privados',
    review: 'Contrato',
    fields: [
      { name: 'razonSocialMandante', label: 'Nombre o razón social', kind: 'text' },
      { name: 'rutMandantePrivados', label: 'RUT', kind: 'rut', optional: true },
      ...partyContactFields('Mandante', 'contacto-mandante'),
      { name: 'fechaInicioContrato', label: 'Inicio', phrase: 'Empieza el', ...contractDay },
      { name: 'fechaTerminoContrato', label: 'Término', phrase: 'Termina el', ...contractDay },
    ],
    check: checkDayOrder('fechaInicioContrato', 'fechaTerminoContrato'),
    doubt: doubtPhones,
  },
  'garantia-tipo': {
    question: '¿Qué garantía necesitas?',
    perGuarantee: true,
    component: 'guarantee-type',
    fields: [
      {
        name: 'tipoGarantia',
        icons: true,
        kind: 'choice',
        hint: 'Elige la más parecida: el asesor la confirma. Si necesitas varias, después agregas las demás.',
        options: guaranteeTypeOptions,
      },
    ],
  },
  'garantia-monto': {
    question: '¿Por cuánto es la garantía?',
    intro: 'El monto sale de las bases o del contrato.',
    perGuarantee: true,
    component: 'amount',
    fields: [
      {
        name: 'monedaGarantia',
        kind: 'choice',
        label: 'Moneda',
        options: currencyOptions,
        inline: true,
        assumed: 'pesos',
      },
      {
        name: 'montoGarantia',
        label: 'Monto',
        hint: 'Por ejemplo, 1.500.000 o 1.234,50.',
        kind: 'amount',
      },
    ],
    extraFields: ['porcentaje', 'oferta'],
    doubt: doubtAmount,
  },
  'garantia-vigencia': {
    question: '¿Cuándo debe regir?',
    perGuarantee: true,
    fields: [
      { name: 'vigenciaDesde', label: 'Desde', kind: 'date', phrase: 'Rige desde el' },
      { name: 'vigenciaHasta', label: 'Hasta', kind: 'date', phrase: 'Vence el' },
      {
        name: 'glosaGarantia',
        label: 'Glosa',
        hint: 'El texto que te piden escribir en la garantía. Cópialo tal cual.',
        kind: 'lines',
        optional: true,
      },
    ],
    check: checkDayOrder('vigenciaDesde', 'vigenciaHasta'),
    doubt: doubtTerm,
  },
  garantias: { question: 'Tus garantías', component: 'guarantees', review: null, fields: [] },
  documentos: {
    question: 'Adjunta tus documentos',
    intro:
      'Con ellos el asesor responde más rápido. Si no los tienes, sigue: tu asesor te pedirá los que necesite.',
    component: 'files',
    review: 'Documentos',
    fields: [],
  },
  revisar: { question: 'Revisa tus respuestas', component: 'review', review: null, fields: [] },
} satisfies Record<string, Step>;

export type StepId = keyof typeof stepTable;
export const steps: Record<StepId, Step> = stepTable;
export const isStep = (text: string): text is StepId => Object.hasOwn(stepTable, text);
export const stepIds = Object.keys(stepTable).filter(isStep);
export const guaranteeSteps = stepIds.filter((step) => steps[step].perGuarantee);

export const folds: Record<FoldId, { step: StepId; title: string }> = {
  direccion: { step: 'empresa', title: 'Dirección de la empresa' },
  'direccion-contratista': { step: 'empresa-contratista', title: 'Dirección de la empresa' },
  'contacto-contratista': { step: 'empresa-contratista', title: 'Otro contacto en la empresa' },
  'contacto-mandante': { step: 'mandante', title: 'Contacto del mandante' },
  fechas: { step: 'mandante', title: 'Fechas del contrato' },
};
export const isFold = (text: string): text is FoldId => Object.hasOwn(folds, text);
export const foldIds = Object.keys(folds).filter(isFold);

/** Returns the page of a step, or the page that unfolds a group of fields. */
export function wizardPageOf(stepOrFold: StepId | FoldId): { step: StepId; fold?: FoldId } {
  return isStep(stepOrFold)
    ? { step: stepOrFold }
    : { step: folds[stepOrFold].step, fold: stepOrFold };
}
