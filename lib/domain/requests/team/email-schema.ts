import { z } from 'zod';
import { personEmail } from '#lib/domain/accounts/schema.ts';
import { warnedEmail, warnOfTypo } from '#lib/platform/mail/email-warning.ts';
import { singleLineText } from '#lib/platform/operations/fields.ts';

export const MAX_CONFIRMATION_LENGTH = 200;

/** `era` is the e-mail that the page showed. The correction is refused if it has changed since. */
export const emailCorrectionForm = warnOfTypo(
  z.object({
    correo: personEmail,
    motivo: singleLineText('Escribe cómo lo confirmaste.', MAX_CONFIRMATION_LENGTH),
    era: z.string().max(254).default(''),
    visto: warnedEmail,
  }),
);
export type EmailCorrection = z.output<typeof emailCorrectionForm>;
