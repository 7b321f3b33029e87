import { recordCall } from '#lib/platform/metrics/last-calls.ts';
import { findMetrics, type MeasuredOutcome, type Provider } from '#lib/platform/metrics/metrics.ts';
import { AppError } from '#lib/platform/operations/errors.ts';

/** Records outcome and duration of a call. `classify` recognises failures among results. */
export async function measureCall<T>(
  provider: Provider,
  work: () => Promise<T>,
  classify?: (result: T) => MeasuredOutcome,
): Promise<T> {
  const startedAt = performance.now();
  const countOutcome = (outcome: MeasuredOutcome) => {
    recordCall(provider, { isAnswered: outcome === 'ok' || outcome === 'refused' });
    findMetrics()?.observeProviderCall(provider, outcome, (performance.now() - startedAt) / 1000);
  };
  try {
    const result = await work();
    countOutcome(classify?.(result) ?? 'ok');
    return result;
  } catch (error) {
    countOutcome(outcomeOf(error));
    throw error;
  }
}

/** Wraps a port so that the calls of its asynchronous methods are recorded. */
export function withMeasuredCalls<T extends object>(provider: Provider, port: T): T {
  return new Proxy(port, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        const result: unknown = value.apply(target, args);
        return result instanceof Promise ? measureCall(provider, () => result) : result;
      };
    },
  });
}

/** Classifies an error by its fields, as `lib/domain/deliveries/rules.ts` does. */
function outcomeOf(error: unknown): MeasuredOutcome {
  if (!(error instanceof Error)) return 'failed';
  const { code, reason, isRetryable } = error as {
    code?: unknown;
    reason?: unknown;
    isRetryable?: unknown;
  }; // Any of them may be missing.
  if (error instanceof AppError) {
    if (code === 'upstream_timeout') return 'timeout';
    if (code === 'not_configured') return 'not_configured';
    return code === 'unavailable' || code === 'upstream_failed' ? 'failed' : 'refused';
  }
  if (typeof reason === 'string' && reason.endsWith('timeout')) return 'timeout';
  if (reason === 'not_configured' || reason === 'unauthorized') return 'not_configured';
  return isRetryable === false ? 'refused' : 'failed';
}
