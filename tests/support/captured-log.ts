import { createLog } from '#lib/platform/process/log.ts';
import { forget, singleton } from '#lib/platform/process/singleton.ts';

export type LogLine = Record<string, unknown> & { level: number; msg?: string };

/** Keeps the log of this world in memory from here on. */
export function captureLog() {
  let text = '';
  forget('log');
  const write = (line: string) => {
    text += line;
  };
  singleton('log', () => createLog('debug', { write }));
  return {
    text: () => text,
    lines: (): LogLine[] =>
      text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
  };
}
