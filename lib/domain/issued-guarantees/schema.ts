import { z } from 'zod';
import { tidyTenderId } from '#lib/domain/marketplace/rules.ts';
import {
  amountField,
  currencies,
  guaranteeTypes,
  inOrder,
} from '#lib/domain/requests/submissions/schema.ts';
import {
  calendarDate,
  docs,
  type FieldDocs,
  httpUrl,
  line,
  optional,
  paragraph,
  partyName,
  rowId,
  rut,
  rutDocs,
} from '#lib/platform/operations/fields.ts';

export const instruments = [
  'boleta',
  'poliza',
  'certificado_fianza',
  'vale_vista',
  'deposito',
] as const;
export type Instrument = (typeof instruments)[number];

export const sides = ['advisor', 'company'] as const;
export type Side = (typeof sides)[number];

const ends = ['prorrogada', 'devuelta', 'cobrada', 'anulada'] as const;
export const guaranteeStatuses = ['vigente', 'por_vencer', 'vencida', ...ends] as const;
export type GuaranteeStatus = (typeof guaranteeStatuses)[number];

/** `deshecha` corrects a return that did not happen. */
export const reportedKinds = ['entregada', ...ends, 'deshecha'] as const;
export type ReportedKind = (typeof reportedKinds)[number];
export const MAX_NOTE = 1000;

const kindOfGuarantee = docs('Kind of guarantee.', 'cumplimiento');

const wholeAmount = docs('Decimal text, in the unit of `currency`.', '1500000.50');

/** A guarantee runs within this century: another year is a typing mistake. */
const day = (missing: string) =>
  calendarDate(missing).refine((date) => date.startsWith('20'), {
    error: ({ input }) => `Revisa el año: escribiste ${String(input).slice(0, 4)}.`,
  });

const facts = {
  type: z.enum(guaranteeTypes, 'Elige un tipo de garantía.').meta(kindOfGuarantee),
  instrument: z.enum(instruments, 'Elige qué documento es.'),
  issuerName: partyName('Escribe quién la emitió.'),
  issuerRut: optional(rut('Ingresa el RUT del emisor.')),
  issuerNumber: line('Escribe el número del documento.', 60),
  issuerVerifyUrl: optional(
    httpUrl().refine((url) => url.startsWith('https://'), {
      error: 'Ingresa una dirección que empiece con https://.',
    }),
  ),
  holderName: partyName('Escribe el nombre del tomador.', 200),
  holderRut: rut('Ingresa el RUT del tomador.'),
  beneficiaryName: partyName('Escribe el nombre del beneficiario.', 200),
  beneficiaryRut: rut('Ingresa el RUT del beneficiario.'),
  amount: amountField.meta(wholeAmount),
  currency: z.enum(currencies, 'Elige la moneda: pesos, UF o USD.'),
  validFrom: day('Ingresa desde cuándo rige.'),
  validTo: day('Ingresa hasta cuándo rige.'),
  claimUntil: optional(day('Ingresa hasta cuándo se puede cobrar.')),
  glosa: optional(paragraph('Escribe la glosa.')),
  tenderId: optional(line('Ingresa el ID de la licitación.', 60, tidyTenderId)),
  note: optional(paragraph('Escribe la nota.', MAX_NOTE)),
};

const documentId = z
  .string('Sube el documento.')
  .regex(/^[\w-]{1,64}$/, 'Sube el documento otra vez.')
  .meta({ description: 'Id of the uploaded document.' });

/** Runs a rule despite errors in other fields, if its own fields are texts. */
const areTyped =
  (...names: (keyof typeof facts)[]) =>
  ({ value }: { value: unknown }) =>
    names.every((name) => typeof Object(value)[name] === 'string');

const withOrderedDates = <T extends z.ZodObject<typeof facts>>(fields: T) =>
  fields
    .refine((facts) => inOrder(facts.validFrom, facts.validTo), {
      path: ['validTo'],
      when: areTyped('validFrom', 'validTo'),
      message: 'La fecha de término debe ser igual o posterior a la de inicio.',
    })
    .refine((facts) => inOrder(facts.validTo, facts.claimUntil), {
      path: ['claimUntil'],
      when: areTyped('validTo', 'claimUntil'),
      message: 'El último día para cobrar no puede ser antes del término.',
    });

export const ownGuaranteeBody = withOrderedDates(
  z.object({
    ...facts,
    documentId: optional(documentId),
    corrects: optional(line('Elige la garantía que corriges.', 64)),
  }),
);
export type OwnGuarantee = z.output<typeof ownGuaranteeBody>;

/** Fields of the short form for an extension or a replacement; other facts stay as they were. */
const { issuerName, validFrom, validTo, claimUntil, amount, currency } = facts;
export const extensionBody = z.object({
  ...{ issuerName, validFrom, validTo, claimUntil, amount, currency },
  issuerNumber: optional(facts.issuerNumber),
});

export const itemPosition = z.coerce
  .number('Elige cuál de las garantías pedidas es.')
  .pipe(z.int('Elige cuál de las garantías pedidas es.').min(0).max(19));

export const issuedBody = withOrderedDates(
  z.object({
    differenceReason: optional(paragraph('Cuenta por qué difiere.', MAX_NOTE)),
    ...facts,
    item: itemPosition,
    documentId,
  }),
);
export type IssuedFacts = z.output<typeof issuedBody>;

/** An event that a side reports. States such as `vencida` follow from the calendar. */
export const eventBody = z.object({
  kind: z.enum(reportedKinds, 'Elige qué pasó con la garantía.'),
  on: optional(day('Ingresa el día.')),
  amount: optional(amountField).meta(docs('What was claimed; all of it when absent.', '500000')),
  successorId: optional(line('Elige la garantía que la reemplaza.', 64)),
  text: optional(paragraph('Escribe el comentario.', MAX_NOTE)),
});
export type NewGuaranteeEvent = z.output<typeof eventBody>;

export const difference = z.object({
  field: z.string().meta({ description: 'Field of the record.' }),
  asked: z.string(),
  given: z.string(),
});
export type Difference = z.infer<typeof difference>;

/** Stored in `guarantee_events.detail`. */
export const guaranteeEventDetail = z.object({
  text: z.string().optional(),
  amount: z.string().optional(),
  successor: z.int().optional(),
  differences: z.array(difference).optional(),
});
export type GuaranteeEventDetail = z.infer<typeof guaranteeEventDetail>;

const time = (description: string) => z.iso.datetime().meta({ description });

type ReplyField<F> = undefined extends z.output<F> ? z.ZodNullable<z.ZodString> : z.ZodString;
/** Facts in replies are not checked again, because they were when stored. Absent ones are null. */
const reported = Object.fromEntries(
  Object.entries(facts).map(([name, field]) => [
    name,
    field.safeParse(undefined).success ? z.string().nullable() : z.string(),
  ]),
) as { [K in keyof typeof facts]: ReplyField<(typeof facts)[K]> };

export const issuedGuarantee = z.object({
  id: z.string().meta({ description: 'Id of the issued guarantee.' }),
  number: z.int(),
  submissionId: z.int().nullable(),
  item: z.int().nullable(),
  ...reported,
  type: z.enum(guaranteeTypes).meta(kindOfGuarantee),
  instrument: z.enum(instruments),
  amount: z.string().meta(wholeAmount),
  currency: z.enum(currencies),
  recordedBy: z.enum(sides),
  recordedAt: time('When it was recorded, UTC.'),
  document: z
    .object({ fileName: z.string(), size: z.int(), contentType: z.string(), sha256: z.string() })
    .nullable(),
  state: z.enum(guaranteeStatuses),
  claimed: z.string().nullable(),
  successorId: z.string().nullable(),
  predecessorId: z.string().nullable(),
  verificationCode: z.string().nullable(),
  events: z.array(
    z.object({
      at: time('When it was reported, UTC.'),
      kind: z.string().meta({ description: 'What was reported of the guarantee.' }),
      by: z.enum(sides),
      on: z.string().nullable(),
      text: z.string(),
    }),
  ),
});
export type IssuedGuarantee = z.infer<typeof issuedGuarantee>;

export const issuedId = z.object({
  id: z
    .string()
    .regex(/^[\w-]{22}$/)
    .meta({ description: 'Id of the issued guarantee.' }),
});

export const issuedPage = z.object({
  state: optional(z.enum(guaranteeStatuses)),
  before: optional(rowId),
});

export const issuedDocs: FieldDocs = {
  number: docs('Our number of the record.', 12),
  item: docs('Position of the requested guarantee that it answers, from 0.', 0),
  instrument: docs('What document it is.', 'poliza'),
  issuerName: docs('Bank, insurer or guarantee institution.', 'Aseguradora Andes'),
  issuerRut: rutDocs('the issuer.', '96.000.001-3'),
  issuerNumber: docs('Number of the document, as its issuer wrote it.', 'PZ-20261-88'),
  issuerVerifyUrl: docs('Where the issuer itself verifies.', 'https://emisor.example/verificar'),
  holderName: docs('Who must perform.', 'Constructora Andes SpA'),
  holderRut: rutDocs('the holder.', '76.123.456-0'),
  beneficiaryName: docs('In whose favour it is.', 'Municipalidad de Ejemplo'),
  beneficiaryRut: rutDocs('the beneficiary.', '69.265.000-K'),
  currency: docs('Unit of the amount: Chilean pesos, UF or US dollars.', 'pesos'),
  validFrom: docs('First day of validity.', '2026-12-01'),
  validTo: docs('Last day of validity, not before the first.', '2027-03-01'),
  claimUntil: docs('Last day to claim it, where the document says a later one.', '2027-03-31'),
  note: docs('Read only by the side that recorded it.', 'Original en la caja fuerte'),
  differenceReason: docs(
    'Why it differs from what was requested.',
    'El mandante pidió otro plazo.',
  ),
  recordedBy: docs('Who recorded it: an advisor of ours, or the company itself.'),
  recordedAt: docs('When it was recorded, UTC.'),
  sha256: docs('SHA-256 of the file, hex.'),
  claimed: docs('How much of it was claimed so far, decimal text.', '500000'),
  corrects: docs('Id of an own record that this one says right: it is annulled in the same write.'),
  successorId: docs('Id of the record that replaced it.'),
  predecessorId: docs('Id of the record that it replaced, of several the newest.'),
  verificationCode: docs(
    'Code by which anyone verifies it; null once it was ended.',
    'ABCDE-FGHJK-MNPQR-STVWX',
  ),
  on: docs('The day it happened, on the calendar of Chile.', '2026-11-16'),
  by: docs('Which side reported it.'),
};
