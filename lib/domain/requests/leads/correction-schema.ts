import { z } from 'zod';
import { units } from '#lib/platform/chile/amounts.ts';

/** Amount and validity of a guarantee, as the answers of its request name them. */
const terms = z.object({
  montoGarantia: z.string(),
  vigenciaDesde: z.string(),
  vigenciaHasta: z.string(),
});
export type GuaranteeTerms = z.infer<typeof terms>;

/** A change that an advisor made to the guarantee at position `item` of a request. */
export const correction = z.object({
  item: z.int(),
  unit: z.enum(units),
  from: terms,
  to: terms,
});
export type Correction = z.infer<typeof correction>;
