import { configured, docs, type FieldDoc } from '#lib/http/openapi/field-doc.ts';

/** Of every reply, and of health. */
export const repliesFields: Record<string, FieldDoc> = {
  success: docs('Whether it was done.'),
  data: docs('The result.'),
  message: docs('A sentence for the person, in Spanish.'),
  error: docs('The code of the refusal, for programs.'),
  fields: docs('Field path with dots → what to correct, in Spanish.'),
  requestId: docs('The id of this request in our log.', 'qlCk6DAfYz4mZzqjvY0wRg'),
  status: docs('`degraded` when something critical fails.', 'healthy'),
  version: docs('Version of the service.', '1.1.0'),
  checks: docs('What was looked at.'),
  database: docs('Whether the database took a read and a write within 2 seconds.', true),
  timestamp: docs('When it was looked at, UTC.', '2026-11-20T15:00:00.000Z'),
  environment: docs('What is configured; says nothing of the values.'),
  hasDatabaseUrl: configured('a database'),
  hasDatabaseToken: configured('a database token'),
  hasStorageKey: configured('an S3 key'),
  hasEmailKey: configured('a mail provider'),
  hasCrmKey: configured('a CRM'),
  hasErrorTrackingDsn: configured('error tracking'),
  token_ws: docs('Token of a payment that was finished, by approval or refusal.'),
  TBK_TOKEN: docs('Token of a payment that was aborted, or whose form failed.'),
  TBK_ORDEN_COMPRA: docs('Our order, when it was aborted or timed out.'),
  TBK_ID_SESION: docs('Our session of it.'),
  TBK_ID_SESSION: docs('The same, in another spelling of the provider.'),
};
