import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { cpuMs, residentMib } from '#tools/bench/process-cost.ts';
import { quantile } from '#tools/bench/table.ts';

/** Gives access to the metrics of an app, which include the delay of its event loop. */
export const METRICS_TOKEN = 'token-of-the-monitoring';

export type Shot = {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer<ArrayBuffer>;
};
/** A request to a server that is not started yet. */
export type ShotOptions = Omit<Shot, 'url'> & { path: string };

/**
 * Replies per second (`rate`), latencies in ms, µs of processor time per reply (`micros`), delay of
 * the event loop in ms (`loop`), and memory.
 */
export type Measured = {
  rate: number;
  p50: number;
  p99: number;
  micros: number;
  loop: number;
  mib: number;
};

/**
 * Sends requests to a process for `seconds`. Throws when a reply is not 2xx, because a refusal
 * would be fast and falsify the result.
 */
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

/**
 * Returns the p99 delay of the event loop (ms) since the last call. Reading the metrics resets it.
 */
async function loopDelay(url: string): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const metrics = await (await fetch(`${url}/api/metrics`, { headers })).text();
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(metrics)?.[1]) * 1000;
}

/** Returns the ms until the whole reply has arrived. Throws if it is not 2xx. */
export async function answerTime(url: string, init: RequestInit = {}): Promise<number> {
  const started = performance.now();
  const response = await fetch(url, init);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  return performance.now() - started;
}

/** Returns the p99 latency (ms) of requests that are sent one after the other. */
export async function answerP99(url: string, seconds: number, pauseMs = 0): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    times.push(await answerTime(url));
    if (pauseMs > 0) await sleep(pauseMs);
  }
  return quantile(times, 0.99);
}
