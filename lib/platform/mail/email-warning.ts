import { z } from 'zod';
import { suggestEmail } from '#lib/platform/mail/email-typos.ts';

/** Hidden field with the address whose spelling the person was already warned of. */
export const warnedEmail = z.string().max(254).optional().catch(undefined);

type EmailFields = { correo?: string | undefined; visto?: string | undefined };

/** Warns once of a likely typo in the address, together with the form's other errors. */
export function warnOfTypo<T extends z.ZodType<EmailFields>>(form: T) {
  return form.refine(
    ({ correo, visto }) => typeof correo !== 'string' || !suggestEmail(correo) || visto === correo,
    {
      path: ['correo'],
      when: () => true,
      error: ({ input }) => {
        const { correo } = input as EmailFields;
        return `¿Quisiste decir ${suggestEmail(correo)}? Si ${correo} está bien, presiona otra vez.`;
      },
    },
  );
}
