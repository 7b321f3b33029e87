import { z } from 'zod';
import { tidyTenderId } from '#lib/domain/marketplace/rules.ts';
import { comunaName, regionName } from '#lib/domain/territory/schema.ts';
import { units } from '#lib/platform/chile/amounts.ts';
import { type GuaranteeType, guaranteeTypes } from '#lib/platform/config/guarantee-types.ts';
import {
  calendarDate,
  docs,
  email,
  type FieldDocs,
  httpUrl,
  line,
  optional,
  paragraph,
  partyName,
  phone,
  rut,
  rutDocs,
} from '#lib/platform/operations/fields.ts';

export { type GuaranteeType, guaranteeTypes };

export const currencies = units;
export type Currency = (typeof currencies)[number];

/** Decimal text: digits with at most one `.` and 4 decimals, above zero, ≤ 20 characters. */
export const amountField = line('Ingresa el monto.', 20)
  .regex(/^\d+(\.\d{1,4})?$/, 'Ingresa el monto solo con números, por ejemplo 1500000.50.')
  .refine((text) => /[1-9]/.test(text), 'Ingresa un monto mayor que cero.');

export const endsTooSoon = 'La fecha de término debe ser igual o posterior a la de inicio.';

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
    message: endsTooSoon,
  });
export type GuaranteeItem = z.output<typeof guaranteeItem>;

export const applicantFields = {
  nombreSolicitante: partyName('Ingresa tu nombre.'),
  email: email('Ingresa tu correo.'),
  telefonoSolicitante: phone('Ingresa tu teléfono.'),
};

export const publicFields = {
  nombreEmpresaOferente: optional(partyName('Ingresa el nombre de la empresa.')),
  rutEmpresaOferente: optional(rut('Ingresa el RUT de la empresa.')),
  direccionEmpresaOferente: optional(line('Ingresa la dirección.', 200)),
  regionEmpresaOferente: optional(regionName),
  comunaEmpresaOferente: optional(comunaName),
  idLicitacion: optional(line('Ingresa el ID de la licitación.', 60, tidyTenderId)),
  institucion: optional(partyName('Ingresa la institución.', 200)),
  rutInstitucion: optional(rut('Ingresa el RUT de la institución.')),
  razonSocial: optional(partyName('Ingresa la razón social.', 200)),
};

export const privateFields = {
  nombreEmpresaContratista: optional(partyName('Ingresa el nombre de la empresa.')),
  rutEmpresaContratista: optional(rut('Ingresa el RUT de la empresa.')),
  direccionEmpresaContratista: optional(line('Ingresa la dirección.', 200)),
  regionEmpresaContratista: optional(regionName),
  comunaEmpresaContratista: optional(comunaName),
  nombreContactoContratista: optional(partyName('Ingresa el nombre del contacto.')),
  telefonoContratista: optional(phone('Ingresa el teléfono.')),
  emailContratista: optional(email('Ingresa el correo.')),
  razonSocialMandante: optional(partyName('Ingresa la razón social del mandante.', 200)),
  rutMandantePrivados: optional(rut('Ingresa el RUT del mandante.')),
  nombreContactoMandante: optional(partyName('Ingresa el nombre del contacto.')),
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
  .refine((answers) => inOrder(answers.fechaInicioContrato, answers.fechaTerminoContrato), {
    path: ['fechaTerminoContrato'],
    message: endsTooSoon,
  });

/** A request of either variant, distinguished by `sistemaLicitacion`. */
export const submission = z.discriminatedUnion(
  'sistemaLicitacion',
  [publicSubmission, privateSubmission],
  { error: 'Elige chilecompra o privados.' },
);
export type Submission = z.output<typeof submission>;

export type AnswerField =
  | 'sistemaLicitacion'
  | keyof typeof applicantFields
  | keyof typeof publicFields
  | keyof typeof privateFields;

/** Refinements also run on fields that were refused, so this checks their format first. */
export function inOrder(start: string | null | undefined, end: string | null | undefined): boolean {
  const shape = /^\d{4}-\d{2}-\d{2}$/;
  // Dates as `YYYY-MM-DD` text compare in calendar order.
  return !start || !end || !shape.test(start) || !shape.test(end) || end >= start;
}

export const guaranteeDocs: FieldDocs = {
  sistemaLicitacion: docs('Which of the two variants this is.'),
  nombreSolicitante: docs('Who asks.', 'Ana Muñoz'),
  email: docs('E-mail address; what is sent to the person goes there.', 'ana@constructora.cl'),
  telefonoSolicitante: docs('8 to 15 digits as people write them.', '+56 9 1234 5678'),
  garantias: docs('The guarantees asked for, 1 to 20.'),
  tipoGarantia: docs('Kind of guarantee.', 'seriedad'),
  montoGarantia: docs('Decimal text above zero, in the unit of `monedaGarantia`.', '1500000.50'),
  monedaGarantia: docs('Unit of the amount: Chilean pesos, UF or US dollars.', 'pesos'),
  vigenciaDesde: docs('First day of validity.', '2026-12-01'),
  vigenciaHasta: docs('Last day of validity, not before the first.', '2027-03-01'),
  glosaGarantia: docs('Wording that the beneficiary demands.', 'Para garantizar la oferta'),
  contratoUrl: docs('`downloadUrl` of the contract, or any http(s) address (kept as text).'),
  adicionalUrl: docs('`downloadUrl` of another file, or any http(s) address (kept as text).'),
  nombreEmpresaOferente: docs('Company that bids.', 'Constructora Andes SpA'),
  rutEmpresaOferente: rutDocs('the company that bids.', '76.123.456-0'),
  direccionEmpresaOferente: docs('Its address.', 'Av. Providencia 1234'),
  regionEmpresaOferente: docs(
    'Its region, by its official or short name.',
    'Región Metropolitana de Santiago',
  ),
  comunaEmpresaOferente: docs('Its comuna, in any case and accents.', 'Providencia'),
  idLicitacion: docs('Id of the tender in Mercado Público.', '4809-45-LE26'),
  institucion: docs('Institution that calls the tender.', 'Municipalidad de Mostazal'),
  rutInstitucion: rutDocs('the institution.', '69.265.000-K'),
  razonSocial: docs(
    'Legal name, of the institution or of the own company.',
    'I. Municipalidad de Mostazal',
  ),
  nombreEmpresaContratista: docs('Contractor.', 'Montajes del Sur Ltda.'),
  rutEmpresaContratista: rutDocs('the contractor.', '76.123.456-0'),
  direccionEmpresaContratista: docs('Its address.', 'Los Carrera 100'),
  regionEmpresaContratista: docs('Its region, by its official or short name.', 'Región del Biobío'),
  comunaEmpresaContratista: docs('Its comuna, in any case and accents.', 'Concepción'),
  nombreContactoContratista: docs('Whom to ask at the contractor.', 'Luisa Rojas'),
  telefonoContratista: docs('Phone of that person.', '41 222 3344'),
  emailContratista: docs('E-mail of that person.', 'luisa@montajes.cl'),
  razonSocialMandante: docs('Legal name of the principal.', 'Minera Norte S.A.'),
  rutMandantePrivados: rutDocs('the principal.', '96.000.001-3'),
  nombreContactoMandante: docs('Whom to ask at the principal.', 'Jorge Díaz'),
  telefonoMandante: docs('Phone of that person.', '+56 55 244 5566'),
  emailMandante: docs('E-mail of that person.', 'jorge@mineranorte.cl'),
  fechaInicioContrato: docs('First day of the contract.', '2026-12-15'),
  fechaTerminoContrato: docs('Last day of the contract, not before the first.', '2027-12-15'),
  submissionId: docs('Number of the request.', 1024),
};
