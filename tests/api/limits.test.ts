import { describe, expect, test, vi } from 'vitest';
import { errorReply } from '#lib/http/error-reply.ts';
import { apiOperations } from '#lib/http/operations.ts';
import { closeDb, getDb } from '#lib/platform/db/client.ts';
import { rateLimits } from '#lib/platform/db/schema/platform.ts';
import { AppError } from '#lib/platform/errors.ts';
import { sweepRateLimits, takePoint } from '#lib/platform/rate-limits.ts';
import { forget } from '#lib/platform/singleton.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { call } from '#tests/support/call.ts';
import { postForm } from '#tests/support/post-form.ts';
import { paramsOf, routeOf } from '#tests/support/routes.ts';
import { rowCounts, submit } from '#tests/support/submissions.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

const statusFrom = async (address: string) => (await submit({}, { address })).status;

async function spend(address: string, times = 20): Promise<void> {
  for (let i = 0; i < times; i++) expect(await statusFrom(address)).toBe(400);
}

/** What dies with a process. */
async function restart(): Promise<void> {
  await closeDb();
  forget('spent-windows');
}

const limited = apiOperations.flatMap((op) =>
  'unlimited' in op.limit
    ? []
    : [op.limit].flat().map((limit) => [`${op.method} ${op.path}`, op, limit] as const),
);

/** Those that anybody can spend; by e-mail and by account: auth-limits.test.ts. */
const byAddress = limited.filter(([, op, { per }]) => op.auth === 'guest' && per === 'address');

describe('limits', () => {
  test('are those that were decided', () => {
    const found = limited.map(([name, , { points, seconds, per }]) =>
      [name, points, 'in', seconds, 'per', per].join(' '),
    );
    expect(found.sort()).toEqual(decided.sort());
  });

  test.each(byAddress)('of %s hold', async (_, { path, method }, { name, points, seconds }) => {
    const handler = (await routeOf(path))[method];
    const send = () =>
      call(handler, path, {
        method,
        params: paramsOf(path),
        ...(method === 'GET' ? {} : { body: '' }),
      });
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
  });

  test('count operations and addresses each on its own', async () => {
    await spend('192.0.2.1');
    expect(await statusFrom('192.0.2.1')).toBe(429);
    expect(await statusFrom('192.0.2.2')).toBe(400);
    const health = (await routeOf('/api/health')).GET;
    expect((await call(health, '/api/health', { address: '192.0.2.1' })).status).toBe(200);
  });

  test('count IPv6 by /64, however it is written', async () => {
    await spend('2001:db8:1:2::1', 19);
    expect(await statusFrom('2001:0DB8:0001:0002:ffff::9')).toBe(400);
    expect(await statusFrom('2001:db8:1:2:3:4:5:6')).toBe(429);
    expect(await statusFrom('2001:db8:1:3::1')).toBe(400);
    expect(await statusFrom('2001:db8:1::1')).toBe(400);
  });

  test('end with their window, which does not slide', async () => {
    await spend('192.0.2.1');
    world.advance(599_000);
    expect(await statusFrom('192.0.2.1')).toBe(429);
    world.advance(1_000);
    expect(await statusFrom('192.0.2.1')).toBe(400);
  });

  test('hold over a restart, spent or half spent', async () => {
    await spend('192.0.2.1');
    await spend('192.0.2.2', 10);
    await restart();
    expect(await statusFrom('192.0.2.1')).toBe(429);
    await spend('192.0.2.2', 10);
    expect(await statusFrom('192.0.2.2')).toBe(429);
  });

  test('hold while the database takes no writes, each address by itself', async () => {
    const window = { name: 'a look', points: 3, seconds: 60 };
    const take = (subject: string) =>
      takePoint(window, subject, world.now()).then(
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
    await expect(takePoint(window, '192.0.2.3', world.now())).rejects.toThrow('a fault of ours');
  });

  test('hold when everything comes at once', async () => {
    const responses = await Promise.all(Array.from({ length: 50 }, () => submit(publicBody)));
    const taken = responses.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(20);
    expect((await rowCounts()).submissions).toBe(20);
  });

  test('of the submission are shared by the API and the wizard', async () => {
    await spend('192.0.2.1');
    const response = await postForm('/gestiona-tu-garantia/enviar', {
      form: { acepto: 'true' },
      address: '192.0.2.1',
    });
    expect(response.headers.get('location')).toBe(
      '/gestiona-tu-garantia/revisar?error=rate_limited',
    );
  });

  test('keep no address, and are swept when they end', async () => {
    await spend('192.0.2.1', 1);
    const [row] = await getDb().read.select().from(rateLimits);
    expect(JSON.stringify(row)).not.toContain('192.0.2.1');
    await sweepRateLimits(world.now() + 599_000);
    expect(await getDb().read.$count(rateLimits)).toBe(1);
    await sweepRateLimits(world.now() + 600_001);
    expect(await getDb().read.$count(rateLimits)).toBe(0);
  });

  test('can be off, locally', async () => {
    await world.reopen({ RATE_LIMITS: 'off' });
    await spend('192.0.2.1', 30);
  });
});

/** Specification, decisions 5; the others are ours. */
const decided = [
  'POST /api/auth/register 10 in 3600 per address',
  'POST /api/auth/verify 30 in 900 per address',
  'POST /api/auth/verify 10 in 900 per email+address',
  'POST /api/auth/verify 100 in 900 per email',
  'POST /api/auth/resend 20 in 3600 per address',
  'POST /api/auth/resend 5 in 3600 per email+address',
  'POST /api/auth/resend 50 in 3600 per email',
  'POST /api/auth/login 50 in 900 per address',
  'POST /api/auth/login 10 in 900 per email+address',
  'GET /api/auth/google 30 in 900 per address',
  'DELETE /api/auth/google 10 in 900 per account',
  'GET /api/auth/google/callback 30 in 900 per address',
  'POST /api/auth/forgot-password 20 in 3600 per address',
  'POST /api/auth/reset-password 20 in 3600 per address',
  'POST /api/auth/complete-profile 60 in 600 per account',
  'POST /api/auth/change-password 10 in 900 per account',
  'GET /api/auth/sessions 120 in 600 per account',
  'DELETE /api/auth/sessions/{id} 120 in 600 per account',
  'POST /api/auth/sessions/end-others 120 in 600 per account',
  'GET /api/account/export 10 in 3600 per account',
  'POST /api/account/delete-code 5 in 3600 per account',
  'POST /api/account/delete 10 in 3600 per account',
  'GET /api/documents/alerts 300 in 600 per account',
  'PUT /api/documents/alerts/mails 60 in 600 per account',
  'POST /api/documents/alerts/unsubscribe/{token} 60 in 600 per address',
  'GET /api/documents/calendar.ics 60 in 600 per account',
  'POST /api/documents/calendar 60 in 600 per account',
  'DELETE /api/documents/calendar 60 in 600 per account',
  'GET /api/documents/calendar/{token} 600 in 600 per address',
  'GET /api/guarantees/upload-url 60 in 600 per address',
  'PUT /api/guarantees/uploads/{id} 120 in 600 per address',
  'POST /api/guarantees/upload-proxy 60 in 600 per address',
  'GET /api/guarantees/mine 120 in 600 per account',
  'GET /api/admin/leads 600 in 600 per account',
  'GET /api/admin/leads.csv 20 in 600 per account',
  'GET /api/admin/leads/{id} 600 in 600 per account',
  'GET /api/admin/leads/{id}/files/{kind} 600 in 600 per account',
  'POST /api/admin/leads/{id}/erase 300 in 600 per account',
  'POST /api/admin/people/erase 300 in 600 per account',
  'DELETE /api/guarantees/mine/{id} 60 in 600 per account',
  'POST /api/admin/leads/{id}/handled 300 in 600 per account',
  'POST /api/admin/leads/{id}/assign 300 in 600 per account',
  'POST /api/admin/leads/{id}/notes 300 in 600 per account',
  'POST /api/admin/leads/{id}/conditions 60 in 600 per account',
  'POST /api/admin/guarantees/document 60 in 600 per account',
  'POST /api/admin/leads/{id}/guarantees 60 in 600 per account',
  'POST /api/guarantees/issued 60 in 600 per account',
  'GET /api/guarantees/issued 240 in 600 per account',
  'GET /api/guarantees/issued/{id} 240 in 600 per account',
  'GET /api/guarantees/issued/{id}/document 240 in 600 per account',
  'POST /api/guarantees/issued/{id}/events 60 in 600 per account',
  'POST /api/admin/leads/{id}/replies 60 in 600 per account',
  'POST /api/admin/leads/{id}/state 300 in 600 per account',
  'POST /api/admin/deliveries/{id}/retry 300 in 600 per account',
  'POST /api/admin/deliveries/{id}/resend 300 in 600 per account',
  'POST /api/admin/deliveries/retry-dead 20 in 600 per account',
  'GET /api/guarantees/files/{token} 300 in 600 per address',
  'POST /api/guarantees/public 20 in 600 per address',
  'POST /api/contact 10 in 600 per address',
  'POST /api/contact-advisor 10 in 600 per address',
  'POST /api/contact-expert 10 in 600 per address',
  'POST /api/documents/upload 60 in 600 per account',
  'GET /api/documents/profile 300 in 600 per account',
  'POST /api/documents/delete 120 in 600 per account',
  'POST /api/documents/edit 120 in 600 per account',
  'POST /api/documents/restore 120 in 600 per account',
  'GET /api/documents/download 600 in 600 per address',
  'POST /api/documents/share 60 in 600 per account',
  'GET /api/documents/shares 300 in 600 per account',
  'DELETE /api/documents/shares/{id} 300 in 600 per account',
  'GET /api/share/{token} 60 in 60 per address',
  'POST /api/share/{token} 60 in 60 per address',
  'GET /api/listar-licitaciones 60 in 60 per address',
  'GET /api/listar-organismos 60 in 60 per address',
  'GET /api/validate-licitacion 60 in 60 per address',
  'GET /api/validate-orden-compra 60 in 60 per address',
  'GET /api/buscar-proveedor 60 in 60 per address',
  'GET /api/licitaciones/buscar 240 in 60 per address',
  'GET /api/licitaciones/{id} 60 in 60 per address',
  'GET /api/licitaciones/{id}/garantias 60 in 60 per address',
  'GET /api/organismos/buscar 240 in 60 per address',
  'POST /api/payments/create 20 in 600 per account',
  'GET /api/payments 300 in 600 per account',
  'GET /api/payments/{buyOrder} 300 in 600 per account',
  'POST /api/payments/{buyOrder}/refund 60 in 600 per account',
  'POST /api/admin/payment-requests 60 in 600 per account',
  'POST /api/admin/payment-requests/{id}/cancel 60 in 600 per account',
  'POST /api/webhooks/scheduling 1200 in 60 per address',
  'POST /api/webhooks/crm 1200 in 60 per address',
];
