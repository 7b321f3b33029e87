import { z } from 'zod';

/** A change of the request's tender that Mercado Público reported. */
export const tenderEvent = z.object({
  code: z.string(),
  what: z.enum(['closing', 'awarded', 'deserted', 'revoked', 'suspended', 'resumed']),
  /** Whether the account holder won the award. Missing if their RUT is not known. */
  to: z.enum(['holder', 'others']).optional(),
  /** The earlier closing time, in ms. */
  from: z.number().optional(),
  closesAt: z.number().optional(),
  /** Set if the guarantee ends before the day that the tender requires. */
  short: z.object({ until: z.iso.date(), required: z.iso.date() }).optional(),
  words: z.string().optional(),
});
export type TenderEvent = z.infer<typeof tenderEvent>;
