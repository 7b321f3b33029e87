import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { hranaStream, type StreamRequest } from '#tests/support/providers/hrana-stream.ts';

/** How the next pipelines go wrong. `late` does the work, then answers only after `ms`. */
export type DatabaseFailure =
  | { how: 'status'; status: number }
  | { how: 'cut' }
  | { how: 'hang' }
  | { how: 'late'; ms: number };

/** A stream that nobody uses is closed, its transaction rolled back (sqld: 10 s). */
const IDLE_MS = 10_000;

/** `/v2/pipeline` of the file that was given, `/<base64url of a path>/v2/pipeline` of any other. */
const ADDRESS = /^(?:\/([\w-]+))?\/v[23]\/pipeline$/;

/**
 * A libSQL server as seen from outside: Hrana over HTTP (`/v2/pipeline` and `/v3/pipeline`, JSON,
 * batons) over database files, with the native library underneath.
 * Source: github.com/tursodatabase/libsql, docs/HRANA_3_SPEC.md.
 * @param options.latencyMs is added to every round trip.
 */
export async function startLibsql(options: { path?: string; token?: string; latencyMs?: number }) {
  const token = options.token ?? 'libsql-token';
  const streams = new Map<string, ReturnType<typeof open>>();
  const failures: DatabaseFailure[] = [];
  let roundTrips = 0;
  let latencyMs = options.latencyMs ?? 0;

  const server = createServer(async (request, response) => {
    try {
      await answer(request, response);
    } catch {
      response.destroy();
    }
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const address = ADDRESS.exec(request.url ?? '');
    const path = address?.[1] ? Buffer.from(address[1], 'base64url').toString() : options.path;
    if (request.method !== 'POST' || !address || !path) {
      return reply(response, 404, { error: 'not found' });
    }
    if (request.headers.authorization !== `Bearer ${token}`) {
      return reply(response, 401, { error: 'Unauthorized: `The JWT is invalid`' });
    }
    roundTrips++;
    if (latencyMs > 0) await sleep(latencyMs);
    const failure = failures.shift();
    if (failure?.how === 'status') return reply(response, failure.status, { error: 'made up' });
    if (failure?.how === 'cut') return void response.destroy();
    if (failure?.how === 'hang') return;
    const { baton, requests } = JSON.parse(body) as {
      baton?: string | null;
      requests: StreamRequest[];
    };
    const stream = baton ? take(baton) : open(path);
    if (!stream) {
      return reply(response, 400, { message: 'The stream has expired', code: 'STREAM_EXPIRED' });
    }
    const results = [];
    for (const each of requests) results.push(await stream.run(each));
    const next = stream.closed ? null : keep(stream);
    if (failure?.how === 'late') await sleep(failure.ms);
    reply(response, 200, { baton: next, base_url: null, results });
  }

  function open(path: string) {
    const stream = hranaStream(path);
    return Object.assign(stream, { idle: setTimeout(() => undefined, 0) });
  }

  function keep(stream: ReturnType<typeof open>): string {
    const baton = randomUUID();
    stream.idle = setTimeout(() => take(baton)?.close(), IDLE_MS).unref();
    streams.set(baton, stream);
    return baton;
  }

  function take(baton: string) {
    const stream = streams.get(baton);
    streams.delete(baton);
    clearTimeout(stream?.idle);
    return stream;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // of a listening TCP server
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    token,
    variables: { DATABASE_URL: url, DATABASE_TOKEN: token },
    failNext: (...next: DatabaseFailure[]) => failures.push(...next),
    /** Pipelines since the start: what a client waits for one after the other. */
    roundTrips: () => roundTrips,
    slowDown: (ms: number) => {
      latencyMs = ms;
    },
    close: async () => {
      for (const baton of streams.keys()) take(baton)?.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type LibsqlStandIn = Awaited<ReturnType<typeof startLibsql>>;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = await request.toArray();
  return Buffer.concat(chunks).toString('utf8');
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
