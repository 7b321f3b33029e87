import { findSingleton, forget, singleton } from '#lib/platform/process/singleton.ts';

export type Provider =
  | 'resend'
  | 'hubspot'
  | 'webpay'
  | 'mercado_publico'
  | 's3'
  | 'clamav'
  | 'turnstile'
  | 'google'
  | 'cal_com';

/**
 * `refused`: the provider answered with a refusal that a retry would not change. `timeout`: no
 * answer in time. `not_configured`: keys are missing or wrong. `failed`: any other error, after
 * which the same call may succeed.
 */
export type MeasuredOutcome = 'ok' | 'refused' | 'timeout' | 'not_configured' | 'failed';

/** A gauge that is computed for each scrape. `labels` must have few, fixed values. */
export type GaugeValue = {
  name: string;
  help: string;
  labels?: Record<string, string>;
  value: number;
};

/** Counters of this process. Durations are in seconds, as Prometheus recommends. */
export type Metrics = {
  /**
   * `name` is the operation as it is declared, never the path of a request, which may contain a
   * token.
   */
  countOperation: (name: string, status: number, seconds: number) => void;
  countRequest: (kind: string, status: number, seconds: number) => void;
  observeProviderCall: (provider: Provider, outcome: MeasuredOutcome, seconds: number) => void;
  observeWriteWait: (seconds: number) => void;
  countDelivery: (channel: string, outcome: 'sent' | 'skipped' | 'again' | 'dead') => void;
  countSweep: (job: string, outcome: 'ok' | 'failed') => void;
  render: (figures: readonly GaugeValue[]) => Promise<{ text: string; contentType: string }>;
};

/** Returns the counters, or null without `METRICS_TOKEN`, when nothing is counted. */
export function findMetrics(): Metrics | null {
  return findSingleton<Metrics>('metrics') ?? null;
}

export function setMetrics(metrics: Metrics): void {
  forget('metrics');
  singleton('metrics', () => metrics);
}
