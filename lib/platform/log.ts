import pino from 'pino';
import { getEnv } from '#lib/platform/env.ts';
import { findTracker } from '#lib/platform/error-tracking/tracker.ts';
import { logLines } from '#lib/platform/log-lines.ts';
import { singleton } from '#lib/platform/singleton.ts';

/**
 * Structured log on standard output. What may be logged: ids, codes, counts, durations.
 * Never: names, e-mails, phones, RUTs, file names, tokens, addresses, request bodies.
 */
export function log(): pino.Logger {
  return singleton('log', () => createLog(getEnv().logLevel));
}

/** `destination` other than standard output is for tests that read what was logged. */
export function createLog(level: string, destination?: pino.DestinationStream): pino.Logger {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: errorWithoutData },
    hooks: { logMethod: withoutErrorMessage },
  };
  if (destination) return pino(options, destination);
  return level === 'silent' ? pino(options) : pino(options, logLines());
}

/**
 * pino takes the message of a logged error where `msg` is missing: that must not leak either. What
 * is an error here goes to whoever tracks errors as well.
 */
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

/** pino's numbers. */
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

/** Name, code and stack only: messages of drivers and providers can quote what a person typed. */
function errorWithoutData(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, stack } = error;
  const frames = stack
    ?.replace(error.message, '')
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at '));
  const cause = error.cause instanceof Error ? errorWithoutData(error.cause) : undefined;
  return { name, code: (error as { code?: unknown }).code, at: frames?.slice(0, 12), cause };
}
