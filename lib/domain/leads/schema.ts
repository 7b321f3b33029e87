import { z } from 'zod';
import { requestStates } from '#lib/platform/request-states.ts';

export const leadKinds = ['contacto', 'asesor', 'experto', 'garantia'] as const;
export type LeadKind = (typeof leadKinds)[number];

/** What an event of a lead's history tells, by kind; what is stored in `lead_events.detail`. */
export const leadEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('state'),
    from: z.enum(requestStates),
    to: z.enum(requestStates),
  }),
  z.object({ kind: z.literal('note'), text: z.string() }),
  /** An admin's e-mail address; null: nobody any more. */
  z.object({ kind: z.literal('assigned'), to: z.string().nullable() }),
  z.object({ kind: z.literal('handled') }),
  z.object({ kind: z.literal('reopened') }),
  z.object({
    kind: z.literal('booking'),
    state: z.string(),
    startsAt: z.number().nullable(),
  }),
  z.object({
    kind: z.literal('payment'),
    buyOrder: z.string(),
    state: z.string(),
    amount: z.number(),
  }),
  /** Field of ours → its value in the CRM. */
  z.object({ kind: z.literal('crm'), changed: z.record(z.string(), z.string()) }),
]);

export type LeadEvent = z.infer<typeof leadEvent>;
