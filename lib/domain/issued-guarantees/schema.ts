import { z } from 'zod';
import { tidyTenderId } from '#lib/domain/marketplace/rules.ts';
import {
  amountField,
  currencies,
  guaranteeTypes,
  isInOrder,
} from '#lib/domain/requests/submissions/schema.ts';
import {
  beforeParam,
  calendarDate,
  httpUrl,
  multilineText,
  optional,
  partyName,
  rut,
  singleLineText,
} from '#lib/platform/operations/fields.ts';
import { timeField } from '#lib/platform/operations/replies.ts';

export const instruments = [
  'boleta',
  'poliza',
  'certificado_fianza',
  'vale_vista',
  'deposito',
] as const;
export type Instrument = (typeof instruments)[number];

const sides = ['advisor', 'company'] as const;
export type Side = (typeof sides)[number];

const endStatuses = ['prorrogada', 'devuelta', 'cobrada', 'anulada'] as const;
export const guaranteeStatuses = ['vigente', 'por_vencer', 'vencida', ...endStatuses] as const;
export type GuaranteeStatus = (typeof guaranteeStatuses)[number];

/** `deshecha` corrects the report of a return that did not happen. */
const reportedKinds = ['entregada', ...endStatuses, 'deshecha'] as const;
export type ReportedKind = (typeof reportedKinds)[number];
export const MAX_NOTE_LENGTH = 1000;

/** A guarantee runs within this century. Any other year is a typing mistake. */
const dayField = (missing: string) =>
  calendarDate(missing).refine((date) => date.startsWith('20'), {
    error: ({ input }) => `Revisa el año: escribiste ${String(input).slice(0, 4)}.`,
  });

const instrument = z.enum(instruments, 'Elige qué documento es.').describe('Kind of document.');
const currency = z
  .enum(currencies, 'Elige la moneda: pesos, UF o USD.')
  .describe('Unit of the amount: Chilean pesos, UF or US dollars.');

const factFields = {
  type: z.enum(guaranteeTypes, 'Elige un tipo de garantía.').describe('Kind of guarantee.'),
  instrument,
  issuerName: partyName('Escribe quién la emitió.').describe(
    'Bank, insurer or guarantee institution.',
  ),
  issuerRut: optional(rut('Ingresa el RUT del emisor.', 'the issuer', '96.000.001-3')),
  issuerNumber: singleLineText('Escribe el número del documento.', 60).describe(
    'Number, as its issuer wrote it.',
  ),
  issuerVerifyUrl: optional(
    httpUrl().refine((url) => url.startsWith('https://'), {
      error: 'Ingresa una dirección que empiece con https://.',
    }),
  ).meta({
    description: 'Where the issuer itself verifies.',
    examples: ['https://emisor.example/verificar'],
  }),
  holderName: partyName('Escribe el nombre del tomador.', 200).describe('Who must perform.'),
  holderRut: rut('Ingresa el RUT del tomador.', 'the holder', '76.123.456-0'),
  beneficiaryName: partyName('Escribe el nombre del beneficiario.', 200).describe(
    'In whose favour it is.',
  ),
  beneficiaryRut: rut('Ingresa el RUT del beneficiario.', 'the beneficiary', '69.265.000-K'),
  amount: amountField.describe('Decimal text, in the unit of `currency`.'),
  currency,
  validFrom: dayField('Ingresa desde cuándo rige.').meta({
    description: 'First day of validity.',
    examples: ['2026-12-01'],
  }),
  validTo: dayField('Ingresa hasta cuándo rige.').meta({
    description: 'Last day of validity, not before the first.',
    examples: ['2027-03-01'],
  }),
  claimUntil: optional(dayField('Ingresa hasta cuándo se puede cobrar.')).meta({
    description: 'Last day to claim, if the document states one after the last valid day.',
    examples: ['2027-03-31'],
  }),
  glosa: optional(multilineText('Escribe la glosa.')).describe(
    'Wording that the guarantee has to carry.',
  ),
  tenderId: optional(singleLineText('Ingresa el ID de la licitación.', 60, tidyTenderId)).meta({
    description: 'Id of the tender in Mercado Público.',
    examples: ['4809-45-LE26'],
  }),
  note: optional(multilineText('Escribe la nota.', MAX_NOTE_LENGTH)).describe(
    'Read only by the side that recorded it.',
  ),
};

const documentId = z
  .string('Sube el documento.')
  .regex(/^[\w-]{1,64}$/, 'Sube el documento otra vez.')
  .describe('Id of the uploaded document.');

/** Runs a rule despite errors in other fields, if its own fields are texts. */
const areTyped =
  (...names: (keyof typeof factFields)[]) =>
  ({ value }: { value: unknown }) =>
    names.every((name) => typeof Object(value)[name] === 'string');

const withOrderedDates = <T extends z.ZodObject<typeof factFields>>(fields: T) =>
  fields
    .refine((facts) => isInOrder(facts.validFrom, facts.validTo), {
      path: ['validTo'],
      when: areTyped('validFrom', 'validTo'),
      message: 'La fecha de término debe ser igual o posterior a la de inicio.',
    })
    .refine((facts) => isInOrder(facts.validTo, facts.claimUntil), {
      path: ['claimUntil'],
      when: areTyped('validTo', 'claimUntil'),
      message: 'El último día para cobrar no puede ser antes del término.',
    });

export const ownGuaranteeBody = withOrderedDates(
  z.object({
    ...factFields,
    documentId: optional(documentId),
    corrects: optional(singleLineText('Elige la garantía que corriges.', 64)).describe(
      'Id of an own record that this one says right: it is annulled in the same write.',
    ),
  }),
);
export type OwnGuarantee = z.output<typeof ownGuaranteeBody>;

/** Fields of the short form for an extension or a replacement; other facts stay as they were. */
const { issuerName, validFrom, validTo, claimUntil, amount, issuerNumber } = factFields;
const newTerms = { issuerName, validFrom, validTo, claimUntil, amount, currency };
export const extensionBody = z.object({ ...newTerms, issuerNumber: optional(issuerNumber) });

export const itemPosition = z.coerce
  .number('Elige cuál de las garantías pedidas es.')
  .pipe(z.int('Elige cuál de las garantías pedidas es.').min(0).max(19));

export const issuedBody = withOrderedDates(
  z.object({
    differenceReason: optional(multilineText('Cuenta por qué difiere.', MAX_NOTE_LENGTH)).describe(
      'Why it differs from what was requested.',
    ),
    ...factFields,
    item: itemPosition.describe('Position of the issued guarantee in its request, from 0.'),
    documentId,
  }),
);
export type IssuedFacts = z.output<typeof issuedBody>;

/** An event that a side reports. States such as `vencida` follow from dates instead. */
export const eventBody = z.object({
  kind: z.enum(reportedKinds, 'Elige qué pasó con la garantía.').describe('What happened.'),
  on: optional(dayField('Ingresa el día.')).meta({
    description: 'Day of the event in Chile.',
    examples: ['2026-11-16'],
  }),
  amount: optional(amountField).describe('The claimed amount; the whole amount if absent.'),
  successorId: optional(singleLineText('Elige la garantía que la reemplaza.', 64)).describe(
    'Id of the record that replaced this one.',
  ),
  text: optional(multilineText('Escribe el comentario.', MAX_NOTE_LENGTH)).describe('A comment.'),
});
export type NewGuaranteeEvent = z.output<typeof eventBody>;

const differenceSchema = z.object({
  field: z.string().describe('Field of the record.'),
  asked: z.string(),
  given: z.string(),
  source: z.enum(['document', 'record']).optional().describe('What the document contradicts.'),
});
export type Difference = z.infer<typeof differenceSchema>;

/** Stored in `guarantee_events.detail`. */
const guaranteeEventDetailSchema = z.object({
  text: z.string().optional(),
  amount: z.string().optional(),
  successor: z.int().optional(),
  differences: z.array(differenceSchema).optional(),
});
export type GuaranteeEventDetail = z.infer<typeof guaranteeEventDetailSchema>;

type ReplyField<F> = undefined extends z.output<F> ? z.ZodNullable<z.ZodString> : z.ZodString;
/** Facts in replies are not checked again, because they were when stored. Absent ones are null. */
const factReplyFields = Object.fromEntries(
  Object.entries(factFields).map(([name, field]) => [
    name,
    (field.safeParse(undefined).success ? z.string().nullable() : z.string()).meta({
      ...field.meta(),
    }),
  ]),
) as { [K in keyof typeof factFields]: ReplyField<(typeof factFields)[K]> };

const state = z.enum(guaranteeStatuses).describe('How the guarantee stands.');

export const issuedGuaranteeReply = z.object({
  id: z.string().describe('Id of the issued guarantee.'),
  number: z.int().describe('Our number of the record.'),
  submissionId: z.int().nullable().describe('Number of the request.'),
  item: z.int().nullable().describe('Position of the requested guarantee, from 0.'),
  ...factReplyFields,
  type: factFields.type,
  instrument,
  currency,
  recordedBy: z.enum(sides).describe('Who recorded the guarantee: an advisor or the company.'),
  recordedAt: timeField('When it was recorded, UTC.'),
  document: z
    .object({
      fileName: z.string().describe('Name of the file, with its extension.'),
      size: z.int().describe('Bytes.'),
      contentType: z.string().describe('Content type of the file, found in its content.'),
      sha256: z.string().describe('SHA-256 of the file, hex.'),
    })
    .nullable()
    .describe('The recorded document.'),
  state,
  claimed: z.string().nullable().describe('Sum of the claims so far, as decimal text.'),
  successorId: z.string().nullable().describe('Id of the record that replaced this one.'),
  predecessorId: z.string().nullable().describe('Id of the newest record that this one replaced.'),
  verificationCode: z.string().nullable().describe('Verification code; null if it was ended.'),
  events: z
    .array(
      z.object({
        at: timeField('When it was reported, UTC.'),
        kind: z.string().describe('What was reported of the guarantee.'),
        by: z.enum(sides).describe('Side that reported the event.'),
        on: z.string().nullable().describe('Day of the event in Chile.'),
        text: z.string().describe('A comment.'),
      }),
    )
    .describe('What was reported since, newest first.'),
});
export type IssuedGuarantee = z.infer<typeof issuedGuaranteeReply>;

export const issuedParams = z.object({
  id: z
    .string()
    .regex(/^[\w-]{22}$/)
    .describe('Id of the issued guarantee.'),
});

export const issuedPageQuery = z.object({ state: optional(state), before: beforeParam });
