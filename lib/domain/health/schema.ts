import { z } from 'zod';

/** Contract 2.3; `scanner` is ours. */
export const healthReport = z.object({
  status: z.enum(['healthy', 'degraded']),
  version: z.string(),
  checks: z.object({
    database: z.boolean(),
    /** Of malware, for the vault. Out of reach: new documents wait, nothing else does. */
    scanner: z.enum(['off', 'ready', 'unreachable']),
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
