import { z } from 'zod';
import { tidyTenderId } from '#lib/domain/marketplace/rules.ts';
import { comunaName, regionName } from '#lib/domain/territory/schema.ts';
import { units } from '#lib/platform/chile/amounts.ts';
import { type GuaranteeType, guaranteeTypes } from '#lib/platform/config/guarantee-types.ts';
import {
  calendarDate,
  email,
  httpUrl,
  multilineText,
  optional,
  partyName,
  phone,
  rut,
  singleLineText,
} from '#lib/platform/operations/fields.ts';

export { type GuaranteeType, guaranteeTypes };

export const currencies = units;
export type Currency = (typeof currencies)[number];

/** Decimal text above zero: at most 20 characters, digits with at most one `.` and 4 decimals. */
export const amountField = singleLineText('Ingresa el monto.', 20)
  .regex(/^\d+(\.\d{1,4})?$/, 'Ingresa el monto solo con números, por ejemplo 1500000.50.')
  .refine((text) => /[1-9]/.test(text), 'Ingresa un monto mayor que cero.')
  .meta({ description: 'Decimal text above zero.', examples: ['1500000.50'] });

export const endsTooSoonText = 'La fecha de término debe ser igual o posterior a la de inicio.';

export const guaranteeItem = z
  .object({
    tipoGarantia: z
      .enum(guaranteeTypes, 'Elige un tipo de garantía.')
      .meta({ description: 'Kind of guarantee.', examples: ['seriedad'] }),
    montoGarantia: amountField.describe(
      'Decimal text above zero, in the unit of `monedaGarantia`.',
    ),
    monedaGarantia: z.enum(currencies, 'Elige la moneda: pesos, UF o USD.').meta({
      description: 'Unit of the amount: Chilean pesos, UF or US dollars.',
      examples: ['pesos'],
    }),
    vigenciaDesde: calendarDate('Ingresa desde cuándo rige.').meta({
      description: 'First day of validity.',
      examples: ['2026-12-01'],
    }),
    vigenciaHasta: calendarDate('Ingresa hasta cuándo rige.').meta({
      description: 'Last day of validity, not before the first.',
      examples: ['2027-03-01'],
    }),
    glosaGarantia: optional(multilineText('Escribe la glosa.'))
      .nullable()
      .meta({
        description: 'Wording that the beneficiary demands.',
        examples: ['Para garantizar la oferta'],
      }),
  })
  .refine((item) => isInOrder(item.vigenciaDesde, item.vigenciaHasta), {
    path: ['vigenciaHasta'],
    message: endsTooSoonText,
  });
export type GuaranteeItem = z.output<typeof guaranteeItem>;

export const applicantFields = {
  nombreSolicitante: partyName('Ingresa tu nombre.').meta({
    description: 'Who asks.',
    examples: ['Ana Muñoz'],
  }),
  email: email('Ingresa tu correo.'),
  telefonoSolicitante: phone('Ingresa tu teléfono.'),
};

export const publicFields = {
  nombreEmpresaOferente: optional(partyName('Ingresa el nombre de la empresa.')).meta({
    description: 'The company that bids.',
    examples: ['Constructora Andes SpA'],
  }),
  rutEmpresaOferente: optional(
    rut('Ingresa el RUT de la empresa.', 'the company that bids', '76.123.456-0'),
  ),
  direccionEmpresaOferente: optional(singleLineText('Ingresa la dirección.', 200)).meta({
    description: 'Address of the company.',
    examples: ['Av. Providencia 1234'],
  }),
  regionEmpresaOferente: optional(regionName),
  comunaEmpresaOferente: optional(comunaName),
  idLicitacion: optional(singleLineText('Ingresa el ID de la licitación.', 60, tidyTenderId)).meta({
    description: 'Id of the tender in Mercado Público.',
    examples: ['4809-45-LE26'],
  }),
  institucion: optional(partyName('Ingresa la institución.', 200)).meta({
    description: 'Institution that calls the tender.',
    examples: ['Municipalidad de Mostazal'],
  }),
  rutInstitucion: optional(
    rut('Ingresa el RUT de la institución.', 'the institution', '69.265.000-K'),
  ),
  razonSocial: optional(partyName('Ingresa la razón social.', 200)).meta({
    description: 'Legal name of the institution.',
    examples: ['I. Municipalidad de Mostazal'],
  }),
};

export const privateFields = {
  nombreEmpresaContratista: optional(partyName('Ingresa el nombre de la empresa.')).meta({
    description: 'The contractor.',
    examples: ['Montajes del Sur Ltda.'],
  }),
  rutEmpresaContratista: optional(
    rut('Ingresa el RUT de la empresa.', 'the contractor', '76.123.456-0'),
  ),
  direccionEmpresaContratista: optional(singleLineText('Ingresa la dirección.', 200)).meta({
    description: 'Address of the company.',
    examples: ['Los Carrera 100'],
  }),
  regionEmpresaContratista: optional(regionName).meta({ examples: ['Región del Biobío'] }),
  comunaEmpresaContratista: optional(comunaName).meta({ examples: ['Concepción'] }),
  nombreContactoContratista: optional(partyName('Ingresa el nombre del contacto.')).meta({
    description: 'Whom to ask at the contractor.',
    examples: ['Luisa Rojas'],
  }),
  telefonoContratista: optional(phone('Ingresa el teléfono.')).meta({ examples: ['41 222 3344'] }),
  emailContratista: optional(email('Ingresa el correo.')).meta({ examples: ['luisa@montajes.cl'] }),
  razonSocialMandante: optional(partyName('Ingresa la razón social del mandante.', 200)).meta({
    description: 'Legal name of the principal.',
    examples: ['Minera Norte S.A.'],
  }),
  rutMandantePrivados: optional(
    rut('Ingresa el RUT del mandante.', 'the principal', '96.000.001-3'),
  ),
  nombreContactoMandante: optional(partyName('Ingresa el nombre del contacto.')).meta({
    description: 'Whom to ask at the principal.',
    examples: ['Jorge Díaz'],
  }),
  telefonoMandante: optional(phone('Ingresa el teléfono.')).meta({ examples: ['+56 55 244 5566'] }),
  emailMandante: optional(email('Ingresa el correo.')).meta({ examples: ['jorge@mineranorte.cl'] }),
  fechaInicioContrato: optional(calendarDate('Ingresa la fecha de inicio.')).meta({
    description: 'First day of the contract.',
    examples: ['2026-12-15'],
  }),
  fechaTerminoContrato: optional(calendarDate('Ingresa la fecha de término.')).meta({
    description: 'Last day of the contract, not before the first.',
    examples: ['2027-12-15'],
  }),
};

const sharedFields = {
  ...applicantFields,
  garantias: z
    .array(guaranteeItem)
    .min(1, 'Agrega al menos una garantía.')
    .max(20, 'Puedes pedir hasta 20 garantías por solicitud.')
    .describe('The guarantees asked for, 1 to 20.'),
  contratoUrl: optional(httpUrl()).describe('`downloadUrl` of the contract, or any web address.'),
  adicionalUrl: optional(httpUrl()).describe('`downloadUrl` of another file, or any web address.'),
};

const variantDescription = 'Which of the two variants this is.';

export const publicSubmission = z.object({
  sistemaLicitacion: z.literal('chilecompra').describe(variantDescription),
  ...sharedFields,
  ...publicFields,
});

export const privateSubmission = z
  .object({
    sistemaLicitacion: z.literal('privados').describe(variantDescription),
    ...sharedFields,
    ...privateFields,
  })
  .refine((answers) => isInOrder(answers.fechaInicioContrato, answers.fechaTerminoContrato), {
    path: ['fechaTerminoContrato'],
    message: endsTooSoonText,
  });

export const submissionBody = z.discriminatedUnion(
  'sistemaLicitacion',
  [publicSubmission, privateSubmission],
  { error: 'Elige chilecompra o privados.' },
);
export type Submission = z.output<typeof submissionBody>;

export type AnswerField =
  | 'sistemaLicitacion'
  | keyof typeof applicantFields
  | keyof typeof publicFields
  | keyof typeof privateFields;

type Day = string | null | undefined;

/**
 * Returns whether two days are in order. Checks their format first, because it also gets fields
 * that were refused.
 */
export function isInOrder(start: Day, end: Day): boolean {
  const shape = /^\d{4}-\d{2}-\d{2}$/;
  // Dates as `YYYY-MM-DD` text compare in calendar order.
  return !start || !end || !shape.test(start) || !shape.test(end) || end >= start;
}
