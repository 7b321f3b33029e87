import { readHealth } from '#lib/domain/health/reads.ts';
import { healthReport } from '#lib/domain/health/schema.ts';
import { defineOperation } from '#lib/platform/operation.ts';

export const getHealth = defineOperation({
  method: 'GET',
  path: '/api/health',
  auth: 'guest',
  limit: { unlimited: 'monitors ask every few seconds; costs under 5 ms' },
  reply: healthReport,
  summary: 'Whether the service works; 503 with the same body when degraded',
  handler: async (ctx) => {
    const report = await readHealth(ctx.now);
    ctx.out.status = report.status === 'healthy' ? 200 : 503;
    return report;
  },
});
