import { z } from 'zod';
import { timeField } from '#lib/platform/operations/replies.ts';

const configuredField = (integration: string) =>
  z.boolean().describe(`Whether ${integration} is configured.`);

/** The reply is public, so it has no details. They are in the metrics and `npm run doctor`. */
export const healthReply = z.object({
  status: z.enum(['healthy', 'degraded']).describe('`degraded` when something critical fails.'),
  version: z.string().describe('Version of the service.'),
  checks: z
    .object({
      database: z
        .boolean()
        .describe('Whether the database completed a read and a write within 2 seconds.'),
      timestamp: timeField('When it was looked at, UTC.'),
      environment: z
        .object({
          hasDatabaseUrl: configuredField('a database'),
          hasDatabaseToken: configuredField('a database token'),
          hasStorageKey: configuredField('an S3 key'),
          hasEmailKey: configuredField('a mail provider'),
          hasCrmKey: configuredField('a CRM'),
          hasErrorTrackingDsn: configuredField('error tracking'),
        })
        .describe('What is configured; says nothing of the values.'),
    })
    .describe('What was looked at.'),
});
