import pino from 'pino';
import { getEnv } from '#lib/platform/config/env.ts';
import { stackLines } from '#lib/platform/error-tracking/scrub.ts';
import { findTracker } from '#lib/platform/error-tracking/tracker.ts';
import { singleton } from '#lib/platform/process/singleton.ts';

/**
 * Returns the logger, which writes JSON lines to stdout. Log only ids, codes, counts and durations.
 * Never log names, e-mails, phones, RUTs, file names, tokens, IPs or bodies.
 */
export function log(): pino.Logger {
  return singleton('log', () => createLog(getEnv().logLevel));
}

/** Creates a logger. Tests pass a `destination` to read what it writes. */
export function createLog(level: string, destination?: pino.DestinationStream): pino.Logger {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => errorWithoutData(error) },
    formatters: { log: boundFields },
    hooks: { logMethod: withoutErrorMessage },
  };
  if (level === 'silent' && !destination) return pino(options);
  const target = destination ?? logLines();
  return pino(options, { write: (line) => target.write(asciiLine(line)) });
}

/** Lines wait up to this time (ms), so that they are written together. */
const FLUSH_DELAY_MS = 5;
/** Maximum bytes of unwritten lines. Further lines are dropped. */
const MAX_UNWRITTEN_BYTES = 1024 * 1024;

/**
 * Returns a stream that writes the lines of a few ms together, because single writes would take a
 * third of a busy process's time.
 */
function logLines(): pino.DestinationStream {
  const stream = pino.destination({
    dest: 1,
    sync: true,
    minLength: 8192,
    maxLength: MAX_UNWRITTEN_BYTES,
  });
  stream.on('error', () => undefined);
  let isFlushScheduled = false;
  const flush = () => {
    isFlushScheduled = false;
    try {
      stream.flushSync();
    } catch {
      // The lines stay in the buffer and are written together with the next ones.
    }
  };
  process.on('exit', flush);
  return {
    write: (line) => {
      stream.write(line);
      if (isFlushScheduled) return;
      isFlushScheduled = true;
      setTimeout(flush, FLUSH_DELAY_MS);
    },
  };
}

/**
 * Escapes all but ASCII: U+2028, C1 controls and the like could forge lines or control a terminal.
 */
function asciiLine(line: string): string {
  return line.replace(/[^\n -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const MAX_CHARACTERS = 500;
const MAX_ITEMS = 100;

/** Cuts long texts and lists, because log collectors refuse long lines. */
function boundFields(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, cutValue(value, 2)]),
  );
}

function cutValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.slice(0, MAX_CHARACTERS);
  if (typeof value !== 'object' || value === null || value instanceof Error) return value;
  if (depth === 0) return '…';
  if (Array.isArray(value))
    return value.slice(0, MAX_ITEMS).map((item) => cutValue(item, depth - 1));
  const entries = Object.entries(value).slice(0, MAX_ITEMS);
  return Object.fromEntries(entries.map(([name, item]) => [name, cutValue(item, depth - 1)]));
}

/**
 * Sets `msg` to 'failed' if there is none. Otherwise pino would use the message of the error, which
 * may contain personal data.
 */
const withoutErrorMessage: NonNullable<pino.LoggerOptions['hooks']>['logMethod'] = function (
  args,
  method,
  level,
) {
  const [firstArg, message = 'failed'] = args;
  if (level >= ERROR) trackError(firstArg, message, level);
  if (typeof firstArg === 'string') return method.apply(this, args);
  return method.call(this, firstArg instanceof Error ? { err: firstArg } : firstArg, message);
};

/** pino's numeric levels. */
const ERROR = 50;
const FATAL = 60;

function trackError(firstArg: unknown, message: unknown, level: number): void {
  const tracker = findTracker();
  if (!tracker) return;
  const fields = firstArg instanceof Error ? { err: firstArg } : firstArg;
  tracker.report({
    level: level >= FATAL ? 'fatal' : 'error',
    message: typeof firstArg === 'string' ? firstArg : String(message),
    fields: typeof fields === 'object' && fields !== null ? { ...fields } : {},
  });
}

/**
 * Returns an error's name, code and stack without its message, because messages of drivers and
 * providers may quote user input.
 */
function errorWithoutData(error: unknown, causesLeft = 3): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const at = stackLines(error).map((line) => line.slice(0, MAX_CHARACTERS));
  const hasCause = error.cause instanceof Error && causesLeft > 0;
  const cause = hasCause ? errorWithoutData(error.cause, causesLeft - 1) : undefined;
  return { name: wordOf(error.name), code: wordOf(codeOf(error)), at: at.slice(0, 12), cause };
}

function codeOf(error: Error): unknown {
  return 'code' in error ? error.code : undefined;
}

/** Returns a name or code, or `…` if it is unusual, because a provider's answer may contain it. */
function wordOf(value: unknown): string | number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  return /^[\w .:-]{1,80}$/.test(value) ? value : '…';
}
