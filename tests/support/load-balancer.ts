import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { closeAfterTest } from '#tests/support/cleanup.ts';
import { listen } from '#tests/support/providers/http-server.ts';

/**
 * Starts one URL before several instances, taken in turns. It sends the client's IP as
 * such proxies do (`X-Forwarded-For`), so instances trust one proxy. It skips an instance that does
 * not listen. The client has to repeat a request whose connection breaks off.
 */
export async function startLoadBalancer() {
  let targets: string[] = [];
  let index = 0;

  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => forward(req, res, Buffer.concat(chunks), targets.length));
  });

  function forward(req: IncomingMessage, res: ServerResponse, body: Buffer, tries: number): void {
    const target = targets[index++ % targets.length];
    if (!target || tries === 0) return void res.writeHead(502).end();
    const client = req.headers['x-client'] ?? req.socket.remoteAddress ?? '';
    const headers = { ...req.headers, 'x-forwarded-for': `${client}`, connection: 'close' };
    const onward = request(target + req.url, { method: req.method ?? 'GET', headers }, (reply) => {
      res.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.on('error', () => res.destroy());
      reply.pipe(res);
    });
    onward.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') forward(req, res, body, tries - 1);
      else if (res.headersSent) res.destroy();
      else res.writeHead(502).end();
    });
    onward.end(body);
  }

  const { url, close } = await listen(server);
  return closeAfterTest({
    url,
    sendTo: (...urls: string[]) => {
      targets = urls;
    },
    close,
  });
}

export type Balancer = Awaited<ReturnType<typeof startLoadBalancer>>;
