import { z } from 'zod';
import { alertLevels } from '#lib/domain/alerts/rules.ts';
import { timeField } from '#lib/platform/operations/replies.ts';

export const expiryAlert = z.object({
  category: z.string().describe('Kind of document.'),
  documentName: z.string().describe('Title of the document, or else its file name.'),
  expiryDate: timeField('End of the last valid day in Chile, as UTC.'),
  daysUntilExpiry: z.int().describe('Days left in Chile; a negative number means expired.'),
  alertLevel: z.enum(alertLevels).describe('critical: 7 days or fewer; danger: 15; warning: 30.'),
});
export type ExpiryAlert = z.output<typeof expiryAlert>;

export const mailSwitchBody = z.object({
  enabled: z
    .boolean('Elige si quieres recibir los avisos.')
    .describe('Whether mails about expiries are wanted.'),
});
