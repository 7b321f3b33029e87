import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changeRequestState } from '#lib/domain/requests/leads/writes/change-request-state.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leadEvents, leads } from '#lib/platform/db/schema/leads.ts';
import { type RequestState, requestStates } from '#lib/platform/db/schema/request-states.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { startResend } from '#tests/support/providers/resend.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { submitRequest } from '#tests/support/submissions.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const resend = forEachTest(() => startResend());
const world = worldForTest(() => resend.variables);

const move = (to: RequestState, at = world.now(), actor = 'crm', leadId = 1) =>
  getDb().write((tx) => changeRequestState(tx, { leadId, to, actor, at, now: world.now() }));

const status = async () =>
  (await getDb().read.select().from(leads).where(eq(leads.id, 1)))[0]?.state;
const history = () => getDb().read.select().from(leadEvents).orderBy(leadEvents.id);

describe('a state change of a request', () => {
  test('is in its history and mailed to the applicant, after the acknowledgement', async () => {
    await submitRequest(publicBody);
    expect(await move('en_revision')).toBe(true);
    expect(await history()).toMatchObject([
      {
        leadId: 1,
        kind: 'state',
        actor: 'crm',
        detail: { from: 'recibida', to: 'en_revision' },
        at: world.now(),
      },
    ]);
    await deliverDue();
    // The mail also follows a late acknowledgement by a minute.
    expect(resend.received).toHaveLength(2);
    world.advance(60_000);
    await deliverDue();
    const mine = resend.received.filter(({ to }) => [to].flat()[0] === publicBody.email);
    expect(mine.map(({ subject }) => subject)).toEqual([
      'Recibimos tu solicitud N.º 1',
      'Estamos revisando tu solicitud N.º 1',
    ]);
    // The acknowledgement leads to this page, which needs no account.
    const [receipt = 'none'] = /http\S+\/comprobante\/[^\s#]+/.exec(mine[0]?.text ?? '') ?? [];
    expect(mine[1]?.text).toContain(`Ver mi solicitud: ${receipt}\n`);
    expect(mine[1]?.html).toContain(receipt);
    expect(mine[1]?.text).not.toContain('/panel/');
  });

  test('is mailed in words of its own for each state, and not for a return to the first', async () => {
    await submitRequest(publicBody);
    await deliverDue();
    const notices: string[] = [];
    for (const to of ['en_revision', 'aprobada', 'rechazada', 'emitida', 'recibida'] as const) {
      world.advance(1000);
      await move(to);
      world.advance(60_000);
      await deliverDue();
      notices.push(resend.received.at(-1)?.subject ?? '');
    }
    expect(new Set(notices).size).toBe(4);
    expect(notices.at(-1)).toBe(notices.at(-2));
  });

  test('is mailed a minute after the last one, so that a corrected slip is not mailed', async () => {
    await submitRequest(publicBody);
    await deliverDue();
    const sentMails = () => resend.received.slice(2).map(({ subject }) => subject);
    const later = async (ms: number, to?: RequestState) => {
      world.advance(ms);
      if (to) await move(to, world.now(), 'some-account');
      await deliverDue();
      return sentMails();
    };
    expect(await later(1000, 'en_revision')).toEqual([]);
    expect(await later(59_999)).toEqual([]);
    const review = 'Estamos revisando tu solicitud N.º 1';
    expect(await later(1)).toEqual([review]);
    // A slip, corrected by way of another one, sends nothing: they know the state already.
    await later(1000, 'aprobada');
    await later(30_000, 'rechazada');
    await later(30_000, 'en_revision');
    expect(await later(120_000)).toEqual([review]);
    // A slip right after the meant state counts from the slip.
    await later(1000, 'aprobada');
    await later(50_000, 'rechazada');
    expect(await later(15_000, 'aprobada')).toEqual([review]);
    expect(await later(60_000)).toEqual([review, 'Tu solicitud N.º 1 fue aprobada']);
  });

  test('changes nothing if it is older than the last one or repeats it', async () => {
    await submitRequest(publicBody);
    const at = world.now();
    world.advance(10_000);
    expect(await move('aprobada', at + 5000)).toBe(true);
    expect(await move('aprobada', at + 5000)).toBe(false);
    expect(await move('en_revision', at + 4000)).toBe(false);
    expect(await move('aprobada', at + 9000)).toBe(false);
    expect(await move('rechazada', at + 8000)).toBe(false);
    expect([await status(), (await history()).length]).toEqual(['aprobada', 1]);
  });

  test('by an advisor holds also after an event from the future', async () => {
    await submitRequest(publicBody);
    await move('aprobada', world.now() + 1_000_000);
    expect(await move('en_revision', world.now(), 'some-account')).toBe(true);
    expect(await status()).toBe('en_revision');
  });

  test('is refused for anything but a guarantee request', async () => {
    await submitRequest(publicBody);
    await getDb().write((tx) => tx.update(leads).set({ kind: 'contacto' }));
    await expect(move('aprobada')).rejects.toMatchObject({ code: 'not_found' });
    await expect(move('aprobada', world.now(), 'crm', 99)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('by events ends in the same state, whatever their order and repetitions', async () => {
    await submitRequest(publicBody);
    const event = fc.record({
      to: fc.constantFrom(...requestStates),
      at: fc.integer({ min: 0, max: 6 }).map((n) => world.now() - 100 + n),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { minLength: 1, maxLength: 6 }).chain((events) =>
          fc.tuple(
            fc.constant(events),
            fc.shuffledSubarray([...events, ...events], {
              minLength: events.length * 2,
              maxLength: events.length * 2,
            }),
          ),
        ),
        async (orders) => {
          const ends: unknown[] = [];
          for (const order of orders) {
            await getDb().write((tx) => tx.update(leads).set({ state: 'recibida', stateAt: null }));
            for (const { to, at } of order) await move(to, at);
            ends.push(await status());
          }
          expect(ends[1]).toBe(ends[0]);
        },
      ),
      { numRuns: 60 },
    );
  });
});
