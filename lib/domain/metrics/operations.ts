import { readFigures } from '#lib/domain/metrics/reads.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { findMetrics } from '#lib/platform/metrics/metrics.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { defineFile } from '#lib/platform/operations/operation.ts';
import { safeEqual } from '#lib/platform/security/secrets.ts';

/** Serves the metrics in Prometheus's text format. docs/monitoring.md explains each figure. */
export const getMetrics = defineFile({
  path: '/api/metrics',
  auth: 'guest',
  limit: { unlimited: 'monitors ask every few seconds; a wrong token costs a hash' },
  produces: 'text/plain',
  errors: ['not_found', 'wrong_credentials'],
  summary: 'Get metrics; the answer is 404 unless `METRICS_TOKEN` is set',
  handler: async (ctx) => {
    const { metricsToken } = getEnv();
    const metrics = findMetrics();
    if (!metricsToken || !metrics) throw new AppError('not_found');
    if (!safeEqual(ctx.bearer, metricsToken)) {
      throw new AppError('wrong_credentials', {
        message: 'Falta el token de las métricas, o es otro.',
        scheme: 'Bearer',
      });
    }
    const { text, contentType } = await metrics.render(await readFigures(ctx.now));
    return { content: text, type: contentType };
  },
});
