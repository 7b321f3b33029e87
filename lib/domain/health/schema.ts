import { z } from 'zod';

/** Contract 2.3; `disk` and `scanner` are ours. */
export const healthReport = z.object({
  status: z.enum(['healthy', 'degraded']),
  version: z.string(),
  checks: z.object({
    database: z.boolean(),
    /** Room on the disk of DATA_DIR and database. Full: nothing new can be kept. */
    disk: z.enum(['ok', 'low', 'full']),
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
