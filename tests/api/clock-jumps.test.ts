import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { doubtClock, sweep } from '#lib/background/sweeper.ts';
import { createWorker, type DeliveryHandler } from '#lib/domain/deliveries/worker.ts';
import { lookUp } from '#lib/domain/marketplace/reads/cached-replies.ts';
import { reserveCallSlot } from '#lib/platform/crm/pace.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { sessions } from '#lib/platform/db/schema/accounts.ts';
import { deliveries } from '#lib/platform/db/schema/deliveries.ts';
import { takeCallSlot } from '#lib/platform/mercado-publico/call-slot.ts';
import { setClock } from '#lib/platform/process/clock.ts';
import { DAY, HOUR, SECOND } from '#lib/platform/process/durations.ts';
import { takeLease } from '#lib/platform/process/leases.ts';
import { consumePoint } from '#lib/platform/security/rate-limits.ts';
import { makeUser, personBody } from '#tests/support/accounts.ts';
import { api } from '#tests/support/call.ts';
import { captureLog } from '#tests/support/captured-log.ts';
import { enqueueUnchecked } from '#tests/support/enqueue.ts';
import { expireLeases } from '#tests/support/leases.ts';
import { samples } from '#tests/support/sample-files.ts';
import { announceUpload, putUpload, uploadRows } from '#tests/support/upload-client.ts';
import { documentRows, makeCompany, removeDocument, uploadToVault } from '#tests/support/vault.ts';
import { worldForTest } from '#tests/support/world.ts';

/** A killed process would not live to see a time-out. */
const NEVER_MS = 2 ** 31 - 1;

const world = worldForTest();

const isTaken = (name = 'prueba', seconds = 600) =>
  consumePoint({ name, points: 2, seconds }, 'alguien', world.now()).then(
    () => true,
    () => false,
  );

const enqueue = (partition: string) =>
  getDb().write((tx) =>
    enqueueUnchecked(tx, { partition, kind: 'mail', payload: {}, now: world.now() }),
  );

const rows = () => getDb().read.select().from(deliveries).orderBy(deliveries.id);

const states = async () => (await rows()).map(({ state }) => state);

/** Runs a worker in its own loop, like the app, until `work` is over. */
async function withWorker(mail: DeliveryHandler, work: (wake: () => void) => Promise<void>) {
  const worker = createWorker({ handlers: { mail }, isBusy: () => false, graceMs: 100 });
  worker.start();
  try {
    await work(worker.wake);
  } finally {
    await worker.stop();
  }
}

const allSent = (wake: () => void) =>
  vi.waitFor(async () => {
    wake();
    expect(new Set(await states())).toEqual(new Set(['sent']));
  }, 5000);

describe.each([
  ['an hour', HOUR],
  ['a day', DAY],
])('when the clock is put back by %s', (_, jump) => {
  test('limits begin again', async () => {
    expect([await isTaken(), await isTaken(), await isTaken()]).toEqual([true, true, false]);
    world.advance(-jump);
    expect([await isTaken(), await isTaken(), await isTaken()]).toEqual([true, true, false]);
  });

  test('the lease of a killed process ends', async () => {
    const lease = { name: 'job', ms: 300 * SECOND };
    expect(await takeLease(lease, 'gone')).toBe(true);
    await expireLeases(-30 * SECOND);
    expect(await takeLease(lease, 'other')).toBe(false);
    await expireLeases(-jump);
    expect(await takeLease(lease, 'other')).toBe(true);
  });

  test('deliveries that wait for their first attempt are sent at the next start', async () => {
    await enqueue('a/mail');
    await enqueue('a/mail');
    world.advance(-jump);
    await withWorker(async () => {}, allSent);
  });

  test('a delivery that a killed process held is sent at the next start', async () => {
    await enqueue('a/mail');
    const killed = createWorker({
      handlers: { mail: () => new Promise(() => {}) },
      timeoutMs: NEVER_MS,
    });
    void killed.step();
    await vi.waitFor(async () => expect((await rows())[0]?.leaseOwner).toBeTruthy(), 300_000);
    world.advance(-jump);
    await withWorker(async () => {}, allSent);
  });

  test('a running worker goes on and sends a failed delivery again', async () => {
    let fails = true;
    const mail: DeliveryHandler = async () => {
      if (fails) throw Object.assign(new Error(), { reason: 'down' });
    };
    // The clock runs, because a frozen one looks as if it were put back all the time.
    let offset = 0;
    const start = world.now() - Date.now();
    setClock(() => Date.now() + start + offset);
    await enqueue('a/mail');
    await withWorker(mail, async (wake) => {
      await vi.waitFor(async () => expect((await rows())[0]?.lastError).toBe('down'), 300_000);
      offset = -jump;
      fails = false;
      wake();
      await allSent(wake);
    });
  });

  test('sessions stay open, and another code can be requested, though not twice', async () => {
    const { cookies } = await makeUser();
    const json = { ...personBody, email: 'otra@constructora.cl' };
    expect((await api('/api/auth/register', { json })).status).toBe(200);
    world.advance(-jump);
    expect(await isSignedIn(cookies)).toBe(true);
    const seen = await getDb().read.select({ at: sessions.seenAt }).from(sessions);
    expect(seen).toEqual([{ at: world.now() }]);
    const again = { json: { email: json.email } };
    expect((await api('/api/auth/resend', again)).status).toBe(200);
    expect((await api('/api/auth/resend', again)).status).toBe(429);
    world.advance(2 * jump);
    expect(await isSignedIn(cookies)).toBe(true);
  });

  test('calls to the CRM and to Mercado Público can go on', async () => {
    for (let n = 0; n < 60; n += 1) await reserveCallSlot(world.now());
    expect(await reserveCallSlot(world.now())).toBeNull();
    world.advance(-jump);
    expect(await reserveCallSlot(world.now())).toBe(0);
    const slot = { name: 'marketplace:t', ms: 12 * SECOND };
    await takeLease(slot, 'gone');
    await expireLeases(-jump);
    const patience = { deadline: performance.now() + 60_000 };
    const slotRequest = await takeCallSlot({
      key: 't',
      queryOptions: patience,
      lookAgain: async () => null,
    });
    expect(slotRequest).toHaveProperty('end');
  });

  test('a stored answer with a time in the future is requested again and stored', async () => {
    let notices = 1;
    const question = {
      key: 'prueba:1',
      isKnown: async () => true,
      ask: async () => ({ value: notices }),
      maxAge: () => 48 * HOUR,
    };
    expect(await lookUp(question)).toMatchObject({ value: 1 });
    world.advance(-jump);
    notices = 2;
    await sleep(600);
    expect(await lookUp(question)).toMatchObject({ value: 2, fetchedAt: world.now() });
    const [storedRows] = await getDb().read.all<{ body: string }>(
      sql`select body from marketplace_answers`,
    );
    expect(storedRows?.body).toBe('2');
  });
});

const isSignedIn = async (cookies: Record<string, string>) =>
  (await (await api('/api/auth/session', { cookies })).json()).authenticated;

describe('when the clock is put forward', () => {
  test('a delivery that is being sent is not sent again', async () => {
    await enqueue('a/mail');
    let sent = 0;
    const release = Promise.withResolvers<void>();
    const mail: DeliveryHandler = async () => {
      sent += 1;
      await release.promise;
    };
    await withWorker(mail, async (wake) => {
      await vi.waitFor(() => expect(sent).toBe(1), 300_000);
      world.advance(DAY);
      wake();
      await sleep(300);
      expect(sent).toBe(1);
      release.resolve();
      await allSent(wake);
    });
    expect(sent).toBe(1);
  });

  test('no file is deleted while the time is in doubt', async () => {
    const { presignedUrl } = await announceUpload();
    await putUpload(presignedUrl, samples.pdf);
    const isInDoubt = doubtClock();
    expect(isInDoubt()).toBe(false);
    world.advance(2 * DAY);
    expect(isInDoubt()).toBe(true);
    await sweep({ isClockInDoubt: true });
    expect(await uploadRows()).toHaveLength(1);
    world.advance(-2 * DAY);
    expect(isInDoubt()).toBe(true);
    world.advance(2 * DAY);
    await sweep();
    expect(await uploadRows()).toHaveLength(0);
  });

  test('a deleted document can be restored as long as the time is in doubt', async () => {
    const cookies = await makeCompany();
    const { id } = await uploadToVault(cookies, 'contrato');
    await removeDocument(cookies, 'contrato', id);
    const states = async () => (await documentRows()).map(({ state }) => state);
    world.advance(2 * DAY);
    await sweep({ isClockInDoubt: true });
    expect(await states()).toEqual(['deleted']);
    await sweep();
    expect(await states()).toEqual([]);
  });

  test('limits end early, and sessions stay open', async () => {
    const { cookies } = await makeUser();
    expect([await isTaken(), await isTaken(), await isTaken()]).toEqual([true, true, false]);
    world.advance(DAY);
    expect(await isTaken()).toBe(true);
    expect(await isSignedIn(cookies)).toBe(true);
  });
});

test('a clock that is put back during a request does not give it a negative duration', async () => {
  const log = captureLog();
  vi.spyOn(Date, 'now').mockImplementation(() => {
    world.advance(-HOUR);
    return world.now();
  });
  await api('/api/auth/session');
  const [line] = log.lines().filter(({ msg }) => msg === 'request');
  expect(line?.ms).toBeGreaterThanOrEqual(0);
  expect(line?.ms).toBeLessThan(5000);
});
