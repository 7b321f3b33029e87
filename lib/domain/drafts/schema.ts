import { z } from 'zod';
import {
  amountField,
  applicantFields,
  contractEndsAfterItStarts,
  currencies,
  type GuaranteeItem,
  guaranteeTypes,
  inOrder,
  privateFields,
  publicFields,
} from '#lib/domain/guarantees/schema.ts';
import { parseTenderId } from '#lib/domain/marketplace/rules.ts';
import { isComunaOf } from '#lib/domain/territory/rules.ts';
import { parseAmount } from '#lib/platform/amounts.ts';
import { calendarDate, line, optional, paragraph, rut } from '#lib/platform/fields.ts';

/** The pages of the wizard, in the order of the longest path. `rules.ts` says which apply when. */
export const stepIds = [
  'tipo',
  'contacto',
  'licitacion',
  'institucion',
  'empresa',
  'direccion',
  'empresa-contratista',
  'direccion-contratista',
  'contacto-contratista',
  'mandante',
  'contacto-mandante',
  'fechas',
  'garantia-tipo',
  'garantia-monto',
  'garantia-vigencia',
  'garantias',
  'contrato',
  'adicional',
  'revisar',
] as const;
export type StepId = (typeof stepIds)[number];

export const guaranteeSteps = ['garantia-tipo', 'garantia-monto', 'garantia-vigencia'] as const;
export const attachmentSteps = ['contrato', 'adicional'] as const;
export type AttachmentStep = (typeof attachmentSteps)[number];

/** A guarantee under construction; its id is ours and never leaves the draft. */
export type DraftGuarantee = { id: string; page?: FromPage } & Partial<GuaranteeItem>;

/** Which suggestion of the tender's page it began as, and the amount there when it was no amount. */
export type FromPage = { key: string; amount?: string };

export type DraftAttachment = { uploadId: string; fileName: string; size: number };

/** Everything answered so far. `answered` holds the steps that were accepted at least once. */
export type DraftAnswers = {
  answered: StepId[];
  values: Record<string, string>;
  garantias: DraftGuarantee[];
  contrato?: DraftAttachment;
  adicional?: DraftAttachment;
};

/** A date as the native control sends it, or typed as `31-12-2026`. */
const typedDate = (missing: string) =>
  z
    .string()
    .overwrite((text) => text.trim().replace(/^(\d{2})[-/](\d{2})[-/](\d{4})$/, '$3-$2-$1'))
    .pipe(calendarDate(missing));

const typedAmount = line('Ingresa el monto.', 40)
  .transform((text, context) => {
    const decimal = parseAmount(text);
    if (decimal) return decimal;
    context.addIssue({
      code: 'custom',
      message: 'Escribe el monto con punto para los miles y coma para los decimales: 1.500.000,50.',
    });
    return z.NEVER;
  })
  .pipe(amountField);

const endsAfterItStarts = {
  path: ['vigenciaHasta'],
  message: 'La fecha de término debe ser igual o posterior a la de inicio.',
};

/** What reads as an id is kept as Mercado Público writes it; anything else as it was typed. */
function tidyTenderId(text: string | undefined): string | undefined {
  const parsed = parseTenderId(text ?? '');
  return parsed.ok ? parsed.code.id : text;
}

function address<D extends string, R extends string, C extends string>(names: {
  street: D;
  region: R;
  comuna: C;
}) {
  return z
    .object({
      [names.street]: optional(line('Ingresa la dirección.', 200)),
      [names.region]: optional(line('Elige la región.')),
      [names.comuna]: optional(line('Elige la comuna.')),
    })
    .check(({ value, issues }) => {
      const region = value[names.region];
      const comuna = value[names.comuna];
      const fail = (field: string, message: string) =>
        issues.push({ code: 'custom', input: value, path: [field], message });
      if (comuna && !region) fail(names.region, 'Elige la región de esa comuna.');
      if (region && comuna && !isComunaOf(region, comuna)) {
        fail(names.comuna, 'Esa comuna no pertenece a la región elegida. Elige otra.');
      }
    });
}

/** What each form step accepts, as strings from a form; attachments and review have no fields. */
export const stepSchemas = {
  tipo: z.object({
    sistemaLicitacion: z.enum(['chilecompra', 'privados'], 'Elige qué tipo de contrato es.'),
  }),
  contacto: z.object(applicantFields),
  licitacion: z.object({ idLicitacion: publicFields.idLicitacion.transform(tidyTenderId) }),
  institucion: z.object({
    institucion: publicFields.institucion,
    rutInstitucion: publicFields.rutInstitucion,
    razonSocial: publicFields.razonSocial,
  }),
  empresa: z.object({
    nombreEmpresaOferente: line('Ingresa el nombre de la empresa.'),
    rutEmpresaOferente: rut('Ingresa el RUT de la empresa.'),
  }),
  direccion: address({
    street: 'direccionEmpresaOferente',
    region: 'regionEmpresaOferente',
    comuna: 'comunaEmpresaOferente',
  }),
  'empresa-contratista': z.object({
    nombreEmpresaContratista: line('Ingresa el nombre de la empresa.'),
    rutEmpresaContratista: rut('Ingresa el RUT de la empresa.'),
  }),
  'direccion-contratista': address({
    street: 'direccionEmpresaContratista',
    region: 'regionEmpresaContratista',
    comuna: 'comunaEmpresaContratista',
  }),
  'contacto-contratista': z.object({
    nombreContactoContratista: privateFields.nombreContactoContratista,
    telefonoContratista: privateFields.telefonoContratista,
    emailContratista: privateFields.emailContratista,
  }),
  mandante: z.object({
    razonSocialMandante: line('Ingresa la razón social del mandante.', 200),
    rutMandantePrivados: privateFields.rutMandantePrivados,
  }),
  'contacto-mandante': z.object({
    nombreContactoMandante: privateFields.nombreContactoMandante,
    telefonoMandante: privateFields.telefonoMandante,
    emailMandante: privateFields.emailMandante,
  }),
  fechas: z
    .object({
      fechaInicioContrato: optional(typedDate('Ingresa la fecha de inicio.')),
      fechaTerminoContrato: optional(typedDate('Ingresa la fecha de término.')),
    })
    .refine(contractEndsAfterItStarts, { ...endsAfterItStarts, path: ['fechaTerminoContrato'] }),
  'garantia-tipo': z.object({
    tipoGarantia: z.enum(guaranteeTypes, 'Elige un tipo de garantía.'),
  }),
  'garantia-monto': z.object({
    montoGarantia: typedAmount,
    monedaGarantia: z.enum(currencies, 'Elige la moneda: pesos, UF o USD.'),
  }),
  'garantia-vigencia': z
    .object({
      vigenciaDesde: typedDate('Ingresa desde cuándo rige.'),
      vigenciaHasta: typedDate('Ingresa hasta cuándo rige.'),
      glosaGarantia: optional(paragraph('Escribe la glosa.')),
    })
    .refine((item) => inOrder(item.vigenciaDesde, item.vigenciaHasta), endsAfterItStarts),
  garantias: z.object({}),
  contrato: z.object({}),
  adicional: z.object({}),
  revisar: z.object({
    acepto: z.literal('true', 'Marca la casilla para que podamos recibir tu solicitud.'),
  }),
} satisfies Record<StepId, z.ZodType>;

/** The id of a tender as an address or a form names it; undefined when it could not be one at all. */
export function givenTenderId(text: unknown): string | undefined {
  return stepSchemas.licitacion.safeParse({ idLicitacion: text }).data?.idLicitacion;
}
