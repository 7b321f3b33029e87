import { z } from 'zod';
import { optional } from '#lib/platform/fields.ts';
import { requestStates } from '#lib/platform/request-states.ts';

export const ownRequestsPage = z.object({
  before: optional(
    z
      .string()
      .regex(/^\d{1,15}$/, 'Debe ser un número.')
      .transform(Number),
  ),
});

const time = (description: string) => z.iso.datetime().meta({ description });

/** A request as its applicant sees it. */
export const ownRequest = z.object({
  submissionId: z.int(),
  state: z.enum(requestStates).meta({ description: 'Where the request stands.' }),
  createdAt: time('When it was received, UTC.'),
  guarantees: z.array(
    z.object({ type: z.string().meta({ description: 'What it is.' }), amount: z.string() }),
  ),
  tenderId: z.string().nullable(),
  receiptUrl: z.url(),
  events: z.array(
    z.object({
      at: time('When it happened, UTC.'),
      title: z.string(),
    }),
  ),
});
