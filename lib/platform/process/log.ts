import pino from 'pino';
import { getEnv } from '#lib/platform/config/env.ts';
import { stackLines } from '#lib/platform/error-tracking/scrub.ts';
import { findTracker } from '#lib/platform/error-tracking/tracker.ts';
import { singleton } from '#lib/platform/process/singleton.ts';

/**
 * Writes structured lines on standard output. They may hold ids, codes, counts, durations. They
 * never hold names, e-mails, phones, RUTs, file names, tokens, addresses, request bodies.
 */
export function log(): pino.Logger {
  return singleton('log', () => createLog(getEnv().logLevel));
}

/** Tests pass a `destination` to read what was logged. */
export function createLog(level: string, destination?: pino.DestinationStream): pino.Logger {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => errorWithoutData(error) },
    formatters: { log: bounded },
    hooks: { logMethod: withoutErrorMessage },
  };
  if (level === 'silent' && !destination) return pino(options);
  const out = destination ?? logLines();
  return pino(options, { write: (line) => out.write(asciiLine(line)) });
}

/** A line may wait so long for others, ms. */
const TOGETHER_MS = 5;
/** This many bytes of unwritten lines are kept. Later lines are dropped. */
const MOST_WAITING = 1024 * 1024;

/** Lines of the same few ms share a write, as one each costs a third of a busy process. */
function logLines(): pino.DestinationStream {
  const out = pino.destination({ dest: 1, sync: true, minLength: 8192, maxLength: MOST_WAITING });
  out.on('error', () => undefined);
  let waiting = false;
  const flush = () => {
    waiting = false;
    try {
      out.flushSync();
    } catch {
      // The line stays in the buffer and is tried again with the next one.
    }
  };
  process.on('exit', flush);
  return {
    write: (line) => {
      out.write(line);
      if (waiting) return;
      waiting = true;
      setTimeout(flush, TOGETHER_MS);
    },
  };
}

/** U+2028, C1 controls and the like could start a line, or a terminal's command, elsewhere. */
function asciiLine(line: string): string {
  return line.replace(/[^\n -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const MOST_CHARACTERS = 500;
const MOST_ITEMS = 100;

/** Bounds the length of lines to what their readers take. */
function bounded(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, cut(value, 2)]));
}

function cut(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.slice(0, MOST_CHARACTERS);
  if (typeof value !== 'object' || value === null || value instanceof Error) return value;
  if (depth === 0) return '…';
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map((item) => cut(item, depth - 1));
  const entries = Object.entries(value).slice(0, MOST_ITEMS);
  return Object.fromEntries(entries.map(([name, item]) => [name, cut(item, depth - 1)]));
}

/** pino would take an error's message for a missing `msg`, which must not leak. */
const withoutErrorMessage: NonNullable<pino.LoggerOptions['hooks']>['logMethod'] = function (
  args,
  method,
  level,
) {
  const [first, message = 'failed'] = args;
  if (level >= ERROR) track(first, message, level);
  if (typeof first === 'string') return method.apply(this, args);
  return method.call(this, first instanceof Error ? { err: first } : first, message);
};

/** These are pino's numbers. */
const ERROR = 50;
const FATAL = 60;

function track(first: unknown, message: unknown, level: number): void {
  const tracker = findTracker();
  if (!tracker) return;
  const fields = first instanceof Error ? { err: first } : first;
  tracker.report({
    level: level >= FATAL ? 'fatal' : 'error',
    message: typeof first === 'string' ? first : String(message),
    fields: typeof fields === 'object' && fields !== null ? { ...fields } : {},
  });
}

/** Keeps name, code and stack: messages of drivers and providers can quote typed text. */
function errorWithoutData(error: unknown, causes = 3): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const at = stackLines(error).map((line) => line.slice(0, MOST_CHARACTERS));
  const hasCause = error.cause instanceof Error && causes > 0;
  const cause = hasCause ? errorWithoutData(error.cause, causes - 1) : undefined;
  return { name: wordOf(error.name), code: wordOf(codeOf(error)), at: at.slice(0, 12), cause };
}

function codeOf(error: Error): unknown {
  return 'code' in error ? error.code : undefined;
}

/** Bounds a name or code of an error, which a provider's answer may have chosen. */
function wordOf(value: unknown): string | number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  return /^[\w .:-]{1,80}$/.test(value) ? value : '…';
}
