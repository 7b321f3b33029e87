import { z } from 'zod';
import {
  DEFAULT_HOURS,
  MAX_DOCUMENTS,
  MAX_HOURS,
  MAX_LINK_DAYS,
  MAX_LINK_NOTE_LENGTH,
  MAX_OPENINGS,
  MAX_RECIPIENTS,
  MIN_PASSWORD_LENGTH,
} from '#lib/domain/share-links/rules.ts';
import { isMisleading } from '#lib/platform/mail/public-names.ts';
import {
  email,
  multilineText,
  optional,
  singleLineText,
  wholeNumber,
  writeOnly,
} from '#lib/platform/operations/fields.ts';
import {
  dataReply,
  paginationField,
  skippedHelpText,
  successField,
  timeField,
} from '#lib/platform/operations/replies.ts';

const documentKey = singleLineText('Elige un documento.', 64);
/** Documents of a link, by their `fileId`. */
export const documentKeys = z
  .array(documentKey)
  .describe('Several at once, for a link to a folder: 50 at most.');
export const tooManyText = `Elige ${MAX_DOCUMENTS} documentos como máximo.`;

/** A link's password, as typed but in NFC. Links made before 2026-11-22 may have shorter ones. */
export const sharePassword = writeOnly(z.string('Escribe la contraseña como texto.'))
  .overwrite((text) => text.normalize('NFC'))
  .min(MIN_PASSWORD_LENGTH, `Usa al menos ${MIN_PASSWORD_LENGTH} caracteres.`)
  .max(128, 'Usa 128 caracteres como máximo.')
  .regex(/\S/, 'Escribe algo más que espacios.')
  .meta({
    description: '8 to 128 characters that the link asks for, kept as argon2id.',
    examples: ['un paraguas azul'],
  });

const splitLines = (text: string) => [
  ...new Set(text.split('\n').flatMap((name) => name.trim() || [])),
];
const areFewAndShort = (names: string[]) =>
  names.length <= MAX_RECIPIENTS && names.every((name) => name.length <= 200);

/**
 * Returns the e-mail in a recipient such as `Banco del Sur <ana@banco.cl>`, or null unless there is
 * exactly one.
 */
export function parseRecipientEmail(recipient: string): string | null {
  const emails = recipient.match(/[^\s<>(),;:"]+@[^\s<>(),;:"]+/g) ?? [];
  const { success, data } = email('').safeParse(emails[0]?.toLowerCase());
  return emails.length === 1 && success ? data : null;
}

/** Number of recipients that the form has fields for. Longer lists are pasted. */
export const RECIPIENT_ROWS = 4;

export const linkLabel = singleLineText('Escribe un nombre para el enlace.')
  .refine(
    (text) => !isMisleading(text),
    'Escribe el nombre sin correos, teléfonos, cuentas ni direcciones de internet: lo ve quien abre el enlace.',
  )
  .meta({
    description: 'Name of the link, which visitors see too.',
    examples: ['Aseguradora Andes'],
  });

export const linkNote = multilineText('Escribe la nota.', MAX_LINK_NOTE_LENGTH)
  .refine(
    (text) => !isMisleading(text),
    'Escribe la nota sin correos, teléfonos, cuentas ni direcciones de internet: el enlace ya va en el mensaje.',
  )
  .meta({
    description: 'Note of the owner to visitors, at most 300 characters.',
    examples: ['Hola, Ana.'],
  });

export const shareFields = {
  expiresInHours: wholeNumber(
    { min: 1, max: MAX_HOURS },
    ({ min, max }) => `Elige de ${min} a ${max} horas, sin decimales.`,
  )
    .describe('For how long the link works.')
    .default(DEFAULT_HOURS),
  expiresInDays: wholeNumber(
    { min: 1, max: MAX_LINK_DAYS },
    ({ min, max }) => `Elige de ${min} a ${max} días, sin decimales.`,
  )
    .describe('Instead of hours: days, 1 to 30; it ends at 23:59:59 of the last one in Chile.')
    .optional(),
  label: optional(linkLabel),
  recipientNote: optional(linkNote),
  recipients: optional(
    multilineText('Escribe para quién es.')
      .transform(splitLines)
      .refine(
        areFewAndShort,
        `Escribe hasta ${MAX_RECIPIENTS} nombres, uno por línea, de hasta 200 letras.`,
      ),
  ).meta({
    description: 'Names, one per line. Each gets a link; the reply has the first link.',
    examples: ['Banco del Sur'],
  }),
  // Spaces alone are refused. They would count as an empty field and open the link to everyone.
  password: z.union([z.literal('').transform(() => undefined), sharePassword]).optional(),
  maxOpenings: wholeNumber(
    { min: 1, max: MAX_OPENINGS },
    ({ min, max }) => `Elige de ${min} a ${max} veces, sin decimales.`,
  )
    .describe('Maximum number of openings, 1 to 100; null or absent: no limit.')
    .optional(),
  notify: z
    .boolean('Indica sí o no.')
    .describe('Whether the owner is mailed at the first opening.')
    .default(false),
  emailCode: z
    .boolean('Indica sí o no.')
    .describe('Whether each link requires a code that is mailed to the e-mail in its line.')
    .default(false),
  viewOnly: z
    .boolean('Indica sí o no.')
    .describe('Whether files can only be viewed. A viewer can still copy what is shown.')
    .default(false),
};

export const sendSharesBody = z.object({
  ids: z
    .array(z.string().max(64))
    .min(1, 'Elige un enlace.')
    .max(MAX_RECIPIENTS)
    .describe('The links to mail. A link that was mailed today is skipped.'),
});

/** The proof that a link requires: its password, or the code that was mailed. */
export const linkProofForm = z.object({
  password: writeOnly(z.string()).optional(),
  code: writeOnly(z.string()).optional(),
});

/** Body of `POST /api/documents/share`: the published fields, and ours for more settings. */
export const shareBody = z
  .object({
    documentKey: optional(documentKey).describe(
      'The `fileId` of the document; without it, `documentKeys`.',
    ),
    documentKeys: documentKeys.max(MAX_DOCUMENTS, tooManyText).optional(),
    ...shareFields,
  })
  .refine(({ documentKey, documentKeys = [] }) => documentKey || documentKeys.length > 0, {
    path: ['documentKey'],
    message: 'Elige un documento.',
  })
  .refine(
    ({ emailCode, recipients }) => !emailCode || (recipients ?? ['']).every(parseRecipientEmail),
    {
      path: ['recipients'],
      message: 'Escribe el correo de cada destinatario: ahí llega el código.',
    },
  );

export type NewShare = z.infer<typeof shareBody>;

const shortUrlField = z
  .url()
  .nullable()
  .describe('The short URL of the page, for people to copy; null if the link does not open.');
const linkEndField = timeField('When the link ends, or ended, UTC.');

export const shareReply = z.object({
  success: successField,
  shareUrl: z.url().describe('The long URL. It is returned only once, because its hash is stored.'),
  expiresAt: linkEndField,
  id: z.string().describe('Id of the link.'),
  shortUrl: shortUrlField,
});

const limitHelp = 'How many at most, 1 to 100.';

export const sharesQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50).describe(limitHelp),
  offset: z.coerce.number().int().min(0).max(100_000).default(0).describe(skippedHelpText),
});

const shareOpeningReply = z.object({
  at: timeField('When it was, UTC.'),
  place: z.string().describe('Address shortened to /24 or /48.'),
  device: z.string().describe('Browser and system, as the browser names itself.'),
  documentId: z.string().nullable().describe('Id of the document.'),
  way: z
    .enum(['view', 'download', 'enter'])
    .nullable()
    .describe('`enter`: a password or code fit. Null before 2026-11-23.'),
});

export const versionText =
  'Changes with what its owner may edit: a change of another version is a `conflict`.';

export const shareItemReply = z.object({
  id: z.string().describe('Id of the link.'),
  version: z.string().describe(versionText),
  label: z.string().nullable().describe('Name of the link, which visitors see too.'),
  recipientNote: z.string().nullable().describe('Note of the owner to visitors.'),
  recipient: z.string().nullable().describe('Recipient of the link, which visitors do not see.'),
  codeEmail: z.string().nullable().describe('E-mail to which the code for visitors is mailed.'),
  sentAt: timeField('When the link was mailed last to the address in `recipient`.').nullable(),
  askedAt: timeField('When a visitor of the ended link asked for a new one.').nullable(),
  state: z
    .enum(['live', 'expired', 'revoked', 'spent', 'gone'])
    .describe('`spent`: no opening is left; `gone`: no document is.'),
  documents: z
    .array(
      z.object({
        id: z.string().describe('Id of the document.'),
        fileName: z.string().nullable().describe('Name of the file.'),
        category: z.string().nullable().describe('Kind of document.'),
        customTitle: z.string().nullable().describe('Title of a document of `otros`.'),
        renewedAt: timeField('When it took the place of the one that was shared, UTC.').nullable(),
      }),
    )
    .describe('The documents of the link, in their order.'),
  shortUrl: shortUrlField,
  createdAt: timeField('When it was made, UTC.'),
  expiresAt: linkEndField,
  hasPassword: z.boolean().describe('Whether the link asks for a password.'),
  lockedUntil: timeField(
    'Until when it takes no password, UTC: 50 wrong ones in a day.',
  ).nullable(),
  maxOpenings: z.int().nullable().describe('Maximum number of openings; null: no limit.'),
  openings: z.int().describe('Files sent by `shareUrl`, and visits of half an hour by `shortUrl`.'),
  views: z.int().describe('How many files were to be looked at, since 2026-11-23.'),
  downloads: z.int().describe('How many files were to be saved, since 2026-11-23.'),
  notify: z.boolean().describe('Whether the owner is mailed at the first opening.'),
  viewOnly: z.boolean().describe('Whether files are shown but not handed over.'),
  lastOpenings: z.array(shareOpeningReply).describe('The latest openings, at most 10.'),
});

export type Share = z.infer<typeof shareItemReply>;

export const sharesReply = dataReply(z.array(shareItemReply)).extend({
  pagination: paginationField(limitHelp),
});
