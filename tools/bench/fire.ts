import { Agent, request } from 'node:http';
import type { Shot } from '#tools/bench/measure.ts';
import { median, quantile } from '#tools/bench/table.ts';

/** `rate` is in replies per second, `p50` and `p99` are latencies in ms. */
export type Fired = { rate: number; p50: number; p99: number; answers: number };

/**
 * Runs `clients` clients, each of which sends its next request when it has its reply. `shot` makes
 * the n-th request. Throws when a reply is not 2xx, because a refusal would be fast and falsify the
 * result.
 */
export async function fire(
  shot: (n: number) => Shot,
  { clients, seconds, most = Infinity }: { clients: number; seconds: number; most?: number },
): Promise<Fired> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const times: number[] = [];
  const started = performance.now();
  let n = 0;
  const client = async () => {
    while (performance.now() - started < seconds * 1000 && n < most) {
      const before = performance.now();
      const status = await send(shot(n++), agent);
      if (status >= 300) throw new Error(`answered ${status}`);
      times.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const took = (performance.now() - started) / 1000;
  agent.destroy();
  const answers = times.length;
  return { rate: answers / took, p50: median(times), p99: quantile(times, 0.99), answers };
}

function send({ url, method = 'GET', headers = {}, body }: Shot, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
