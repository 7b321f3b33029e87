import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { cpuMs, residentMib } from '#tools/bench/process-cost.ts';

export type Fired = {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer<ArrayBuffer>;
};
/** The same, of a server that is yet to be started. */
export type Asked = Omit<Fired, 'url'> & { path: string };

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
  request: Fired,
  process_: { pid: number | undefined; dataDir?: string },
  seconds: number,
  connections = 20,
): Promise<Measured> {
  const { pid, dataDir } = process_;
  if (dataDir) await loopDelay(pid, dataDir);
  const before = cpuMs(pid);
  const result = await autocannon({ ...request, connections, duration: seconds });
  const spent = cpuMs(pid) - before;
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${request.url}: ${result.non2xx} refused, ${result.errors} failed`);
  }
  return {
    rate: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    micros: (spent * 1000) / result['2xx'],
    loop: dataDir ? await loopDelay(pid, dataDir) : Number.NaN,
    mib: residentMib(pid),
  };
}

/** The p99 since it was last asked for; the process runs with `loop-probe.ts`. */
async function loopDelay(pid: number | undefined, dataDir: string): Promise<number> {
  const file = join(dataDir, 'loop-delay.json');
  rmSync(file, { force: true });
  if (pid) process.kill(pid, 'SIGUSR2');
  for (let waited = 0; !existsSync(file); waited += 10) {
    if (waited > 10_000) throw new Error('the process does not tell its event loop delay');
    await sleep(10);
  }
  await sleep(20);
  return JSON.parse(readFileSync(file, 'utf8')).p99;
}
