import { z } from 'zod';
import { alertLevels } from '#lib/domain/alerts/rules.ts';

/** Contract 2.13. */
export const expiryAlert = z.object({
  category: z.string(),
  documentName: z.string(),
  expiryDate: z.iso.datetime(),
  daysUntilExpiry: z.int(),
  alertLevel: z.enum(alertLevels),
});
export type ExpiryAlert = z.output<typeof expiryAlert>;

export const mailSwitch = z.object({ enabled: z.boolean('Elige si quieres recibir los avisos.') });
