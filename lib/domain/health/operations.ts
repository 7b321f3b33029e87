import { readHealth } from '#lib/domain/health/reads.ts';
import { healthReply } from '#lib/domain/health/schema.ts';
import { defineOperation } from '#lib/platform/operations/operation.ts';

export const getHealth = defineOperation({
  method: 'GET',
  path: '/api/health',
  auth: 'guest',
  limit: { unlimited: 'monitors ask every few seconds; costs under 5 ms' },
  reply: healthReply,
  alsoAnswers: {
    503: 'Degraded: the database or the store does not answer within 2 s, the disk is full, or a critical setting is missing.',
  },
  summary: 'Check whether the service works',
  status: (report) => (report.status === 'healthy' ? 200 : 503),
  handler: (ctx) => readHealth(ctx.now),
});
