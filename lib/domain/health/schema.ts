import { z } from 'zod';
import { docs, type FieldDocs } from '#lib/platform/operations/fields.ts';

/** The reply is public, so it has no details. They are in the metrics and `npm run doctor`. */
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

const configuredDocs = (integration: string) => docs(`Whether ${integration} is configured.`, true);

export const healthDocs: FieldDocs = {
  status: docs('`degraded` when something critical fails.', 'healthy'),
  version: docs('Version of the service.', '1.1.0'),
  checks: docs('What was looked at.'),
  database: docs('Whether the database took a read and a write within 2 seconds.', true),
  timestamp: docs('When it was looked at, UTC.', '2026-11-20T15:00:00.000Z'),
  environment: docs('What is configured; says nothing of the values.'),
  hasDatabaseUrl: configuredDocs('a database'),
  hasDatabaseToken: configuredDocs('a database token'),
  hasStorageKey: configuredDocs('an S3 key'),
  hasEmailKey: configuredDocs('a mail provider'),
  hasCrmKey: configuredDocs('a CRM'),
  hasErrorTrackingDsn: configuredDocs('error tracking'),
};
