import type { IncomingMessage, ServerResponse } from 'node:http';
import { closeAfterTest } from '#tests/support/cleanup.ts';
import {
  bodyOf,
  listen,
  parseJson,
  reply,
  serverOf,
} from '#tests/support/providers/http-server.ts';

export type Failure = 'hang' | 'error-500' | 'rate-limit-429' | 'hang-up';

/** The part of an event that tests look at. */
export type SentryEvent = {
  level: string;
  release: string;
  environment: string;
  transaction?: string;
  message?: string;
  tags: Record<string, string>;
  exception?: {
    values: { type: string; value: string; stacktrace: { frames: { filename: string }[] } }[];
  };
};

type Options = { port?: number; onEvent?: (event: SentryEvent) => void };

/** Starts Sentry's envelope endpoint (develop.sentry.dev/sdk/envelopes), failing on command. */
export async function startSentry({ port = 0, onEvent }: Options = {}) {
  const events: SentryEvent[] = [];
  let received = '';
  let requests = 0;
  let failure: Failure | null = null;

  const server = serverOf(answer);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    requests += 1;
    received += `${request.url}\n${JSON.stringify(request.headers)}\n${body}\n`;
    if (failure === 'hang') return;
    if (failure === 'hang-up') return void request.socket.destroy();
    if (failure === 'error-500') return reply(response, 500, { detail: 'internal' });
    if (failure === 'rate-limit-429') {
      response.setHeader('x-sentry-rate-limits', '60:error:organization');
      return reply(response, 429, { detail: 'rate limited' });
    }
    const path = (request.url ?? '').split('?', 1)[0];
    if (request.method !== 'POST' || path !== '/api/42/envelope/') {
      return reply(response, 404, { detail: 'not found' });
    }
    if (!/sentry_key=standin/.test(request.url ?? '')) {
      return reply(response, 403, { detail: 'bad sentry DSN public key' });
    }
    // An envelope has a header, then pairs of an item's header and its payload.
    const lines = body.split('\n').slice(1);
    for (let at = 0; at + 1 < lines.length; at += 2) {
      const { type } = (parseJson(lines[at] ?? '') ?? {}) as { type?: string };
      if (type !== 'event') continue;
      const event = parseJson(lines[at + 1] ?? '') as SentryEvent; // our SDK writes it so
      events.push(event);
      onEvent?.(event);
    }
    reply(response, 200, { id: '0' });
  }

  const { port: taken, close } = await listen(server, port);
  return closeAfterTest({
    url: `http://127.0.0.1:${taken}`,
    variables: { SENTRY_DSN: `http://standin@127.0.0.1:${taken}/42` },
    events,
    received: () => received,
    requests: () => requests,
    fail: (fault: Failure | null) => {
      failure = fault;
    },
    close,
  });
}

export type SentryStandIn = Awaited<ReturnType<typeof startSentry>>;
