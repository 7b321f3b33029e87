import { z } from 'zod';
import { MAX_DOCUMENTS } from '#lib/domain/share-links/rules.ts';
import {
  documentKeys,
  linkLabel,
  linkNote,
  shareFields,
  sharePassword,
  tooManyText,
  versionText,
} from '#lib/domain/share-links/schema.ts';
import { clearable, optional, singleLineText } from '#lib/platform/operations/fields.ts';

/** Body of `PATCH /api/documents/shares/{id}`. Absent fields stay; null removes a value. */
export const shareChangeBody = z.object({
  version: optional(z.string().max(64)).describe(versionText),
  documentKeys: documentKeys
    .min(1, 'Elige al menos un documento, o cierra el enlace.')
    .max(MAX_DOCUMENTS, tooManyText)
    .optional(),
  recipient: clearable(singleLineText('Escribe para quién es.', 200)).meta({
    description: 'Recipient of the link, which visitors do not see.',
    examples: ['Banco del Sur'],
  }),
  expiresInHours: shareFields.expiresInHours.unwrap().optional(),
  expiresInDays: shareFields.expiresInDays,
  label: clearable(linkLabel),
  recipientNote: clearable(linkNote),
  password: z.union([z.null(), sharePassword]).optional(),
  maxOpenings: z.union([z.null(), shareFields.maxOpenings.unwrap()]).optional(),
  notify: shareFields.notify.unwrap().optional(),
  viewOnly: shareFields.viewOnly.unwrap().optional(),
  emailCode: shareFields.emailCode.unwrap().optional(),
});

export type ShareChange = z.infer<typeof shareChangeBody>;
