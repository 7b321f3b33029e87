import { z } from 'zod';
import { meantEmail } from '#lib/platform/mail/email-slips.ts';

/** The address that its writer was asked about. */
export const seenEmail = z.string().max(254).optional().catch(undefined);

type Addressed = { correo?: string | undefined; visto?: string | undefined };

/** A likely slip in the address is asked about once, along with all else that is wrong. */
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
