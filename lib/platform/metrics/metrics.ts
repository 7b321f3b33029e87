import { findSingleton, forget, singleton } from '#lib/platform/process/singleton.ts';

export type Provider =
  | 'resend'
  | 'hubspot'
  | 'webpay'
  | 'mercado_publico'
  | 's3'
  | 'clamav'
  | 'turnstile'
  | 'google';

/** `refused` calls would fail again. `not_configured` means that keys are missing or wrong. */
export type CallOutcome = 'ok' | 'refused' | 'timeout' | 'not_configured' | 'failed';

/** A gauge computed at each scrape. `labels` must have few and fixed values. */
export type GaugeValue = {
  name: string;
  help: string;
  labels?: Record<string, string>;
  value: number;
};

/** Counters of this process. Durations are in seconds, because Prometheus recommends that. */
export type Metrics = {
  /** `name` is the operation as declared, never the path of a request. */
  operation: (name: string, status: number, seconds: number) => void;
  request: (kind: string, status: number, seconds: number) => void;
  providerCall: (provider: Provider, outcome: CallOutcome, seconds: number) => void;
  writeWaited: (seconds: number) => void;
  delivery: (channel: string, outcome: 'sent' | 'again' | 'dead') => void;
  swept: (job: string, ok: boolean) => void;
  render: (figures: readonly GaugeValue[]) => Promise<{ text: string; contentType: string }>;
};

/** Returns null without `METRICS_TOKEN`, so that nothing is counted. */
export function findMetrics(): Metrics | null {
  return findSingleton<Metrics>('metrics') ?? null;
}

export function setMetrics(metrics: Metrics): void {
  forget('metrics');
  singleton('metrics', () => metrics);
}
