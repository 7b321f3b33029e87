import { z } from 'zod';
import { suggestEmail } from '#lib/platform/mail/email-typos.ts';

/** Hidden field: the e-mail about whose typo the person was already warned. */
export const warnedEmail = z.string().max(254).optional().catch(undefined);

type EmailFields = { correo?: string | undefined; visto?: string | undefined };

/**
 * Returns a schema that also refuses a likely typo in the e-mail, together with the form's other
 * errors. That error is shown once: pressing again accepts the e-mail.
 */
export function warnOfTypo<T extends z.ZodType<EmailFields>>(form: T) {
  return form.refine(
    ({ correo, visto }) => typeof correo !== 'string' || !suggestEmail(correo) || visto === correo,
    {
      path: ['correo'],
      when: () => true,
      error: ({ input }) => {
        const { correo } = input as EmailFields;
        return `¿Quisiste decir ${suggestEmail(correo)}? Si ${correo} está bien, presiona otra vez el botón de abajo.`;
      },
    },
  );
}
