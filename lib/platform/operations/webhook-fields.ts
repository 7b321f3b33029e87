import { z } from 'zod';

/** The time in an event of a provider, as unix ms. Anything else is dropped. */
export const eventTime = z.iso
  .datetime({ offset: true })
  .transform((value) => Date.parse(value))
  .optional()
  .catch(undefined);
