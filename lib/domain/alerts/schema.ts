import { z } from 'zod';
import { alertLevels } from '#lib/domain/alerts/rules.ts';
import { docs, type FieldDocs } from '#lib/platform/operations/fields.ts';

/** An alert as the API publishes it. */
export const expiryAlert = z.object({
  category: z.string(),
  documentName: z.string(),
  expiryDate: z.iso.datetime(),
  daysUntilExpiry: z.int(),
  alertLevel: z.enum(alertLevels),
});
export type ExpiryAlert = z.output<typeof expiryAlert>;

export const mailSwitch = z.object({ enabled: z.boolean('Elige si quieres recibir los avisos.') });

export const alertDocs: FieldDocs = {
  expiring: docs('Documents expired or expiring within 30 days, soonest first.'),
  documentName: docs('Its own title, else the name of the file.', 'f30.pdf'),
  expiryDate: docs('End of its last valid day in Chile, UTC.', '2026-11-26T02:59:59.999Z'),
  daysUntilExpiry: docs('Days left on the calendar of Santiago; negative has expired.', 5),
  alertLevel: docs('critical: 7 days or fewer; danger: 15; warning: 30.', 'critical'),
  enabled: docs('Whether mails about expiries are wanted.', true),
};
