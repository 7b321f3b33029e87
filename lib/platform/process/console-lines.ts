import { log } from '#lib/platform/process/log.ts';

/**
 * Turns console output into log lines. Error messages are dropped, because they may quote requests.
 */
export function consoleToLog(): void {
  console.error = (...args: unknown[]) => logConsoleLine('error', args);
  console.warn = (...args: unknown[]) => logConsoleLine('warn', args);
  // Node's own listener would print warnings as text on stderr.
  process.removeAllListeners('warning');
  process.on('warning', (err) => {
    log().warn({ err, words: /^[\w\s.,'()[\]-]{0,200}/.exec(err.message)?.[0].trim() }, 'warning');
  });
}

function logConsoleLine(level: 'error' | 'warn', args: unknown[]): void {
  const err = args.find((arg) => arg instanceof Error);
  const message = args.find((arg) => typeof arg === 'string' && /\p{L}/u.test(arg));
  const words = /^[\s\p{L},.'()⨯⚠-]{0,120}/u.exec(String(message ?? ''))?.[0].trim() ?? '';
  log()[level]({ ...(err ? { err } : {}), words }, 'console');
}
