import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import {
  type ErrorEvent,
  type Event,
  type Exception,
  init,
  type NodeOptions,
} from '@sentry/nextjs';
import { scrubText, stackLines, withoutPersonalData } from '#lib/platform/error-tracking/scrub.ts';
import type { ErrorTracker, Failure } from '#lib/platform/error-tracking/tracker.ts';

type StackParser = ReturnType<NonNullable<ReturnType<typeof init>>['getOptions']>['stackParser'];
type Settings = { dsn: string; release: string; environment: string };

const ANSWER_MS = 5000;
const MAX_UNDER_WAY = 32;
/**
 * Limits of reports per minute: a database that is down fails every request. Browsers have a limit
 * of their own, because anyone can send invented errors.
 */
const MAX_PER_MINUTE = { server: 60, browser: 10 };

/**
 * Reports errors to Sentry. Its default integrations are off, because they collect headers,
 * queries, bodies and local variables. next.config.ts leaves `withSentryConfig` out for the same
 * reason.
 */
export function createSentry({ dsn, release, environment }: Settings): ErrorTracker {
  const client = init({
    dsn,
    release,
    environment,
    defaultIntegrations: false,
    integrations: [],
    beforeSend: withoutOtherFields,
    includeServerName: false,
    sendClientReports: false,
    traceLifecycle: 'static',
    enableOpenTelemetrySetup: false,
    enableRuntimeChannelInjection: false,
    transportOptions: { bufferSize: MAX_UNDER_WAY, httpModule: limitedHttp(dsn) },
  } satisfies NodeOptions);
  if (!client) throw new Error('Sentry is set up already');
  const { stackParser } = client.getOptions();
  let minute = 0;
  let counts = { server: 0, browser: 0 };
  return {
    report: (failure) => {
      const { origin = 'server' } = failure;
      const current = Math.floor(performance.now() / 60_000);
      if (current !== minute) counts = { server: 0, browser: 0 };
      minute = current;
      counts[origin] += 1;
      if (counts[origin] > MAX_PER_MINUTE[origin]) return;
      try {
        client.captureEvent(eventOf(failure, stackParser));
      } catch {
        // A failed report must not fail the request.
      }
    },
    flush: async (ms) => void (await client.flush(ms)),
  };
}

/**
 * Returns an HTTP module with a timeout. The SDK's transport could wait forever and then drop all
 * events.
 */
function limitedHttp(dsn: string): NonNullable<NodeOptions['transportOptions']>['httpModule'] {
  const request = dsn.startsWith('https:') ? requestHttps : requestHttp;
  return {
    request: (options, onResponse) =>
      request({ ...Object(options), signal: AbortSignal.timeout(ANSWER_MS) }, onResponse),
  };
}

/**
 * Log fields that become tags, by their name in Sentry. They contain ids and constants, no personal
 * data.
 */
const tagNames = {
  requestId: 'request_id',
  op: 'operation',
  code: 'code',
  job: 'job',
  kind: 'kind',
};

function eventOf({ level, message, fields }: Failure, stackParser: StackParser): Event {
  const tags = Object.entries(tagNames).flatMap(([field, tag]) => {
    const value = fields[field];
    return typeof value === 'string' ? [[tag, value]] : [];
  });
  const errors = chainOf(fields.err);
  return {
    level,
    tags: Object.fromEntries(tags),
    ...(typeof fields.op === 'string' && { transaction: fields.op }),
    ...(errors.length > 0
      ? { exception: { values: errors.map(exceptionOf).reverse() } }
      : { message }),
  };

  /** Uses the log message in place of the error's own, which may quote user input. */
  function exceptionOf(error: Error): Exception {
    const { code } = error as { code?: unknown }; // Node, drivers and AppError set a `code`.
    const frames = stackParser(['Error', ...stackLines(error)].join('\n'));
    const value = typeof code === 'string' ? `${message} (${code})` : message;
    return { type: error.name, value, stacktrace: { frames } };
  }
}

function chainOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let next = error; next instanceof Error && chain.length < 4; next = next.cause) {
    chain.push(next);
  }
  return chain;
}

/** Returns an event with only these fields: without request, user, breadcrumbs and contexts. */
function withoutOtherFields(event: ErrorEvent): ErrorEvent {
  const { event_id, timestamp, platform, release, environment, level } = event;
  const tags = Object.entries(event.tags ?? {}).map(([name, value]) => [
    name,
    withoutPersonalData(String(value)).slice(0, 200),
  ]);
  return {
    ...{ type: undefined, event_id, timestamp, platform, release, environment, level },
    tags: Object.fromEntries(tags),
    ...(event.transaction && { transaction: withoutPersonalData(event.transaction) }),
    ...(event.message && { message: scrubText(event.message) }),
    ...(event.exception && { exception: { values: event.exception.values?.map(scrubException) } }),
  };
}

function scrubException({ type = '', value = '', stacktrace }: Exception): Exception {
  const frames = stacktrace?.frames?.map(({ filename = '', function: name, ...frame }) => ({
    filename: withoutPersonalData(filename.replace(process.cwd(), 'app:')),
    ...(name && { function: withoutPersonalData(name) }),
    ...{ lineno: frame.lineno, colno: frame.colno, in_app: frame.in_app },
  }));
  return { type: scrubText(type), value: scrubText(value), stacktrace: { frames } };
}
