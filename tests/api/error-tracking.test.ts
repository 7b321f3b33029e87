import { captureException, getClient, getCurrentScope, withScope } from '@sentry/nextjs';
import { beforeEach, describe, expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { scrubText } from '#lib/platform/error-tracking/scrub.ts';
import { createSentry } from '#lib/platform/error-tracking/sentry.ts';
import { findTracker, setTracker } from '#lib/platform/error-tracking/tracker.ts';
import { log } from '#lib/platform/process/log.ts';
import { api } from '#tests/support/call.ts';
import { canaryBody, canaryIp, canaryTraces } from '#tests/support/canaries.ts';
import { captureLog } from '#tests/support/captured-log.ts';
import { startSentry } from '#tests/support/providers/sentry.ts';
import { submitRequest } from '#tests/support/submissions.ts';
import { measureWait } from '#tests/support/timing.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const sentry = forEachTest(() => startSentry());
worldForTest(() => sentry.variables);
beforeEach(() => {
  setTracker(
    createSentry({ dsn: sentry.variables.SENTRY_DSN, release: '9.9.9', environment: 'local' }),
  );
  captureLog();
  // The SDK is set up once in a process, but each test has a Sentry of its own.
  return async () => {
    await getClient()?.close(0);
    getCurrentScope().setClient(undefined);
  };
});

const flushed = async (ms = 5000) => findTracker()?.flush(ms);

async function failingSubmit(headers: Record<string, string> = {}) {
  await getDb().client.execute(`create trigger if not exists refuse before insert on submissions
    begin select raise(abort, 'canary-cause'); end`);
  const response = await submitRequest(canaryBody, {
    ip: canaryIp,
    headers: { authorization: 'Bearer canary-token', ...headers },
    cookies: { service_session: 'canary-session-0123456789' },
  });
  expect(response.status).toBe(500);
  return response.headers.get('x-request-id');
}

describe('a server error', () => {
  test('reaches Sentry with its operation and request id, and without personal data', async () => {
    const requestId = await failingSubmit();
    await flushed();
    expect(sentry.events).toHaveLength(1);
    const [event] = sentry.events;
    expect(event).toMatchObject({
      level: 'error',
      release: '9.9.9',
      environment: 'local',
      transaction: 'POST /api/guarantees/public',
      tags: { request_id: requestId, operation: 'POST /api/guarantees/public', code: 'internal' },
    });
    const { values = [] } = event?.exception ?? {};
    expect(values.length).toBeGreaterThan(1);
    const files = values.flatMap(({ stacktrace }) => stacktrace.frames.map((f) => f.filename));
    expect(files.some((file) => file.startsWith('app:/lib/'))).toBe(true);
    expect(sentry.received()).not.toContain(process.cwd());
    for (const pattern of canaryTraces) expect(sentry.received()).not.toMatch(pattern);
  });

  test('is sent to Sentry with personal data removed from every field', async () => {
    await failingSubmit({ 'x-request-id': '76123456-0' });
    const error = new Error('x\n    at canario@pajarera.cl (canary.ts:1:1)');
    error.name = 'canario@pajarera.cl';
    log().error({ err: error, op: 'GET /a/canario@pajarera.cl', code: 'canario@pajarera.cl' });
    log().error({ job: '+56 9 8765 4321', kind: 7 }, 'de canario@pajarera.cl, 76.123.456-0');
    log().error('Bearer canary-token-of-somebody');
    log().error(
      { email: 'canario@pajarera.cl', body: canaryBody, cookies: 'canary' },
      'fields of others',
    );
    await flushed();
    expect(sentry.events).toHaveLength(5);
    for (const pattern of canaryTraces) expect(sentry.received()).not.toMatch(pattern);
    expect(sentry.received()).toContain('[rut]');
    expect(sentry.received()).toContain('[email]');
  });

  test('that a package reports by itself is scrubbed like ours', async () => {
    withScope((scope) => {
      scope.setUser({ email: 'canario@pajarera.cl', ip_address: '203.0.113.77' });
      scope.setExtra('body', canaryBody).setContext('page', { url: '/c/canary-token' });
      scope.addBreadcrumb({ message: 'canario@pajarera.cl' });
      captureException(new TypeError('canario@pajarera.cl, 76.123.456-0'));
    });
    await flushed();
    const [event] = sentry.events;
    expect(event?.exception?.values).toMatchObject([
      { type: 'TypeError', value: '[email], [rut]' },
    ]);
    expect(sentry.received()).not.toMatch(/canar|203\.0\.113/);
  });

  test('is the only thing that is reported: refusals and warnings do not reach Sentry', async () => {
    await submitRequest({ email: 'canario sin arroba' });
    log().warn({ err: new Error('canary') }, 'only a warning');
    await flushed();
    expect(sentry.requests()).toBe(0);
  });
});

describe('an error in a browser', () => {
  const stack = [
    '    at send (http://localhost:3000/_next/static/chunks/0a~b.js:1:234)',
    'render@http://localhost:3000/_next/static/chunks/c-d.js:5:6',
    '    at canary (http://localhost:3000/c/canary-token:1:1)',
    '    at x (chrome-extension://canary/y.js:1:2)',
  ].join('\n');
  const send = (more: object = {}) =>
    api('/api/browser-errors', {
      json: { name: 'TypeError', stack, page: '/c/canary-token', requestId: 'pagina-01', ...more },
    });

  test('reaches Sentry with its page and the names of our scripts, and is logged as a warning', async () => {
    const lines = captureLog();
    expect((await send()).status).toBe(200);
    await flushed();
    expect(sentry.events).toHaveLength(1);
    expect(sentry.events[0]).toMatchObject({
      level: 'error',
      transaction: 'browser c',
      tags: { request_id: 'pagina-01', operation: 'browser c' },
      exception: { values: [{ type: 'TypeError', value: 'an error in a browser' }] },
    });
    const frames = sentry.events[0]?.exception?.values[0]?.stacktrace.frames ?? [];
    expect(frames.map(({ filename }) => filename)).toEqual([
      '/_next/static/chunks/c-d.js',
      '/_next/static/chunks/0a~b.js',
    ]);
    expect(lines.lines()).toContainEqual(
      expect.objectContaining({ level: 40, requestId: 'pagina-01', op: 'browser c' }),
    );
    expect(sentry.received() + lines.text()).not.toContain('canary');
  });

  test('is reported only when its stack has a line of our scripts, and without personal data', async () => {
    expect((await send({ stack: 'at x (https://canary.test/y.js:1:2)' })).status).toBe(200);
    await flushed();
    expect(sentry.requests()).toBe(0);
    const odd = { name: 'canario@pajarera.cl', requestId: 'canario x', page: '/panel?a=canario' };
    expect((await send(odd)).status).toBe(200);
    await flushed();
    expect(sentry.events).toMatchObject([{ transaction: 'browser panel' }]);
    expect(sentry.received()).not.toMatch(/canar/);
  });

  test('is reported ten times at most, so that a server error after twenty of them is still reported', async () => {
    for (let n = 0; n < 20; n++) await send();
    log().error('one of ours');
    await flushed();
    expect(sentry.events).toHaveLength(11);
    expect(sentry.events.at(-1)?.message).toBe('one of ours');
  });
});

describe('Sentry', () => {
  test.each(['hang', 'error-500', 'rate-limit-429', 'hang-up'] as const)(
    'does not change or delay a reply when it fails: %s',
    async (fault) => {
      sentry.fail(fault);
      expect((await measureWait(failingSubmit)).ms).toBeLessThan(2000);
      expect((await measureWait(() => flushed(300))).ms).toBeLessThan(1500);
      sentry.fail(null);
      await failingSubmit();
    },
  );

  test('gets the first errors of a storm of 500, in at most 60 requests', async () => {
    for (let n = 0; n < 500; n++) log().error({ err: new Error(`${n}`) }, 'storm');
    await flushed();
    expect(sentry.requests()).toBeGreaterThan(10);
    expect(sentry.requests()).toBeLessThanOrEqual(60);
  });
});

test.each([
  ['ana@constructora.cl escribió', '[email] escribió'],
  ['de ana%40constructora.cl', 'de [email]'],
  ['RUT 12.345.678-5 y 76123456-k', 'RUT [rut] y [rut]'],
  ['al +56 9 8765 4321', 'al [phone]'],
  ['https://x.cl/a?token=abc&b=1 fin', 'https://x.cl/a?… fin'],
  ['Authorization: Bearer abc.def', 'Authorization: [credentials]'],
  [`secreto ${'aB3_'.repeat(8)}`, 'secreto [token]'],
  ['payment alarm', 'payment alarm'],
  ['SQLITE_CONSTRAINT_TRIGGER', 'SQLITE_CONSTRAINT_TRIGGER'],
  ['deliveries: round failed', 'deliveries: round failed'],
])('the scrubber turns %j into %j', (text, scrubbed) => {
  expect(scrubText(text)).toBe(scrubbed);
});
