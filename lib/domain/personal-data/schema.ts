import { z } from 'zod';
import { line } from '#lib/platform/operations/fields.ts';

export const deletion = z.object({
  sent: z.enum(['keep', 'erase']).default('keep').meta({
    description: 'What becomes of the requests and messages sent with the own address.',
  }),
});

/** A deletion by the team, which types whom it deletes. */
export const accountErasure = deletion.extend({
  confirmation: line('Escríbelo para confirmar.', 254),
});
export type AccountErasure = z.output<typeof accountErasure>;
