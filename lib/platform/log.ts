import pino from 'pino';
import { getEnv } from '#lib/platform/env.ts';
import { singleton } from '#lib/platform/singleton.ts';

/**
 * Structured log on standard output. What may be logged: ids, codes, counts, durations.
 * Never: names, e-mails, phones, RUTs, file names, tokens, addresses, request bodies.
 */
export function log(): pino.Logger {
  return singleton('log', () =>
    pino({
      level: getEnv().logLevel,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: errorWithoutData },
    }),
  );
}

/** Name, code and stack only: messages of drivers and providers can quote what a person typed. */
function errorWithoutData(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, stack } = error;
  const frames = stack?.split('\n').filter((line) => line.trimStart().startsWith('at '));
  const cause = error.cause instanceof Error ? errorWithoutData(error.cause) : undefined;
  return { name, code: (error as { code?: unknown }).code, at: frames?.slice(0, 12), cause };
}
