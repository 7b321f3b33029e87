import {
  createStackParser,
  createTransport,
  type Event,
  type Exception,
  type Transport,
  type TransportRequest,
} from '@sentry/core';
import { nodeStackLineParser, ServerRuntimeClient } from '@sentry/core/server';
import { scrub, stackLines, withoutPersonalData } from '#lib/platform/error-tracking/scrub.ts';
import type { ErrorTracker, Failure } from '#lib/platform/error-tracking/tracker.ts';

type Settings = { dsn: string; release: string; environment: string };

const ANSWER_MS = 5000;
const MOST_UNDER_WAY = 32;
/** A database that is down fails every request: the first of a minute tell all there is to tell. */
const PER_MINUTE = 60;

/** Sends chosen fields alone: no messages, which may quote typed text, and no request data. */
export function createSentry({ dsn, release, environment }: Settings): ErrorTracker {
  const client = new ServerRuntimeClient({
    dsn,
    release,
    environment,
    platform: 'node',
    integrations: [],
    traceLifecycle: 'static',
    sendClientReports: false,
    stackParser,
    transport: (options) =>
      createTransport({ ...options, bufferSize: MOST_UNDER_WAY }, (request) =>
        post(options.url, { ...options.headers }, request),
      ) satisfies Transport,
  });
  let minute = 0;
  let sent = 0;
  return {
    report: (failure) => {
      const current = Math.floor(performance.now() / 60_000);
      if (current !== minute) sent = 0;
      minute = current;
      sent += 1;
      if (sent > PER_MINUTE) return;
      try {
        client.captureEvent(eventOf(failure));
      } catch {
        // Telling of a failure must not be one.
      }
    },
    flush: async (ms) => void (await client.flush(ms)),
  };
}

const stackParser = createStackParser(nodeStackLineParser());

async function post(url: string, headers: Record<string, string>, { body }: TransportRequest) {
  const response = await fetch(url, {
    method: 'POST',
    headers,
    // The SDK's own bytes; its type leaves open what buffer is behind them.
    body: body as string | Uint8Array<ArrayBuffer>,
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  await response.body?.cancel();
  return {
    statusCode: response.status,
    headers: {
      'x-sentry-rate-limits': response.headers.get('x-sentry-rate-limits'),
      'retry-after': response.headers.get('retry-after'),
    },
  };
}

/** Names of log fields that are told along: ids and words of our own. */
const told = { requestId: 'request_id', op: 'operation', code: 'code', job: 'job', kind: 'kind' };

function eventOf({ level, message, fields }: Failure): Event {
  const tags = Object.entries(told).flatMap(([field, tag]) => {
    const value = fields[field];
    return typeof value === 'string' ? [[tag, withoutPersonalData(value).slice(0, 200)]] : [];
  });
  const text = scrub(message);
  const errors = chainOf(fields.err);
  return {
    level,
    tags: Object.fromEntries(tags),
    ...(typeof fields.op === 'string' && { transaction: withoutPersonalData(fields.op) }),
    ...(errors.length > 0
      ? { exception: { values: errors.map((error) => exceptionOf(error, text)).reverse() } }
      : { message: text }),
  };
}

function chainOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let next = error; next instanceof Error && chain.length < 4; next = next.cause) {
    chain.push(next);
  }
  return chain;
}

function exceptionOf(error: Error, text: string): Exception {
  const { code } = error as { code?: unknown }; // errors of Node, drivers and ours have one
  const value = typeof code === 'string' ? `${text} (${scrub(code)})` : text;
  const frames = stackParser(['Error', ...stackLines(error)].join('\n')).map(
    ({ filename = '', function: name, lineno, colno, in_app }) => ({
      filename: withoutPersonalData(filename.replace(process.cwd(), 'app:')),
      ...(name && { function: withoutPersonalData(name) }),
      ...(lineno && { lineno }),
      ...(colno && { colno }),
      ...(in_app !== undefined && { in_app }),
    }),
  );
  return { type: scrub(error.name), value, stacktrace: { frames } };
}
