import { EventEmitter } from 'node:events';
import { beforeEach, expect, test, vi } from 'vitest';
import { consoleToLog } from '#lib/platform/process/console-lines.ts';
import { log } from '#lib/platform/process/log.ts';
import { captureLog } from '#tests/support/captured-log.ts';
import { worldForTest } from '#tests/support/world.ts';

let captured: ReturnType<typeof captureLog>;
worldForTest();
beforeEach(() => {
  captured = captureLog();
});

test('a log line is printable ASCII and is read back as the same text', () => {
  const text = 'ñ\u2028\u2029\u0085\u001b[2J\u009b31m\u007f\r\n"\\\ud800🦊';
  log().info({ text }, text);
  expect(captured.text()).toMatch(/^[ -~]+\n$/);
  expect(captured.lines()).toMatchObject([{ text, msg: text }]);
});

test('a log line has a limited length', () => {
  const deep: Record<string, unknown> = { list: Array.from({ length: 5000 }, () => 'x') };
  deep.self = deep;
  const cause = new Error('a');
  cause.cause = cause;
  Object.assign(cause, { code: 'x"\n'.repeat(9000), name: 'n'.repeat(9000) });
  log().warn({ text: 'x'.repeat(100_000), deep, err: cause, id: 7, nothing: null }, 'said');
  const [line] = captured.lines();
  expect(captured.text().length).toBeLessThan(20_000);
  expect(line).toMatchObject({ id: 7, nothing: null, msg: 'said' });
  expect(line?.text).toHaveLength(500);
  expect(line?.err).toMatchObject({ name: '…', code: '…' });
});

test('console output of libraries is logged without values from a request', () => {
  const before = { error: console.error, warn: console.warn };
  consoleToLog();
  console.error('⨯', new TypeError('canario@pajarera.cl'));
  console.error('Failed to find Server Action "canario\n". See x');
  console.warn({ canario: 'canario' });
  Object.assign(console, before);
  expect(captured.text()).not.toContain('canario');
  expect(captured.lines()).toMatchObject([
    { level: 50, err: { name: 'TypeError' }, msg: 'console' },
    { level: 50, words: 'Failed to find Server Action', msg: 'console' },
    { level: 40, words: '', msg: 'console' },
  ]);
  expect(vi.isMockFunction(console.error)).toBe(true);
});

test('a warning of Node is logged with its name and words, without quoted values', async () => {
  const before = { error: console.error, warn: console.warn };
  const listeners = process.listeners('warning');
  consoleToLog();
  const emitter = new EventEmitter();
  for (let n = 0; n <= EventEmitter.defaultMaxListeners; n += 1) emitter.on('close', () => n);
  process.emitWarning("The URL 'http://canario@canario.cl' is invalid", { code: 'DEP0170' });
  await new Promise((resolve) => setImmediate(resolve));
  Object.assign(console, before);
  process.removeAllListeners('warning');
  for (const listener of listeners) process.on('warning', listener);
  expect(captured.text()).not.toContain('canario');
  expect(captured.lines()).toMatchObject([
    {
      level: 40,
      err: { name: 'MaxListenersExceededWarning' },
      words: expect.stringMatching(/leak detected. 11 close listeners added to \[EventEmitter\]/),
      msg: 'warning',
    },
    { level: 40, err: { name: 'Warning', code: 'DEP0170' }, words: "The URL 'http" },
  ]);
});
