import { z } from 'zod';
import { categoryKeys, DISCARD, groups } from '#lib/domain/documents/rules.ts';
import { currencies, guaranteeTypes } from '#lib/domain/requests/submissions/schema.ts';
import {
  calendarDate,
  clearable,
  docs,
  type FieldDocs,
  line,
  optional,
} from '#lib/platform/operations/fields.ts';
import { dataReply } from '#lib/platform/operations/replies.ts';

/** Our own URLs are not parsed: two per document took most of the time to check a list. */
const ownUrl = z.string().meta({ format: 'uri' });

/** A document as the API publishes it. */
export const documentMetadata = z.object({
  id: z.string(),
  fileName: z.string(),
  fileId: z.string(),
  url: ownUrl,
  previewUrl: ownUrl,
  category: z.enum(categoryKeys),
  customTitle: z.string().nullable(),
  uploadedAt: z.iso.datetime(),
  issuedAt: z.iso.date().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  countedFrom: z.enum(['typed', 'printed', 'issued', 'read', 'uploaded', 'unread']).nullable(),
  size: z.number().int(),
  contentType: z.string(),
  /** `waiting` means not scanned yet; an `infected` one was refused and its bytes are gone. */
  state: z.enum(['waiting', 'kept', 'infected']),
});

export type DocumentMetadata = z.infer<typeof documentMetadata>;

const read = <T extends z.ZodType>(shape: T) => shape.optional();
const line80 = read(z.string().max(80));
const readRut = read(z.string().regex(/^\d{6,9}-[\dK]$/));
const guaranteeFacts = z.object({
  type: read(z.enum(guaranteeTypes)),
  instrument: read(z.enum(['boleta', 'poliza', 'certificado_fianza', 'vale_vista'])),
  holderName: line80,
  issuerName: line80,
  issuerNumber: line80,
  amount: read(z.string().regex(/^\d{1,15}(\.\d{1,4})?$/)),
  currency: read(z.enum(currencies)),
  validFrom: read(z.iso.date()),
  validTo: read(z.iso.date()),
  tenderId: line80,
  beneficiaryRut: readRut,
  glosa: read(z.string().max(800)),
});
export type GuaranteeFacts = z.infer<typeof guaranteeFacts>;

/** Facts read from a document, to be confirmed. `text`: it has a text layer. */
export const reading = z.object({
  text: z.boolean(),
  rule: line80,
  category: read(z.enum(categoryKeys)),
  issuedAt: read(z.iso.date()),
  expiresAt: read(z.iso.date()),
  /** The document mentions an end that was not understood, so none is counted from `issuedAt`. */
  endUnread: read(z.literal(true)),
  /** The owner confirmed or dismissed the facts, which are no longer kept. */
  settled: read(z.literal(true)),
  rut: readRut,
  guarantee: read(guaranteeFacts),
});
export type DocumentReading = z.infer<typeof reading>;

export const documentReply = dataReply(documentMetadata);

/** Maps a category to its document, or to a list if it holds many. Empty ones are left out. */
export const vaultReply = z.partialRecord(
  z.enum(categoryKeys),
  z.union([documentMetadata, z.array(documentMetadata)]),
);

export const profileQuery = z.object({
  type: z.enum(groups).default('personal'),
  profile: z.enum(['natural', 'juridica']).optional(),
});

const documentId = z.string('Indica el documento.').max(64, 'Indica el documento.');

const day = calendarDate('Ingresa una fecha.');
const sendKey = z.string().regex(/^[\w.-]{8,64}$/, 'Envía el archivo otra vez.');
const yes = optional(z.literal('true'));

export const uploadFields = z.object({
  category: z.enum(categoryKeys, 'Elige qué documento es.'),
  customTitle: optional(line('Escribe un título.')),
  issuedAt: optional(day),
  issuedToday: yes,
  expiresAt: optional(day),
  replaces: optional(documentId),
  once: optional(sendKey),
});

/** Files whose category is chosen later, one per field. */
export const arrivalFields = z.object({ once: optional(sendKey) });
export const arrivalFiles = ['file', 'file2', 'file3', 'file4'] as const;

export const arrivalsReply = dataReply(z.array(z.object({ id: z.string(), fileName: z.string() })));

const placing = z.object({
  category: z.enum([...categoryKeys, DISCARD], 'Elige qué documento es.'),
  issuedAt: optional(day),
  expiresAt: optional(day),
  /** The category for which the owner confirmed replacing a dated document by an undated one. */
  undatedAs: optional(z.string().max(64)),
  /** The owner says that the document is the account's, whatever RUT was read. */
  own: yes,
});
export const placeBody = z.object({ doc: z.record(z.string().max(64), placing) });
export type DocumentPlaces = z.output<typeof placeBody>['doc'];

export const deleteBody = z.object({
  category: z.string('Indica la categoría.').max(64, 'Indica la categoría.'),
  documentId: optional(documentId),
});

export const restoreBody = z.object({ documentId });

export const documentParams = z.object({ id: documentId });

/** Absent fields stay as they are; an empty date is removed. */
export const changeBody = z.object({
  customTitle: line('Escribe un nombre.').optional(),
  issuedAt: clearable(day),
  issuedToday: yes,
  expiresAt: clearable(day),
  endless: yes,
  own: yes,
});

export const documentDocs: FieldDocs = {
  category: docs('Key of the category of documents.', 'certificado_f30'),
  customTitle: docs(
    'Title of a document of `otros`, required there; changing it elsewhere renames the file.',
    'Patente comercial',
  ),
  issuedAt: docs('Day that the paper bears; its lifetime counts from it.', '2026-11-03'),
  issuedToday: docs('`true` without `issuedAt`: the paper is of today, in Chile.', 'true'),
  expiresAt: docs('Last day on which it counts; what is entered wins over what is computed.'),
  countedFrom: docs(
    'Where `expiresAt` comes from: entered, read in the document, counted from `issuedAt`, from a day of issue that was read and not confirmed, or from the upload; `unread`: the document states an end that was not understood.',
    'issued',
  ),
  endless: docs('`true`: its owner looked, and the document states no end.', 'true'),
  own: docs('`true`: the paper is of this account, whatever RUT was read in it.', 'true'),
  once: docs('Made by the sender: the same file sent again is the same document.', 'k3-0.8312'),
  replaces: docs('Id of the document whose place it takes, in a category that holds many.'),
  documentId: docs('The `id` of a document.', 'wX2b8nq0R4mT6yU1oP3sZg'),
  fileId: docs('What opens the document: `key` of a download. Differs from `id`.'),
  previewUrl: docs('Where its owner looks at it in the browser.'),
  uploadedAt: docs('When it was uploaded, UTC.', '2026-11-20T15:00:00.000Z'),
  size: docs('Bytes.', 182_044),
  restorableUntil: docs('Until when it can be brought back, UTC; null: it cannot.'),
};
