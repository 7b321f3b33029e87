import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeAfterTest } from '#tests/support/cleanup.ts';
import { hranaStream, type StreamRequest } from '#tests/support/providers/hrana-stream.ts';
import { listen, serverOf } from '#tests/support/providers/http-server.ts';

/**
 * Failures of a pipeline. `delayed` is done after `ms`, `late` answered after it, `lost` never.
 * `twice` is a proxy that lost the answer, sends the same again and passes on the second.
 */
export type DatabaseFailure =
  | { how: 'status'; status: number }
  | { how: 'cut' | 'hang' | 'lost' | 'twice' }
  | { how: 'late' | 'delayed'; ms: number };

type Options = {
  path?: string;
  token?: string;
  port?: number;
  latencyMs?: number;
  /** URL for the rest of a stream (sqld: `--http-self-url`). */
  selfUrl?: string;
  /** Milliseconds after which an idle stream is closed and rolled back (sqld: 10 s). */
  idleMs?: number;
  /** Milliseconds after which a transaction is ended if others wait for it (sqld: 5 s). */
  transactionMs?: number;
};

/** A request may name its own failure in this header, as JSON. */
export const FAULT_HEADER = 'x-fault';

/** `/v2/pipeline` is the given file, `/<base64url of a path>/v2/pipeline` any other. */
const ADDRESS = /^(?:\/([\w-]+))?\/v2\/pipeline$/;

/**
 * Starts a stand-in for a libSQL server over database files, with the native library underneath:
 * Hrana over HTTP (`/v2/pipeline`, JSON, batons), with the calls that our client uses. Its refusals
 * and times are those of sqld (github.com/tursodatabase/libsql, docs/HRANA_3_SPEC.md and
 * libsql-server/src/hrana). @param options.latencyMs is added to every round trip.
 */
export async function startLibsql(options: Options) {
  let token = options.token ?? 'libsql-token';
  const streams = new Map<string, Kept>();
  const expired = new Set<string>();
  const failures: DatabaseFailure[] = [];
  let failing: { when: (sql: string) => boolean; how: DatabaseFailure } | undefined;
  let down: DatabaseFailure | undefined;
  let [roundTrips, held, statements] = [0, 0, 0];
  let latencyMs = options.latencyMs ?? 0;
  const { idleMs = 10_000, transactionMs = 5000 } = options;

  const server = serverOf(answer);

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
    const { baton, requests } = JSON.parse(body) as {
      baton?: string | null;
      requests: StreamRequest[];
    };
    count(requests);
    await travel();
    const failure = failureOf(body, request.headers[FAULT_HEADER]);
    if (failure?.how === 'status') return reply(response, failure.status, { error: 'made up' });
    if (failure?.how === 'cut') return void response.destroy();
    if (failure?.how === 'hang') return;
    if (failure?.how === 'delayed') await sleep(failure.ms);
    // A client that hangs up in the middle loses the stream, like with sqld.
    let gone = false;
    response.once('close', () => {
      gone = !response.writableFinished;
    });
    if (failure?.how === 'twice') {
      const first = await work(path, baton, requests);
      if ('stream' in first && !first.stream.closed) keep(first.stream);
    }
    const done = await work(path, baton, requests);
    if ('refuse' in done) return done.refuse(response);
    const { stream, results } = done;
    if (failure?.how === 'lost') {
      stream.close();
      return void response.destroy();
    }
    if (failure?.how === 'late') await sleep(failure.ms);
    if (latencyMs >= 4) await travel();
    if (gone) stream.close();
    const next = stream.closed ? null : keep(stream);
    reply(response, 200, { baton: next, base_url: options.selfUrl ?? null, results });
  }

  async function work(
    path: string,
    baton: string | null | undefined,
    requests: StreamRequest[],
  ): Promise<Refused | Done> {
    if (baton && expired.has(baton)) return { refuse: refuseExpired };
    const stream = baton ? take(baton) : hranaStream(path, transactionMs);
    if (!stream) return { refuse: refuseBaton };
    if (stream.inTransaction && !isClosing(requests)) held += 1;
    const results: unknown[] = [];
    for (const each of requests) results.push(await stream.run(each));
    return { stream, results };
  }

  /** Waits half of the latency on each way. Timers are too coarse to halve a short one. */
  async function travel(): Promise<void> {
    if (latencyMs > 0) await sleep(latencyMs < 4 ? latencyMs : latencyMs / 2);
  }

  /** Counts a round trip, but not the closing of a stream, which costs the caller no time. */
  function count(requests: StreamRequest[]): void {
    if (isClosing(requests)) return;
    roundTrips += 1;
    for (const each of requests) {
      if (each.type === 'execute') statements += 1;
      if (each.type === 'batch') statements += each.batch.steps.length;
    }
  }

  function failureOf(body: string, requested?: string | string[]): DatabaseFailure | undefined {
    if (down) return down;
    if (requested) return JSON.parse(`${requested}`);
    if (!failing?.when(body)) return failures.shift();
    const { how: fault } = failing;
    failing = undefined;
    return fault;
  }

  function keep(stream: Stream): string {
    const baton = randomUUID();
    const idle = setTimeout(() => {
      take(baton)?.close();
      expired.add(baton);
    }, idleMs).unref();
    streams.set(baton, { stream, idle });
    return baton;
  }

  function take(baton: string): Stream | undefined {
    const stored = streams.get(baton);
    streams.delete(baton);
    clearTimeout(stored?.idle);
    return stored?.stream;
  }

  const { url, close } = await listen(server, options.port);
  return closeAfterTest({
    url,
    token,
    variables: { DATABASE_URL: url, DATABASE_TOKEN: token },
    failNext: (...next: DatabaseFailure[]) => failures.push(...next),
    /** Fails the next pipeline whose JSON matches, e.g. the one with a COMMIT. */
    failOnce: (when: (body: string) => boolean, fault: DatabaseFailure) => {
      failing = { when, how: fault };
    },
    /** Fails every pipeline until it is called again. */
    failAlways: (fault?: DatabaseFailure) => {
      down = fault;
    },
    /** Accepts only this token from now on. */
    changeToken: (next: string) => {
      token = next;
    },
    /** Returns the round trips that a client waited for in sequence, since the start. */
    roundTrips: () => roundTrips,
    /** Returns those that began while their transaction kept other writers waiting. */
    heldRoundTrips: () => held,
    statements: () => statements,
    slowDown: (ms: number) => {
      latencyMs = ms;
    },
    close: async () => {
      for (const baton of streams.keys()) take(baton)?.close();
      await close();
    },
  });
}

export type LibsqlStandIn = Awaited<ReturnType<typeof startLibsql>>;

type Stream = ReturnType<typeof hranaStream>;
type Refused = { refuse: (response: ServerResponse) => void };
type Done = { stream: Stream; results: unknown[] };
type Kept = { stream: Stream; idle: NodeJS.Timeout };

function isClosing(requests: StreamRequest[]): boolean {
  return requests.every(({ type }) => type === 'close');
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = await request.toArray();
  return Buffer.concat(chunks).toString('utf8');
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function refuseExpired(response: ServerResponse): void {
  const message = 'The stream has expired due to inactivity';
  reply(response, 500, { message, code: 'STREAM_EXPIRED' });
}

function refuseBaton(response: ServerResponse): void {
  const text = 'The baton is invalid or has been reused';
  response.writeHead(400, { 'content-type': 'text/plain' }).end(text);
}
