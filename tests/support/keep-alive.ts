import { Agent, type IncomingMessage, request } from 'node:http';

export type Outcome = { status: number; bytes: Buffer; closes: boolean };

/** Opens a kept connection, like a browser or a load balancer. Requests follow one another. */
export function openKeepAliveConnection(base: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    /** Rejects when the answer does not come or does not come whole. */
    ask: (
      path: string,
      { method = 'GET', headers = {}, body }: { method?: string; headers?: object; body?: Buffer },
    ) =>
      new Promise<Outcome>((resolve, reject) => {
        const all = { ...headers, ...(body && { 'content-length': body.length }) };
        const outgoing = request(new URL(path, base), { agent, method, headers: all }, (answer) =>
          whole(answer).then(resolve, reject),
        );
        outgoing.on('error', reject);
        outgoing.end(body);
      }),
    close: () => agent.destroy(),
  };
}

async function whole(answer: IncomingMessage): Promise<Outcome> {
  const bytes = Buffer.concat(await answer.toArray());
  const length = answer.headers['content-length'];
  if (!answer.complete || (length !== undefined && Number(length) !== bytes.length)) {
    throw new Error('the answer is not whole');
  }
  const closes = answer.headers.connection === 'close';
  return { status: answer.statusCode ?? 0, bytes, closes };
}
