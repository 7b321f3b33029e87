import { z } from 'zod';
import {
  DEFAULT_HOURS,
  MAX_DAYS,
  MAX_DOCUMENTS,
  MAX_HOURS,
  MAX_NOTE,
  MAX_OPENINGS,
  MAX_RECIPIENTS,
  MIN_PASSWORD,
} from '#lib/domain/share-links/rules.ts';
import { isMisleading } from '#lib/platform/mail/public-names.ts';
import {
  docs,
  email,
  type FieldDocs,
  line,
  optional,
  paragraph,
  secret,
  wholeNumber,
} from '#lib/platform/operations/fields.ts';

export const documentKey = line('Elige un documento.', 64);
export const tooMany = `Elige ${MAX_DOCUMENTS} documentos como máximo.`;

/** Passwords are kept as typed. Links made before 2026-11-22 may have shorter ones. */
export const sharePassword = secret(z.string('Escribe la contraseña como texto.'))
  .overwrite((text) => text.normalize('NFC'))
  .min(MIN_PASSWORD, `Usa al menos ${MIN_PASSWORD} caracteres.`)
  .max(128, 'Usa 128 caracteres como máximo.')
  .regex(/\S/, 'Escribe algo más que espacios.');

const linesOf = (text: string) => [
  ...new Set(text.split('\n').flatMap((name) => name.trim() || [])),
];
const fewAndShort = (names: string[]) =>
  names.length <= MAX_RECIPIENTS && names.every((name) => name.length <= 200);

/**
 * Returns the address in a recipient such as `Banco del Sur <ana@banco.cl>`, or null if there is
 * none or more than one.
 */
export function recipientEmail(recipient: string): string | null {
  const emails = recipient.match(/[^\s<>(),;:"]+@[^\s<>(),;:"]+/g) ?? [];
  const { success, data } = email('').safeParse(emails[0]?.toLowerCase());
  return emails.length === 1 && success ? data : null;
}

/** Number of recipients that the form has fields for. Longer lists are pasted. */
export const RECIPIENT_ROWS = 4;

export const linkLabel = line('Escribe un nombre para el enlace.').refine(
  (text) => !isMisleading(text),
  'Escribe el nombre sin correos, teléfonos, cuentas ni direcciones de internet: lo ve quien abre el enlace.',
);

export const linkNote = paragraph('Escribe la nota.', MAX_NOTE).refine(
  (text) => !isMisleading(text),
  'Escribe la nota sin correos, teléfonos, cuentas ni direcciones de internet: el enlace ya va en el mensaje.',
);

export const shareFields = {
  expiresInHours: wholeNumber(
    { min: 1, max: MAX_HOURS },
    ({ min, max }) => `Elige de ${min} a ${max} horas, sin decimales.`,
  ).default(DEFAULT_HOURS),
  expiresInDays: wholeNumber(
    { min: 1, max: MAX_DAYS },
    ({ min, max }) => `Elige de ${min} a ${max} días, sin decimales.`,
  ).optional(),
  label: optional(linkLabel),
  recipientNote: optional(linkNote),
  recipients: optional(
    paragraph('Escribe para quién es.')
      .transform(linesOf)
      .refine(
        fewAndShort,
        `Escribe hasta ${MAX_RECIPIENTS} nombres, uno por línea, de hasta 200 letras.`,
      ),
  ),
  // Blanks are refused: as an empty field they would open the link to everyone.
  password: z
    .union([z.literal('').transform(() => undefined), sharePassword])
    .optional()
    .meta({ description: '8 to 128 characters that the link asks for, kept as argon2id.' }),
  maxOpenings: wholeNumber(
    { min: 1, max: MAX_OPENINGS },
    ({ min, max }) => `Elige de ${min} a ${max} veces, sin decimales.`,
  ).optional(),
  notify: z.boolean('Indica sí o no.').default(false),
  emailCode: z.boolean('Indica sí o no.').default(false),
  viewOnly: z.boolean('Indica sí o no.').default(false),
};

export const sharesToSend = z.object({
  ids: z.array(z.string().max(64)).min(1, 'Elige un enlace.').max(MAX_RECIPIENTS),
});

/** Body of `POST /api/documents/share`: published fields, and ours for a folder and limits. */
/** A link requires one of them: its password, or the code that was mailed. */
export const linkProof = z.object({
  password: secret(z.string()).optional(),
  code: secret(z.string()).optional(),
});

export const shareBody = z
  .object({
    documentKey: optional(documentKey),
    documentKeys: z.array(documentKey).max(MAX_DOCUMENTS, tooMany).optional(),
    ...shareFields,
  })
  .refine(({ documentKey, documentKeys = [] }) => documentKey || documentKeys.length > 0, {
    path: ['documentKey'],
    message: 'Elige un documento.',
  })
  .refine(({ emailCode, recipients }) => !emailCode || (recipients ?? ['']).every(recipientEmail), {
    path: ['recipients'],
    message: 'Escribe el correo de cada destinatario: ahí llega el código.',
  });

export type NewShare = z.infer<typeof shareBody>;

const shortUrl = z.url().nullable();
const linkEnd = z.iso.datetime().meta({ description: 'When the link ends, or ended, UTC.' });

export const shareReply = z.object({
  success: z.literal(true),
  shareUrl: z.url(),
  expiresAt: linkEnd,
  id: z.string(),
  shortUrl,
});

const atMost = 'How many at most, 1 to 100.';

export const sharesQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50).meta({ description: atMost }),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
});

export const shareOpening = z.object({
  at: z.iso.datetime(),
  place: z.string(),
  device: z.string(),
  documentId: z.string().nullable(),
  /** Null for openings before 2026-11-23. */
  way: z.enum(['view', 'download', 'enter']).nullable(),
});

export const versionText =
  'Changes with what its owner may edit: a change of another version is a `conflict`.';

export const share = z.object({
  id: z.string(),
  version: z.string().meta({ description: versionText }),
  label: z.string().nullable(),
  recipientNote: z.string().nullable(),
  recipient: z.string().nullable(),
  codeEmail: z.string().nullable(),
  sentAt: z.iso.datetime().nullable(),
  askedAt: z.iso.datetime().nullable(),
  state: z.enum(['live', 'expired', 'revoked', 'spent', 'gone']).meta({
    description: '`spent`: no opening is left; `gone`: no document is.',
  }),
  documents: z.array(
    z.object({
      id: z.string(),
      fileName: z.string().nullable(),
      category: z.string().nullable(),
      customTitle: z.string().nullable(),
      renewedAt: z.iso.datetime().nullable(),
    }),
  ),
  shortUrl,
  createdAt: z.iso.datetime(),
  expiresAt: linkEnd,
  hasPassword: z.boolean(),
  lockedUntil: z.iso.datetime().nullable(),
  maxOpenings: z.int().nullable(),
  openings: z.int(),
  views: z.int(),
  downloads: z.int(),
  notify: z.boolean(),
  viewOnly: z.boolean(),
  lastOpenings: z.array(shareOpening),
});

export type Share = z.infer<typeof share>;

export const sharesReply = z.object({
  success: z.literal(true),
  data: z.array(share),
  pagination: z.object({
    total: z.int().meta({ description: 'How many there are in all.' }),
    limit: z.int().meta({ description: atMost }),
    offset: z.int(),
    hasMore: z.boolean(),
  }),
});

export const shareDocs: FieldDocs = {
  ids: docs('Which links; one that was mailed today is left as it is.'),
  documentKey: docs('The `fileId` of the document; without it, `documentKeys`.'),
  documentKeys: docs('Several at once, for a link to a folder: 50 at most.'),
  expiresInHours: docs('For how long the link works.', 72),
  expiresInDays: docs('The same in days, 1 to 30, instead of hours.', 30),
  renewedAt: docs('When the document took the place of the one that was shared, which it renews.'),
  label: docs('What it is called: of a link, its visitors read it too.', 'Aseguradora Andes'),
  recipientNote: docs(
    'What the owner says to those who open the link, 300 characters at most.',
    'Hola, Ana.',
  ),
  recipients: docs(
    'Names, one a line: each gets a link, and the reply tells the first.',
    'Banco del Sur',
  ),
  recipient: docs('For whom the link is; its visitors do not read it.', 'Banco del Sur'),
  emailCode: docs(
    'Whether each link asks for a code that is mailed to the address in its line.',
    true,
  ),
  codeEmail: docs('Who opens the link gives a code that is mailed here.', 'ana@banco.cl'),
  sentAt: docs('When the link was mailed last to the address in `recipient`.'),
  askedAt: docs('When a visitor of the ended link asked for a new one.'),
  maxOpenings: docs('How many openings there are in all, 1 to 100; null or absent: no limit.', 1),
  notify: docs('Whether the owner is mailed at the first opening.', true),
  viewOnly: docs(
    'Whether files are shown but not handed over: who sees one can still copy it.',
    false,
  ),
  shareUrl: docs('The link. It is told here only: what is stored does not open it.'),
  shortUrl: docs('The same link for people to copy, always a page; null where it opens nothing.'),
  documents: docs('What the link shows, in its order.'),
  hasPassword: docs('Whether the link asks for a password.', false),
  lockedUntil: docs('Until when the link takes no password, UTC: 50 wrong ones in a day.'),
  openings: docs('Files sent by `shareUrl`, and visits of half an hour by `shortUrl`.', 3),
  views: docs('How many files were to be looked at, since 2026-11-23.', 2),
  downloads: docs('How many files were to be saved, since 2026-11-23.', 1),
  way: docs(
    'Whether the file was to be looked at or to be saved; `enter`: a password or code fit.',
  ),
  lastOpenings: docs('The latest of them, 10 at most.'),
};
