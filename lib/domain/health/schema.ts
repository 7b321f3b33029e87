import { z } from 'zod';
import { time } from '#lib/platform/operations/replies.ts';

const configured = (integration: string) =>
  z.boolean().describe(`Whether ${integration} is configured.`);

/** The reply is public, so it has no details. They are in the metrics and `npm run doctor`. */
export const healthReport = z.object({
  status: z.enum(['healthy', 'degraded']).describe('`degraded` when something critical fails.'),
  version: z.string().describe('Version of the service.'),
  checks: z
    .object({
      database: z.boolean().describe('Whether it took a read and a write within 2 seconds.'),
      timestamp: time('When it was looked at, UTC.'),
      environment: z
        .object({
          hasDatabaseUrl: configured('a database'),
          hasDatabaseToken: configured('a database token'),
          hasStorageKey: configured('an S3 key'),
          hasEmailKey: configured('a mail provider'),
          hasCrmKey: configured('a CRM'),
          hasErrorTrackingDsn: configured('error tracking'),
        })
        .describe('What is configured; says nothing of the values.'),
    })
    .describe('What was looked at.'),
});
