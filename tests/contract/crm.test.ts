import { describe, expect, test } from 'vitest';
import { getCrm } from '#lib/platform/crm/client.ts';
import type { CrmPort } from '#lib/platform/crm/crm.ts';
import { hubspotCrm } from '#lib/platform/crm/hubspot.ts';
import { reserveCallSlot } from '#lib/platform/crm/pace.ts';
import { sweepRateLimits } from '#lib/platform/security/rate-limits.ts';
import { startHubspot } from '#tests/support/providers/hubspot.ts';
import type { HubspotFailure } from '#tests/support/providers/hubspot-replies.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const hubspot = forEachTest(() => startHubspot());
const world = worldForTest();

const open = (options: { timeoutMs?: number; token?: string; baseUrl?: string } = {}): CrmPort =>
  hubspotCrm({
    token: hubspot.token,
    baseUrl: `${hubspot.url}/`,
    pipeline: 'ventas',
    stage: 'nueva',
    timeoutMs: 2000,
    ...options,
  });

const isSilent = ({ how: fault }: HubspotFailure) => fault === 'hang' || fault === 'late';

const person = { email: 'ana@constructora.cl', firstName: 'Ana', phone: '+56 9 1234 5678' };
const deal = { name: 'Uno', url: 'http://localhost:3000/admin/leads/1' };
const bring = async (crm: CrmPort) => {
  const contactId = await crm.upsertContact(person);
  const dealId = await crm.createDeal({ ...deal, key: 'a-1', amount: '1500.5', contactId });
  await crm.createNote({ key: 'n-1', html: '<p>x</p>', at: world.now(), contactId, dealId });
  return { contactId, dealId };
};

describe('HubSpot', () => {
  test('gets contact, deal and note with their associations, and creates the property it needs', async () => {
    const { contactId, dealId } = await bring(open());
    expect(hubspot.contacts).toMatchObject([
      {
        id: contactId,
        properties: { email: person.email, firstname: 'Ana', phone: '+56 9 1234 5678' },
      },
    ]);
    expect(hubspot.contacts[0]?.properties).not.toHaveProperty('company');
    expect(hubspot.deals).toMatchObject([
      {
        id: dealId,
        properties: {
          dealname: 'Uno',
          pipeline: 'ventas',
          dealstage: 'nueva',
          amount: '1500.5',
          resguardo_id: 'a-1',
        },
        associations: { 3: contactId },
      },
    ]);
    expect(hubspot.notes).toMatchObject([
      {
        properties: { hs_note_body: '<p>x</p>', hs_timestamp: '2026-11-20T15:00:00.000Z' },
        associations: { 202: contactId, 214: dealId },
      },
    ]);
  });

  test('gets nothing twice, even when the same records are sent at the same time', async () => {
    const crm = open();
    const first = await bring(crm);
    expect(await Promise.all([bring(crm), bring(crm), bring(open())])).toEqual([
      first,
      first,
      first,
    ]);
    const { contacts, deals, notes } = hubspot;
    expect([contacts.length, deals.length, notes.length]).toEqual([1, 1, 1]);
  });

  test('erases a contact by id or address and a note, and renames a deal, also when repeated', async () => {
    const crm = open();
    await crm.eraseNote('n-1');
    await crm.renameDeal('a-1', 'Nadie');
    await bring(crm);
    for (const _ of ['once', 'again']) {
      await crm.renameDeal('a-1', 'Solicitud N.º 1');
      await crm.eraseNote('n-1');
      const found = await crm.findContact(person.email);
      if (found) await crm.eraseContact(found);
    }
    const { contacts, deals, notes, barred } = hubspot;
    expect([contacts, notes]).toEqual([[], []]);
    expect(deals).toMatchObject([{ properties: { dealname: 'Solicitud N.º 1' } }]);
    expect([...barred]).toEqual([]);
    const id = await crm.upsertContact(person);
    await crm.eraseContact(id);
    await crm.eraseContact(id);
    expect(hubspot.contacts).toEqual([]);
    hubspot.failNext({ how: 'status', status: 500 });
    await expect(crm.eraseContact(id)).rejects.toMatchObject({ isRetryable: true });
  });

  test.each([401, 403, 429, 500, 502, 503])(
    'that answers a look-up with %i is asked again, and then erases what is still there',
    async (status) => {
      const crm = open();
      await bring(crm);
      const acts = [
        () => crm.renameDeal('a-1', 'Solicitud N.º 1'),
        () => crm.eraseNote('n-1'),
        async () => crm.eraseContact((await crm.findContact(person.email)) ?? 'missing'),
      ];
      for (const act of acts) {
        hubspot.failNext({ how: 'status', status });
        await expect(act()).rejects.toMatchObject({ isRetryable: true });
      }
      const { contacts, deals, notes } = hubspot;
      expect([contacts.length, notes.length]).toEqual([1, 1]);
      for (const act of acts) await act();
      expect([contacts, notes]).toEqual([[], []]);
      expect(deals).toMatchObject([{ properties: { dealname: 'Solicitud N.º 1' } }]);
    },
  );

  const passing: [HubspotFailure, object][] = [
    [{ how: 'status', status: 500 }, { reason: 'INTERNAL_ERROR 500' }],
    [{ how: 'page', status: 502 }, { reason: 'http 502' }],
    [{ how: 'status', status: 409, category: 'CONFLICT' }, { reason: 'CONFLICT 409' }],
    [{ how: 'status', status: 423, category: 'LOCKED' }, { reason: 'LOCKED 423' }],
    [{ how: 'cut' }, { reason: 'network' }],
    [{ how: 'hang' }, { reason: 'timeout' }],
    [{ how: 'late', ms: 400 }, { reason: 'timeout' }],
    [{ how: 'page', status: 200 }, { reason: 'unreadable_answer' }],
    [
      { how: 'status', status: 429, policyName: 'TEN_SECONDLY_ROLLING' },
      { reason: 'TEN_SECONDLY_ROLLING 429', retryAfter: 10_000, pausesChannel: true },
    ],
    [
      { how: 'status', status: 429, policyName: 'DAILY', retryAfter: 7 },
      { reason: 'DAILY 429', retryAfter: 7000, pausesChannel: true },
    ],
    [
      { how: 'status', status: 429, policyName: 'ana@b.cl' },
      { reason: 'RATE_LIMITS 429', retryAfter: 10_000 },
    ],
  ];
  test.each(passing)('that fails with %o is tried again', async (failure, expected) => {
    hubspot.failNext(failure);
    const crm = open(isSilent(failure) ? { timeoutMs: 150 } : {});
    await expect(crm.upsertContact(person)).rejects.toMatchObject({
      name: 'ProviderError',
      isRetryable: true,
      isUncounted: false,
      ...expected,
    });
    await open().upsertContact(person);
    expect(hubspot.contacts).toHaveLength(1);
  });

  test.each<HubspotFailure>([{ how: 'late', ms: 400 }, { how: 'cut' }])(
    'has the deal and the note that it made before %o, and they are not made again',
    async (failure) => {
      const crm = open();
      await bring(crm);
      const contactId = await crm.upsertContact(person);
      const other = { ...deal, key: 'a-2', contactId };
      hubspot.failNext(failure);
      await expect(open({ timeoutMs: 150 }).createDeal(other)).rejects.toMatchObject({
        isRetryable: true,
      });
      expect(await crm.createDeal(other)).toBe(hubspot.deals[1]?.id);
      const note = { key: 'n-2', html: 'x', at: world.now(), contactId };
      hubspot.failNext(failure);
      await expect(open({ timeoutMs: 150 }).createNote(note)).rejects.toMatchObject({
        isRetryable: true,
      });
      await crm.createNote(note);
      expect([hubspot.deals.length, hubspot.notes.length]).toEqual([2, 2]);
    },
  );

  test('that refuses otherwise is not tried again, and only its category is kept', async () => {
    const crm = open();
    const contactId = await crm.upsertContact(person);
    await bring(crm);
    for (const message of ['ana@constructora.cl is not valid', 'x']) {
      hubspot.failNext({ how: 'status', status: 400, category: 'VALIDATION_ERROR', message });
      await expect(crm.createDeal({ ...deal, key: message, contactId })).rejects.toMatchObject({
        isRetryable: false,
        reason: 'VALIDATION_ERROR 400',
      });
    }
    await expect(crm.upsertContact({ email: 'nadie@x' })).rejects.toMatchObject({
      isRetryable: false,
      reason: 'VALIDATION_ERROR 400',
    });
    hubspot.failNext({ how: 'status', status: 404, category: 'no es un código' });
    await expect(crm.upsertContact(person)).rejects.toMatchObject({
      isRetryable: false,
      reason: 'http 404',
    });
  });

  test('that refuses the token pauses the channel without using up tries', async () => {
    const waiting = {
      isRetryable: true,
      isUncounted: true,
      pausesChannel: true,
      retryAfter: 300_000,
    };
    await expect(open({ token: 'wrong' }).upsertContact(person)).rejects.toMatchObject({
      ...waiting,
      reason: 'INVALID_AUTHENTICATION 401',
    });
    hubspot.failNext({ how: 'status', status: 403, category: 'MISSING_SCOPES' });
    await expect(open().upsertContact(person)).rejects.toMatchObject({
      ...waiting,
      reason: 'MISSING_SCOPES 403',
    });
    expect(() => getCrm()).toThrow('not_configured');
  });

  test('that cannot be reached is tried again', async () => {
    const gone = open({ baseUrl: 'http://127.0.0.1:9' });
    await expect(gone.upsertContact(person)).rejects.toMatchObject({
      isRetryable: true,
      reason: 'network',
    });
  });
});

describe('call slots of HubSpot', () => {
  test('are at most 100 in any 10 seconds, even across sweeps and jumps of the clock', async () => {
    const taken: number[] = [];
    let refused = 0;
    for (let ms = 0; ms < 40_000; ms += 50) {
      const wait = await reserveCallSlot(world.now());
      if (wait === null) refused += 1;
      else taken.push(world.now() + wait);
      if (ms % 7000 === 0) await sweepRateLimits(world.now());
      world.advance(ms > 20_000 && ms < 26_000 ? 3000 : 50);
    }
    expect(refused).toBeGreaterThan(100);
    for (const [i, at] of taken.entries()) {
      const within = taken.slice(i).filter((other) => other < at + 10_000).length;
      expect(within).toBeLessThanOrEqual(100);
    }
    expect(taken.length).toBeGreaterThan(300);
  });
});
