import { z } from 'zod';
import { meantEmail } from '#lib/platform/mail/email-slips.ts';

/** The form holds the address whose spelling the person was warned of. */
export const seenEmail = z.string().max(254).optional().catch(undefined);

type Addressed = { correo?: string | undefined; visto?: string | undefined };

/** Warns of a likely slip in the address once, together with all else that is wrong. */
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
