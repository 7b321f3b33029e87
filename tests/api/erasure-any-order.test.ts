import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deliveryHandlers } from '#lib/background/delivery-handlers.ts';
import { createWorker, type DeliveryHandler } from '#lib/domain/deliveries/worker.ts';
import { retryDeadDeliveries } from '#lib/domain/deliveries/writes/retry-deliveries.ts';
import { eraseLeads, erasePerson } from '#lib/domain/erasure/writes.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { rowProblems, rowsContaining } from '#tests/support/erasure.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { startHubspot } from '#tests/support/providers/hubspot.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { sendCrmWebhook, webhookVariables } from '#tests/support/webhooks.ts';
import { createWorld } from '#tests/support/world.ts';

/**
 * Combines requests of two people, a CRM that fails and answers late, tries that outlive the queue
 * and arrive long after, stops, contacts that the team changes there, and erasures, in any order:
 * in the end the CRM has the records of each kept request, and nothing else.
 */
const people = ['ana@constructora.cl', 'beto@puentes.cl'] as const;
const endings = ['batch/upsert', 'objects/deals', 'objects/notes'] as const;

const person = fc.constantFrom(...people);
/** Makes a step with its frequency among the others, and its data. */
const may = <D extends string, With = unknown>(
  weight: number,
  does: D,
  rest?: { [K in keyof With]: fc.Arbitrary<With[K]> },
) => ({
  weight,
  arbitrary: fc.record({ does: fc.constant(does), ...rest }) as fc.Arbitrary<{ does: D } & With>,
});
const step = fc.oneof(
  may(3, 'send', { email: person }),
  may(3, 'deliver'),
  may(3, 'fail', {
    after: fc.nat(3),
    how: fc.constantFrom('refused', 'paused', 'cut', 'final'),
  }),
  may(2, 'outlive', { at: fc.constantFrom(...endings) }),
  may(1, 'stop', { at: fc.constantFrom(...endings) }),
  may(1, 'hear'),
  may(1, 'retry'),
  may(1, 'restart'),
  may(1, 'token', { on: fc.boolean() }),
  may(1, 'tell', { nth: fc.nat(5) }),
  may(1, 'move', { nth: fc.nat(5) }),
  may(3, 'erase', { nth: fc.nat(5) }),
  may(1, 'forget', { email: person }),
  may(2, 'wait', { minutes: fc.nat(12) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

async function play(steps: readonly Step[]): Promise<void> {
  const hubspot = await startHubspot({ isSetUp: true });
  const world = createWorld({ ...hubspot.variables, ...webhookVariables, RATE_LIMITS: 'off' });
  const { token } = getEnv().hubspot;
  const setToken = (on: boolean) =>
    Object.assign(getEnv().hubspot, { token: on ? token : undefined });
  const held = heldCalls();
  const tries: Promise<unknown>[] = [];
  const handlers = collecting(tries);
  const worker = (timeoutMs?: number) =>
    createWorker({ handlers, random: () => 0.5, ...(timeoutMs && { timeoutMs, graceMs: 5 }) });
  const living = () =>
    getDb().read.all<{ id: number; email: string; contact: string | null }>(
      sql`select id, email, crm_contact_id as contact from leads where erased_at is null`,
    );
  const by = () => ({ requestId: 'x', ip: '', now: world.now(), actor: 'system' });
  const hearAll = () => {
    held.letGo();
    return Promise.allSettled(tries);
  };
  let [sent, eventNo] = [0, 0];
  const does: { [D in Step['does']]: (step: Extract<Step, { does: D }>) => unknown } = {
    send: ({ email }) => sendRequest({ ...publicBody, email, nombreEmpresaOferente: `N${++sent}` }),
    deliver: () => worker().drain(),
    fail: ({ after, how: fault }) => {
      for (let i = 0; i < after; i++) hubspot.failNext({ how: 'late', ms: 0 });
      if (fault === 'cut') hubspot.failNext({ how: fault });
      else {
        const status = { refused: 500, paused: 401, final: 422 }[fault];
        hubspot.failNext({ how: 'status', status });
      }
    },
    outlive: ({ at }) => held.during(at, () => worker(40).step()),
    stop: ({ at }) =>
      held.during(at, async () => {
        const stopped = worker(1000);
        stopped.start();
        await sleep(30);
        await stopped.stop();
      }),
    hear: () => hearAll(),
    retry: () => retryDeadDeliveries(undefined, world.now()),
    restart: async () => {
      const restarted = worker(1000);
      restarted.start();
      await sleep(30);
      await restarted.stop();
    },
    token: ({ on }) => setToken(on),
    tell: async ({ nth }) => {
      const contact = hubspot.contacts[nth % hubspot.contacts.length];
      const { email } = contact?.properties ?? {};
      const [eventId, externalId] = [`${++eventNo}`, contact?.id];
      const news = { eventId, externalId, email, phone: `+56 ${eventNo}` };
      if (contact) await sendCrmWebhook([{ ...news, occurredAt: world.now() }]);
    },
    move: async ({ nth }) => {
      const known = (await living()).flatMap(({ contact }) => contact ?? []);
      const id = known[nth % known.length];
      const contact = hubspot.contacts.find((item) => item.id === id);
      if (contact) contact.properties.email = `otra-${id}@x.cl`;
    },
    erase: async ({ nth }) => {
      const there = await living();
      const id = there[nth % there.length]?.id ?? 0;
      await getDb().write((tx) => eraseLeads(tx, by(), sql`id = ${id}`));
    },
    forget: ({ email }) => getDb().write((tx) => erasePerson(tx, by(), { email })),
    wait: async ({ minutes }) => {
      // No try lasts as long as that.
      if (minutes >= 4) await hearAll();
      world.advance(minutes * 60_000);
    },
  };
  try {
    for (const item of steps) await does[item.does](item as never);
    await hearAll();
    setToken(true);
    hubspot.clearFailures();
    for (const minutes of [6, 15, 60, 60]) {
      world.advance(minutes * 60_000);
      await retryDeadDeliveries(undefined, world.now());
      await worker().drain();
    }
    const storedRows = await living();
    const queue = await getDb().read.all(
      sql`select kind, last_error from deliveries where state <> 'sent' and channel = 'crm'`,
    );
    expect(queue).toEqual([]);
    const contacts = hubspot.contacts.map(({ id }) => id);
    const emails: string[] = storedRows.map(({ email }) => email);
    const ofKept = await getDb().read.all<{ id: string }>(sql`
      select distinct contact_id as id from crm_contacts where contact_id <> ''
        and email in (select email from leads where erased_at is null)`);
    const isOfKept = ({ id, properties }: (typeof hubspot.contacts)[number]) =>
      ofKept.some((item) => item.id === id) || emails.includes(properties.email ?? '');
    expect(hubspot.contacts.filter((contact) => !isOfKept(contact))).toEqual([]);
    expect(storedRows.filter(({ contact }) => !contact || !contacts.includes(contact))).toEqual([]);
    const keys = storedRows.map(({ id }) => `lead-${id}-`);
    const notes = hubspot.notes.map(({ properties }) => properties.resguardo_id ?? '');
    expect(notes.filter((note) => !keys.some((key) => note.startsWith(key)))).toEqual([]);
    expect(keys.filter((key) => !notes.some((note) => note.startsWith(key)))).toEqual([]);
    const named = hubspot.deals.filter(
      ({ properties }) => !/ · Datos borrados$/.test(properties.dealname ?? ''),
    );
    expect(named).toHaveLength(storedRows.length);
    const gone = people.filter((email) => !emails.includes(email));
    expect(await rowsContaining(gone)).toEqual([]);
    expect(await rowProblems()).toEqual([]);
  } finally {
    held.end();
    await Promise.allSettled(tries);
    await world.close();
    await hubspot.close();
  }
}

/** Collects tries that go on when the worker waits for them no longer. */
function collecting(tries: Promise<unknown>[]): Record<string, DeliveryHandler> {
  return Object.fromEntries(
    Object.entries(deliveryHandlers).map(([kind, handle]) => [
      kind,
      (payload: unknown, context: Parameters<DeliveryHandler>[1]) => {
        const work = handle(payload, context);
        tries.push(work);
        return work;
      },
    ]),
  );
}

/** Holds calls until they are let go. */
function heldCalls() {
  const real = globalThis.fetch;
  let gate = Promise.withResolvers<void>();
  let ending: string | undefined;
  globalThis.fetch = async (input, init) => {
    const waiting = ending !== undefined && String(input).endsWith(ending);
    if (waiting) await gate.promise;
    return real(input, init && waiting ? { ...init, signal: null } : init);
  };
  const letGo = () => {
    gate.resolve();
    gate = Promise.withResolvers();
  };
  return {
    letGo,
    during: async (at: string, work: () => Promise<unknown>) => {
      ending = at;
      await work();
      ending = undefined;
    },
    end: () => {
      letGo();
      globalThis.fetch = real;
    },
  };
}

const [email] = people;
const send = { does: 'send', email } as const;
const deliver = { does: 'deliver' } as const;
const erase = { does: 'erase', nth: 0 } as const;
const move = { does: 'move', nth: 0 } as const;
const wait = { does: 'wait', minutes: 1 } as const;
const outlive = (at: (typeof endings)[number]) => ({ does: 'outlive', at }) as const;
const fail = (fault: 'refused' | 'paused' | 'cut' | 'final', after: number) =>
  ({ does: 'fail', how: fault, after }) as const;

/** Each of these broke something once, or breaks if one rule is removed. */
const known: Step[][] = [
  [send, { does: 'stop', at: 'batch/upsert' }, fail('paused', 0), deliver, erase],
  [send, outlive('batch/upsert'), erase, deliver],
  [send, outlive('batch/upsert'), erase, outlive('batch/upsert'), send],
  [send, deliver, send, outlive('objects/notes'), { does: 'erase', nth: 1 }, deliver],
  [send, outlive('objects/deals'), fail('refused', 0), erase, deliver, { does: 'hear' }],
  [send, deliver, send, move, fail('refused', 0), deliver, erase, wait, deliver, erase],
  [send, deliver, move, send, deliver, erase, deliver, erase],
  [send, deliver, erase, send],
  [send, fail('cut', 0), deliver, wait, fail('final', 0), deliver, { does: 'retry' }, erase],
  [send, fail('cut', 0), deliver, { does: 'token', on: false }, erase, { does: 'token', on: true }],
  [send, outlive('batch/upsert'), erase, send, deliver, { does: 'hear' }],
];

test('after any order of requests, failures and erasures the CRM has the records of kept requests and no others', async () => {
  const [runs, seed] = [Number(process.env.ORDERS ?? 60), Number(process.env.SEED ?? 1)];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14, size: 'max' }), play),
    { numRuns: runs, seed, examples: known.map((item): [Step[]] => [item]) },
  );
});
