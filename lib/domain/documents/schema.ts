import { z } from 'zod';
import { categoryKeys, DISCARD, groups } from '#lib/domain/documents/rules.ts';
import { currencies, guaranteeTypes } from '#lib/domain/requests/submissions/schema.ts';
import {
  calendarDate,
  clearable,
  optional,
  singleLineText,
} from '#lib/platform/operations/fields.ts';
import { dataReply, timeField } from '#lib/platform/operations/replies.ts';

/**
 * Our own URLs are not parsed: parsing two of them per document took most of the time of checking a
 * list.
 */
const ownUrl = z.string().meta({ format: 'uri' });

const category = z.enum(categoryKeys, 'Elige qué documento es.').describe('Kind of document.');
const fileName = z.string().describe('Name of the file, with its extension.');

export const documentMetadataReply = z.object({
  id: z.string().describe('Id of the document.'),
  fileName,
  fileId: z.string().describe('What opens the document: `key` of a download. Differs from `id`.'),
  url: ownUrl.describe('URL of the download.'),
  previewUrl: ownUrl.describe('URL at which the owner views the document in a browser.'),
  category,
  customTitle: z.string().nullable().describe('Title of a document of `otros`.'),
  uploadedAt: timeField('When it was uploaded, UTC.'),
  issuedAt: z.iso.date().nullable().describe('Date that the document states.'),
  expiresAt: timeField('End of the last day on which it counts, UTC.').nullable(),
  countedFrom: z
    .enum(['typed', 'printed', 'issued', 'read', 'uploaded', 'unread'])
    .nullable()
    .describe(
      'Where `expiresAt` comes from: entered, read in the document, counted from `issuedAt`, from a day of issue that was read and not confirmed, or from the upload; `unread`: the document states an end that was not understood.',
    ),
  size: z.number().int().describe('Bytes.'),
  contentType: z.string().describe('Content type of the file, found in its content.'),
  state: z
    .enum(['waiting', 'kept', 'infected'])
    .describe('`waiting`: not scanned yet; `infected`: refused, its bytes are gone.'),
});

export type DocumentMetadata = z.infer<typeof documentMetadataReply>;

const optionalField = <T extends z.ZodType>(shape: T) => shape.optional();
const lineField = optionalField(z.string().max(80));
const rutField = optionalField(z.string().regex(/^\d{6,9}-[\dK]$/));
const guaranteeFactsSchema = z.object({
  type: optionalField(z.enum(guaranteeTypes)),
  instrument: optionalField(z.enum(['boleta', 'poliza', 'certificado_fianza', 'vale_vista'])),
  holderName: lineField,
  issuerName: lineField,
  issuerNumber: lineField,
  amount: optionalField(z.string().regex(/^\d{1,15}(\.\d{1,4})?$/)),
  currency: optionalField(z.enum(currencies)),
  validFrom: optionalField(z.iso.date()),
  validTo: optionalField(z.iso.date()),
  tenderId: lineField,
  beneficiaryName: lineField,
  beneficiaryRut: rutField,
  glosa: optionalField(z.string().max(800)),
});
export type GuaranteeFacts = z.infer<typeof guaranteeFactsSchema>;

/**
 * Facts that our program read from a document. They are stored until its owner confirms them.
 * `text` is true if the file contains text.
 */
export const documentReadingSchema = z.object({
  text: z.boolean(),
  rule: lineField,
  category: optionalField(z.enum(categoryKeys)),
  issuedAt: optionalField(z.iso.date()),
  expiresAt: optionalField(z.iso.date()),
  /** The document mentions an end that was not understood, so no end is counted from `issuedAt`. */
  endUnread: optionalField(z.literal(true)),
  /** The owner confirmed or dismissed the facts, which are not stored any more. */
  settled: optionalField(z.literal(true)),
  rut: rutField,
  guarantee: optionalField(guaranteeFactsSchema),
});
export type DocumentReading = z.infer<typeof documentReadingSchema>;

export const documentReply = dataReply(documentMetadataReply);

/** Maps a category to its document, or to a list if it holds many. Empty ones are left out. */
export const vaultReply = z.partialRecord(
  z.enum(categoryKeys),
  z.union([documentMetadataReply, z.array(documentMetadataReply)]),
);

export const profileQuery = z.object({
  type: z.enum(groups).default('personal').describe('Which group of documents.'),
  profile: z
    .enum(['natural', 'juridica'])
    .optional()
    .describe('Only documents that this role may keep.'),
});

const documentId = z
  .string('Indica el documento.')
  .max(64, 'Indica el documento.')
  .describe('The `id` of a document.');

const day = calendarDate('Ingresa una fecha.');
const issuedAt = day.meta({
  description: 'Date that the document states, from which its validity is counted.',
  examples: ['2026-11-03'],
});
const expiresAt = day.describe('Last valid day. It wins over the computed one.');
const customTitle = (missing: string) =>
  singleLineText(missing).meta({
    description:
      'Title of a document of `otros`, where it is required. In any other category it renames the file.',
    examples: ['Patente comercial'],
  });
const yesField = optional(z.literal('true'));
const issuedToday = yesField.describe(
  '`true` without `issuedAt`: the document is of today, in Chile.',
);
const sendKey = optional(z.string().regex(/^[\w.-]{8,64}$/, 'Envía el archivo otra vez.')).meta({
  description: 'Made by the sender: the same file sent again is the same document.',
  examples: ['k3-0.8312'],
});

export const uploadFields = z.object({
  category,
  customTitle: optional(customTitle('Escribe un título.')),
  issuedAt: optional(issuedAt),
  issuedToday,
  expiresAt: optional(expiresAt),
  replaces: optional(documentId).describe(
    'Id of the document whose place it takes, in a category that holds many.',
  ),
  once: sendKey,
});

export const arrivalFields = z.object({ once: sendKey });
/** Fields for files whose category is chosen later. */
export const arrivalFiles = ['file', 'file2', 'file3', 'file4'] as const;

export const arrivalsReply = dataReply(
  z.array(documentMetadataReply.pick({ id: true, fileName: true })),
);

const categoryChoiceBody = z.object({
  category: z.enum([...categoryKeys, DISCARD], 'Elige qué documento es.'),
  issuedAt: optional(day),
  expiresAt: optional(day),
  /** The category in which the owner agreed to replace a dated document by an undated one. */
  undatedAs: optional(z.string().max(64)),
  /**
   * The owner says that the document is the account's own, whatever RUT was read in it. With
   * `asRead`, the category that was read replaces the proposed `otros`.
   */
  own: optional(z.enum(['true', 'asRead'])),
});
export const categorizeBody = z.object({ doc: z.record(z.string().max(64), categoryChoiceBody) });
export type DocumentCategories = z.output<typeof categorizeBody>['doc'];

export const deleteBody = z.object({
  category: z
    .string('Indica la categoría.')
    .max(64, 'Indica la categoría.')
    .describe('Kind of document.'),
  documentId: optional(documentId),
});

export const restoreBody = z.object({ documentId });

export const documentParams = z.object({ id: documentId });

/** An absent field keeps its value; an empty date is removed. */
export const changeBody = z.object({
  customTitle: customTitle('Escribe un nombre.').optional(),
  issuedAt: clearable(issuedAt),
  issuedToday,
  expiresAt: clearable(expiresAt),
  endless: yesField.describe('`true`: its owner looked, and the document states no end.'),
  own: yesField.describe(
    '`true`: the document belongs to this account, whatever RUT was read in it.',
  ),
});
