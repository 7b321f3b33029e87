import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { cpuMs, residentMib } from '#tools/bench/process-cost.ts';
import { quantile } from '#tools/bench/table.ts';

/** The token opens the metrics of an app, for its event loop. */
export const METRICS_TOKEN = 'token-of-the-monitoring';

export type Shot = {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer<ArrayBuffer>;
};
/** A shot at a server that is yet to be started. */
export type ShotOptions = Omit<Shot, 'url'> & { path: string };

/** Answers per second, latencies in ms, processor time per answer in µs, event loop delay in ms. */
export type Measured = {
  rate: number;
  p50: number;
  p99: number;
  micros: number;
  loop: number;
  mib: number;
};

/** Fires at a process for `seconds`. Throws when an answer is no 2xx: a refusal is cheap. */
export async function measure(
  request: Shot,
  { pid, metricsOf }: { pid: number | undefined; metricsOf?: string },
  seconds: number,
  connections = 20,
): Promise<Measured> {
  if (metricsOf) await loopDelay(metricsOf);
  const before = cpuMs(pid);
  const result = await autocannon({ ...request, connections, duration: seconds });
  const spent = cpuMs(pid) - before;
  if (result.non2xx > 0 || result.errors > 0) {
    const statuses = JSON.stringify(result.statusCodeStats);
    throw new Error(`${request.url}: ${statuses} answered, ${result.errors} failed`);
  }
  return {
    rate: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    micros: (spent * 1000) / result['2xx'],
    loop: metricsOf ? await loopDelay(metricsOf) : Number.NaN,
    mib: residentMib(pid),
  };
}

/** Returns the p99 in ms since the last call, because each call resets it. */
async function loopDelay(url: string): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const metrics = await (await fetch(`${url}/api/metrics`, { headers })).text();
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(metrics)?.[1]) * 1000;
}

/** Returns milliseconds until the whole answer is there. Throws when it is no 2xx. */
export async function answerTime(url: string, init: RequestInit = {}): Promise<number> {
  const started = performance.now();
  const response = await fetch(url, init);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  return performance.now() - started;
}

/** Returns the p99 of sequential requests in ms, with pauses between them. */
export async function answerP99(url: string, seconds: number, pauseMs = 0): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    times.push(await answerTime(url));
    if (pauseMs > 0) await sleep(pauseMs);
  }
  return quantile(times, 0.99);
}
