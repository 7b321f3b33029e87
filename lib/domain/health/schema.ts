import { z } from 'zod';

/** Contract 2.3 and no more, as anybody may ask; the rest is in the metrics and `npm run doctor`. */
export const healthReport = z.object({
  status: z.enum(['healthy', 'degraded']),
  version: z.string(),
  checks: z.object({
    database: z.boolean(),
    timestamp: z.iso.datetime(),
    environment: z.object({
      hasDatabaseUrl: z.boolean(),
      hasDatabaseToken: z.boolean(),
      hasStorageKey: z.boolean(),
      hasEmailKey: z.boolean(),
      hasCrmKey: z.boolean(),
      hasErrorTrackingDsn: z.boolean(),
    }),
  }),
});
