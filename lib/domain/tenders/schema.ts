import { z } from 'zod';
import { tenderEvent } from '#lib/domain/leads/schema.ts';
import { suggestedTypes } from '#lib/domain/marketplace/rules.ts';

/** What changed of a tender, the same for all who named it. */
export const change = tenderEvent.pick({ what: true, from: true, closesAt: true });
export type Change = z.infer<typeof change>;

/** A change on its way to who named the tender; what each has still to be told follows `after`. */
export const pendingNews = z.object({
  at: z.number(),
  changes: z.array(change),
  suppliers: z.array(z.object({ rut: z.string(), name: z.string() })),
  terms: z.array(
    z.object({
      type: z.enum(suggestedTypes).nullable(),
      until: z.string().nullable(),
      words: z.string().nullable(),
    }),
  ),
  of: z.enum(['leads', 'guarantees']),
  after: z.int(),
});
export type PendingNews = z.infer<typeof pendingNews>;
