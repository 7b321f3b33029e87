import { z } from 'zod';
import {
  calendarDate,
  email,
  httpUrl,
  line,
  optional,
  paragraph,
  phone,
  rut,
} from '#lib/platform/fields.ts';

/** Contract 2.5–2.7; limits of decisions 1. Every message is for the person who fills it in. */

export const guaranteeTypes = [
  'seriedad',
  'cumplimiento',
  'anticipo',
  'ejecucion',
  'responsabilidad',
  'capital_trabajo',
  'factoring',
  'canje_retenciones',
] as const;
export type GuaranteeType = (typeof guaranteeTypes)[number];

export const currencies = ['pesos', 'UF', 'USD'] as const;
export type Currency = (typeof currencies)[number];

/** Decimal text: digits with at most one `.` and 4 decimals, above zero, ≤ 20 characters. */
export const amountField = line('Ingresa el monto.', 20)
  .regex(/^\d+(\.\d{1,4})?$/, 'Ingresa el monto solo con números, por ejemplo 1500000.50.')
  .refine((text) => /[1-9]/.test(text), 'Ingresa un monto mayor que cero.');

export const guaranteeItem = z
  .object({
    tipoGarantia: z.enum(guaranteeTypes, 'Elige un tipo de garantía.'),
    montoGarantia: amountField,
    monedaGarantia: z.enum(currencies, 'Elige la moneda: pesos, UF o USD.'),
    vigenciaDesde: calendarDate('Ingresa desde cuándo rige.'),
    vigenciaHasta: calendarDate('Ingresa hasta cuándo rige.'),
    glosaGarantia: optional(paragraph('Escribe la glosa.')).nullable(),
  })
  .refine((item) => inOrder(item.vigenciaDesde, item.vigenciaHasta), {
    path: ['vigenciaHasta'],
    message: 'La fecha de término debe ser igual o posterior a la de inicio.',
  });
export type GuaranteeItem = z.output<typeof guaranteeItem>;

export const applicantFields = {
  nombreSolicitante: line('Ingresa tu nombre.'),
  email: email('Ingresa tu correo.'),
  telefonoSolicitante: phone('Ingresa tu teléfono.'),
};

export const publicFields = {
  nombreEmpresaOferente: optional(line('Ingresa el nombre de la empresa.')),
  rutEmpresaOferente: optional(rut('Ingresa el RUT de la empresa.')),
  direccionEmpresaOferente: optional(line('Ingresa la dirección.', 200)),
  regionEmpresaOferente: optional(line('Elige la región.')),
  comunaEmpresaOferente: optional(line('Elige la comuna.')),
  idLicitacion: optional(line('Ingresa el ID de la licitación.', 60)),
  institucion: optional(line('Ingresa la institución.', 200)),
  rutInstitucion: optional(rut('Ingresa el RUT de la institución.')),
  razonSocial: optional(line('Ingresa la razón social.', 200)),
};

export const privateFields = {
  nombreEmpresaContratista: optional(line('Ingresa el nombre de la empresa.')),
  rutEmpresaContratista: optional(rut('Ingresa el RUT de la empresa.')),
  direccionEmpresaContratista: optional(line('Ingresa la dirección.', 200)),
  regionEmpresaContratista: optional(line('Elige la región.')),
  comunaEmpresaContratista: optional(line('Elige la comuna.')),
  nombreContactoContratista: optional(line('Ingresa el nombre del contacto.')),
  telefonoContratista: optional(phone('Ingresa el teléfono.')),
  emailContratista: optional(email('Ingresa el correo.')),
  razonSocialMandante: optional(line('Ingresa la razón social del mandante.', 200)),
  rutMandantePrivados: optional(rut('Ingresa el RUT del mandante.')),
  nombreContactoMandante: optional(line('Ingresa el nombre del contacto.')),
  telefonoMandante: optional(phone('Ingresa el teléfono.')),
  emailMandante: optional(email('Ingresa el correo.')),
  fechaInicioContrato: optional(calendarDate('Ingresa la fecha de inicio.')),
  fechaTerminoContrato: optional(calendarDate('Ingresa la fecha de término.')),
};

const shared = {
  ...applicantFields,
  garantias: z
    .array(guaranteeItem)
    .min(1, 'Agrega al menos una garantía.')
    .max(20, 'Puedes pedir hasta 20 garantías por solicitud.'),
  contratoUrl: optional(httpUrl()),
  adicionalUrl: optional(httpUrl()),
};

export const publicSubmission = z.object({
  sistemaLicitacion: z.literal('chilecompra'),
  ...shared,
  ...publicFields,
});

export const privateSubmission = z
  .object({ sistemaLicitacion: z.literal('privados'), ...shared, ...privateFields })
  .refine(contractEndsAfterItStarts, {
    path: ['fechaTerminoContrato'],
    message: 'La fecha de término debe ser igual o posterior a la de inicio.',
  });

/** Both variants, told apart by `sistemaLicitacion`. */
export const submission = z.discriminatedUnion(
  'sistemaLicitacion',
  [publicSubmission, privateSubmission],
  { error: 'Elige chilecompra o privados.' },
);
export type Submission = z.output<typeof submission>;

/** Every answer that is a text of its own: all but guarantees and files. */
export type AnswerField =
  | 'sistemaLicitacion'
  | keyof typeof applicantFields
  | keyof typeof publicFields
  | keyof typeof privateFields;

/** Refinements see fields that were refused already, hence the look at their shape first. */
export function inOrder(start: string | null | undefined, end: string | null | undefined): boolean {
  const shape = /^\d{4}-\d{2}-\d{2}$/;
  // Dates as `YYYY-MM-DD` text compare in calendar order.
  return !start || !end || !shape.test(start) || !shape.test(end) || end >= start;
}

export function contractEndsAfterItStarts(answers: {
  fechaInicioContrato?: string | undefined;
  fechaTerminoContrato?: string | undefined;
}): boolean {
  return inOrder(answers.fechaInicioContrato, answers.fechaTerminoContrato);
}
