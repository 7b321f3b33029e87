import { z } from 'zod';
import { singleLineText } from '#lib/platform/operations/fields.ts';

export const deletionBody = z.object({
  sent: z.enum(['keep', 'erase']).default('keep').meta({
    description: 'What becomes of the requests and messages sent with the own address.',
  }),
});

/** The team's form to delete an account. The admin types its e-mail or name to confirm. */
export const accountErasureForm = deletionBody.extend({
  confirmation: singleLineText('Escríbelo para confirmar.', 254),
});
export type AccountErasure = z.output<typeof accountErasureForm>;
