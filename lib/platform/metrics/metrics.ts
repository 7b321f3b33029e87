import { forget, made, singleton } from '#lib/platform/process/singleton.ts';

export type Provider =
  | 'resend'
  | 'hubspot'
  | 'webpay'
  | 'mercado_publico'
  | 's3'
  | 'clamav'
  | 'turnstile'
  | 'google';

/** A `refused` call would be refused again. `not_configured` means missing or wrong keys. */
export type CallOutcome = 'ok' | 'refused' | 'timeout' | 'not_configured' | 'failed';

/** A number that a scrape reads. `labels` have few values, known beforehand. */
export type Figure = { name: string; help: string; labels?: Record<string, string>; value: number };

/** This process counts these. Durations are in seconds, as Prometheus has them. */
export type Metrics = {
  /** `name` is the operation as declared, never the path of a request. */
  operation: (name: string, status: number, seconds: number) => void;
  request: (kind: string, status: number, seconds: number) => void;
  providerCall: (provider: Provider, outcome: CallOutcome, seconds: number) => void;
  writeWaited: (seconds: number) => void;
  delivery: (channel: string, outcome: 'sent' | 'again' | 'dead') => void;
  swept: (job: string, ok: boolean) => void;
  render: (figures: readonly Figure[]) => Promise<{ text: string; contentType: string }>;
};

/** Returns null without `METRICS_TOKEN`. Then nothing is counted, at no cost. */
export function findMetrics(): Metrics | null {
  return made<Metrics>('metrics') ?? null;
}

export function setMetrics(metrics: Metrics): void {
  forget('metrics');
  singleton('metrics', () => metrics);
}
