import { describe, expect, test, vi } from 'vitest';
import { GET as exportCsv } from '#app/panel/garantias/csv/route.ts';
import { errorReply } from '#lib/http/api/error-reply.ts';
import { apiOperations } from '#lib/http/api/operations.ts';
import { closeDb, getDb } from '#lib/platform/db/client.ts';
import { rateLimits } from '#lib/platform/db/schema/platform.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { forget } from '#lib/platform/process/singleton.ts';
import { consumePoint, sweepRateLimits, tryConsume } from '#lib/platform/security/rate-limits.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { api, call } from '#tests/support/call.ts';
import { andesCompany, joinCompany, switchCompany } from '#tests/support/companies.ts';
import { forms } from '#tests/support/forms.ts';
import { postForm } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { filledPath } from '#tests/support/routes.ts';
import { productSources } from '#tests/support/source-files.ts';
import { rowCounts, submitRequest } from '#tests/support/submissions.ts';
import { worldForTest } from '#tests/support/world.ts';

type Cookies = Record<string, string>;
const post = { method: 'POST' };

const world = worldForTest();

const statusFrom = async (address: string) => (await submitRequest({}, { ip: address })).status;

async function spend(address: string, times = 20): Promise<void> {
  for (let i = 0; i < times; i++) expect(await statusFrom(address)).toBe(400);
}

/** Forgets the memory of a process, like a restart. */
async function restart(): Promise<void> {
  await closeDb();
  forget('spent-windows');
}

const limited = apiOperations.flatMap((op) =>
  'unlimited' in op.limit
    ? []
    : [op.limit].flat().map((limit) => [`${op.method} ${op.path}`, op, limit] as const),
);

/** Anybody can spend these. auth-limits.test.ts has those by e-mail and by account. */
const byAddress = limited.filter(([, op, { per }]) => op.auth === 'guest' && per === 'ip');

describe('rate limits', () => {
  test('each limit has a name of its own: no name is declared with two sizes, so that none resets another', async () => {
    const windows = new Map<string, Set<string>>();
    const add = (name: string, window: string) =>
      windows.set(name, (windows.get(name) ?? new Set()).add(window));
    for (const { limit } of [...apiOperations, ...forms.map(({ operation }) => operation)]) {
      if ('unlimited' in limit) continue;
      for (const { name, points, seconds, per } of [limit].flat())
        add(per === 'ip' ? name : `${name}/${per}`, `${points} in ${seconds}`);
    }
    const declared = new Set(windows.keys());
    expect(declared.size).toBeGreaterThan(60);
    // `limit: {…}` of a refusal only names a wait.
    const literal =
      /(?<!limit: )\{\s*name: '([^']+)',\s*points:? ?([^,]*),\s*seconds: ([^,}]+?),?\s*\}/g;
    const own = productSources('lib').flatMap(({ text }) => [...text.matchAll(literal)]);
    expect(own.length).toBeGreaterThan(5);
    for (const [, name = '', points, seconds] of own) add(name, `${points} in ${seconds}`);
    const twice = [...windows].filter(([, each]) => each.size > 1);
    expect(twice.map(([name, each]) => [name, ...each])).toEqual([]);
  });

  test('two limits with one name and different sizes count separately', async () => {
    const short = { name: 'a look', points: 1, seconds: 60 };
    const long = { name: 'a look', points: 3, seconds: 900 };
    const take = async (window: typeof short) =>
      (await tryConsume(consumePoint(window, 'someone', world.now()))) ? 'taken' : 'refused';
    for (let minute = 0; minute < 3; minute += 1) {
      expect(await take(short)).toBe('taken');
      expect(await take(long)).toBe('taken');
      world.advance(61_000);
    }
    expect(await take(long)).toBe('refused');
    expect(await take(short)).toBe('taken');
  });

  test.each(byAddress)(
    'the limit of %s refuses with 429 and says when it ends',
    async (_, { path, method }, { name, points, seconds }) => {
      const send = () =>
        api(filledPath(path), { method, ...(method === 'GET' ? {} : { body: '' }) });
      for (let i = 0; i < points; i++) expect((await send()).status).not.toBe(429);
      for (const waited of [0, seconds / 4]) {
        world.advance(waited * 1000);
        const left = seconds - waited;
        const response = await send();
        expect(response.status).toBe(429);
        expect(errorReply.parse(await response.json()).error).toBe('rate_limited');
        const label = name.replace('/', '-');
        expect(Object.fromEntries(response.headers)).toMatchObject({
          'retry-after': String(left),
          ratelimit: `"${label}";r=0;t=${left}`,
          'ratelimit-policy': `"${label}";q=${points};w=${seconds}`,
        });
      }
    },
  );

  test.each([
    ['proof/mail', 5, (cookies: Cookies) => api('/api/auth/proof/mail', { ...post, cookies })],
    [
      'guarantees/export',
      20,
      (cookies: Cookies) => call(exportCsv, '/panel/garantias/csv', { cookies }),
    ],
  ])('the limit %s counts a person, whichever account they act for', async (_, points, send) => {
    const ana = await makeUser({ ...andesCompany, email: 'ana@andes.cl' });
    const beto = await joinCompany(ana, 'beto@andes.cl');
    for (let i = 0; i < points; i++) expect((await send(beto.cookies)).status).not.toBe(429);
    expect((await send(beto.cookies)).status).toBe(429);
    expect((await send(ana.cookies)).status).not.toBe(429);
    await switchCompany(beto.cookies, '');
    expect((await send(beto.cookies)).status).toBe(429);
  });

  test('operations and addresses are counted separately', async () => {
    await spend('192.0.2.1');
    expect(await statusFrom('192.0.2.1')).toBe(429);
    expect(await statusFrom('192.0.2.2')).toBe(400);
    expect((await api('/api/health', { ip: '192.0.2.1' })).status).toBe(200);
  });

  test('IPv6 addresses are counted by /64, however they are written', async () => {
    await spend('2001:db8:1:2::1', 19);
    expect(await statusFrom('2001:0DB8:0001:0002:ffff::9')).toBe(400);
    expect(await statusFrom('2001:db8:1:2:3:4:5:6')).toBe(429);
    expect(await statusFrom('2001:db8:1:3::1')).toBe(400);
    expect(await statusFrom('2001:db8:1::1')).toBe(400);
  });

  test('a limit ends with its window, which does not slide', async () => {
    await spend('192.0.2.1');
    world.advance(599_000);
    expect(await statusFrom('192.0.2.1')).toBe(429);
    world.advance(1_000);
    expect(await statusFrom('192.0.2.1')).toBe(400);
  });

  test('limits survive a restart, used up or half used', async () => {
    await spend('192.0.2.1');
    await spend('192.0.2.2', 10);
    await restart();
    expect(await statusFrom('192.0.2.1')).toBe(429);
    await spend('192.0.2.2', 10);
    expect(await statusFrom('192.0.2.2')).toBe(429);
  });

  test('limits still count for each address while the database accepts no writes', async () => {
    const window = { name: 'a look', points: 3, seconds: 60 };
    const take = (subject: string) =>
      consumePoint(window, subject, world.now()).then(
        () => 'taken',
        (error) => `${error.code} ${error.detail.retryAfter}`,
      );
    const refused = new AppError('unavailable', { retryAfter: 2 });
    const writes = vi.spyOn(getDb(), 'writeOne').mockRejectedValue(refused);
    for (let i = 0; i < 3; i++) expect(await take('192.0.2.1')).toBe('taken');
    world.advance(20_000);
    for (let i = 0; i < 3; i++) expect(await take('192.0.2.1')).toBe('rate_limited 40');
    expect(await take('192.0.2.2')).toBe('taken');
    world.advance(40_000);
    for (let i = 0; i < 3; i++) expect(await take('192.0.2.1')).toBe('taken');
    expect(await take('192.0.2.1')).toBe('rate_limited 60');
    writes.mockRejectedValue(new Error('a fault of ours'));
    await expect(consumePoint(window, '192.0.2.3', world.now())).rejects.toThrow('a fault of ours');
  });

  test('limits hold when all requests arrive at once', async () => {
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => submitRequest(publicBody)),
    );
    const taken = responses.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(20);
    expect((await rowCounts()).submissions).toBe(20);
  });

  test('the API and the wizard share the limits of a submission', async () => {
    await spend('192.0.2.1');
    const response = await postForm('/gestiona-tu-garantia/enviar', {
      form: { acepto: 'true' },
      ip: '192.0.2.1',
    });
    expect(response.headers.get('location')).toBe(
      '/gestiona-tu-garantia/revisar?error=rate_limited',
    );
  });

  test('limits store no address and are deleted when they end', async () => {
    await spend('192.0.2.1', 1);
    const [row] = await getDb().read.select().from(rateLimits);
    expect(JSON.stringify(row)).not.toContain('192.0.2.1');
    await sweepRateLimits(world.now() + 599_000);
    expect(await getDb().read.$count(rateLimits)).toBe(1);
    await sweepRateLimits(world.now() + 600_001);
    expect(await getDb().read.$count(rateLimits)).toBe(0);
  });

  test('limits can be switched off locally', async () => {
    await world.reopen({ RATE_LIMITS: 'off' });
    await spend('192.0.2.1', 30);
  });
});
