import { z } from 'zod';
import { meantEmail } from '#lib/platform/mail/email-slips.ts';

/** Hidden field with the address whose spelling the person was already warned of. */
export const seenEmail = z.string().max(254).optional().catch(undefined);

type Addressed = { correo?: string | undefined; visto?: string | undefined };

/** Warns once of a likely typo in the address, together with the form's other errors. */
export function doubting<T extends z.ZodType<Addressed>>(form: T) {
  return form.refine(
    ({ correo, visto }) => typeof correo !== 'string' || !meantEmail(correo) || visto === correo,
    {
      path: ['correo'],
      when: () => true,
      error: ({ input }) => {
        const { correo } = input as Addressed;
        return `¿Quisiste decir ${meantEmail(correo)}? Si ${correo} está bien, presiona otra vez.`;
      },
    },
  );
}
