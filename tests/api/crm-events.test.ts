import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { leadEvents, leads } from '#lib/platform/db/schema/leads.ts';
import { webhookEvents } from '#lib/platform/db/schema/webhooks.ts';
import { contactBody, sendContact, storedLeads } from '#tests/support/contact.ts';
import { contactEvent, dealEvent, sendEvents, sendKnownLeads } from '#tests/support/crm-events.ts';
import { appWorker } from '#tests/support/delivery-worker.ts';
import { startHubspot } from '#tests/support/providers/hubspot.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { queuedDeliveries, submitRequest } from '#tests/support/submissions.ts';
import { storedEvents, storedHistory, webhookVariables } from '#tests/support/webhooks.ts';
import { START, worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ ...webhookVariables, RATE_LIMITS: 'off' });

beforeEach(async () => {
  await sendKnownLeads();
  world.advance(3_600_000);
});

const lead = async (id = 1) => (await storedLeads()).find((item) => item.id === id);

const mails = async () =>
  (await queuedDeliveries()).filter(({ kind }) => kind === 'lead.state-mail').length;

describe('a stage that changes in the CRM', () => {
  test('changes the state of the request once per event, and one mail tells it', async () => {
    const event = dealEvent('uno');
    expect(
      await sendEvents([event, { ...event, attemptNumber: 1 }, dealEvent('dos', START + 2000)]),
    ).toEqual([3, 2, 1]);
    expect(await sendEvents(event)).toEqual([1, 0, 1]);
    expect((await lead())?.state).toBe('aprobada');
    expect((await storedHistory()).map(({ actor, detail }) => [actor, detail])).toEqual([
      ['crm', { from: 'recibida', to: 'en_revision' }],
      ['crm', { from: 'en_revision', to: 'aprobada' }],
    ]);
    expect(await mails()).toBe(1);
  });

  test('is stored without effect if it is unknown, late or about a deal that is not ours', async () => {
    await sendEvents(dealEvent('dos', START + 5000));
    expect(
      await sendEvents([
        dealEvent('otra', START + 6000),
        dealEvent('uno', START + 4000),
        dealEvent('uno', START + 6000, '91'),
        { ...dealEvent('uno', START + 6000), propertyName: 'amount' },
        { ...dealEvent('uno', START + 6000), subscriptionType: 'deal.creation' },
        { ...dealEvent('uno', START + 6000), subscriptionType: 'ticket.propertyChange' },
      ]),
    ).toEqual([6, 0, 0]);
    expect((await lead())?.state).toBe('aprobada');
    expect((await storedEvents()).filter(({ outcome }) => outcome === 'stored')).toHaveLength(6);
  });

  test('is understood in HubSpot’s newer format and in the flat format of any CRM', async () => {
    expect(
      await sendEvents({
        ...dealEvent('uno'),
        subscriptionType: 'object.propertyChange',
        objectTypeId: '0-3',
      }),
    ).toEqual([1, 1, 0]);
    expect(
      await sendEvents({
        eventId: 'x-1',
        kind: 'stage',
        externalId: 90,
        stage: 'aprobada',
        occurredAt: '2026-11-20T15:30:00Z',
      }),
    ).toEqual([1, 1, 0]);
    // The address is enough to find the newest request of that person.
    await submitRequest(publicBody);
    const flat = { event_id: 'x-2', type: 'deal', email: 'ANA@constructora.cl', stage: 'tres' };
    expect(await sendEvents({ ...flat, occurred_at: String(START + 1000) })).toEqual([1, 1, 0]);
    expect(await sendEvents({ ...flat, occurred_at: String(START + 1000) })).toEqual([1, 0, 1]);
    expect([(await lead())?.state, (await lead(3))?.state]).toEqual(['aprobada', 'rechazada']);
  });

  test('does not change the newest request of the e-mail if it names a deal that is not ours', async () => {
    const flat = { kind: 'stage', email: 'ana@constructora.cl', stage: 'dos' };
    expect(await sendEvents({ ...flat, eventId: 'd-1', externalId: '91' })).toEqual([1, 0, 0]);
    const unknown = { ...flat, eventId: 'd-2', externalId: 'otro-negocio' };
    expect(await sendEvents(unknown)).toEqual([1, 0, 0]);
    expect([(await lead())?.state, await mails()]).toEqual(['recibida', 0]);
    expect(await sendEvents({ ...flat, eventId: 'd-3' })).toEqual([1, 1, 0]);
  });

  test('before we know the id of its deal takes effect once we know it', async () => {
    const hubspot = await startHubspot();
    await world.reopen({ ...webhookVariables, ...hubspot.variables, RATE_LIMITS: 'off' });
    await submitRequest(publicBody);
    const worker = appWorker();
    // Four calls precede the deal whose answer is lost, because its property is missing at first.
    for (let i = 0; i < 4; i++) hubspot.failNext({ how: 'late', ms: 0 });
    hubspot.failNext({ how: 'cut' });
    await worker.drain();
    expect([(await lead())?.crmDealId, hubspot.deals.length]).toEqual([null, 1]);
    world.advance(1000);
    const dealId = hubspot.deals[0]?.id ?? '';
    expect(await sendEvents(dealEvent('uno', world.now(), dealId))).toEqual([1, 0, 0]);
    world.advance(1000);
    await worker.drain();
    await hubspot.close();
    expect(await lead()).toMatchObject({ crmDealId: dealId, state: 'en_revision' });
    expect((await storedEvents())[0]?.outcome).toBe('processed');
    expect([hubspot.deals.length, hubspot.notes.length]).toEqual([1, 1]);
  });
});

describe('a contact that changes in the CRM', () => {
  test('changes all leads of that person, and the history names each change', async () => {
    expect(
      await sendEvents([
        contactEvent('phone', '+56 2 2222 3333'),
        contactEvent('lastname', 'Muñoz Soto'),
        contactEvent('company', 'Andes Ltda.'),
        contactEvent('hs_lead_status', 'OPEN'),
        contactEvent('phone', ''),
      ]),
    ).toEqual([5, 3, 0]);
    for (const id of [1, 2]) {
      expect(await lead(id)).toMatchObject({
        name: 'Ana Muñoz Soto',
        phone: '+56 2 2222 3333',
        company: 'Andes Ltda.',
      });
    }
    const changed = (await storedHistory()).filter(({ leadId }) => leadId === 1);
    expect(changed.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['crm', { changed: { phone: '+56 2 2222 3333' } }],
      ['crm', { changed: { name: 'Ana Muñoz Soto' } }],
      ['crm', { changed: { company: 'Andes Ltda.' } }],
    ]);
  });

  test('to the value that we sent changes nothing and is not in the history', async () => {
    expect(
      await sendEvents([
        contactEvent('firstname', 'Ana'),
        contactEvent('lastname', 'Muñoz'),
        contactEvent('phone', contactBody.telefono),
      ]),
    ).toEqual([3, 0, 0]);
    expect(await storedHistory()).toEqual([]);
  });

  test('to another e-mail does not change the lead’s e-mail, but is in the history', async () => {
    expect(await sendEvents(contactEvent('email', 'otro@correo.cl'))).toEqual([1, 1, 0]);
    expect((await lead())?.email).toBe('ana@constructora.cl');
    expect((await storedHistory())[0]?.detail).toEqual({ changed: { email: 'otro@correo.cl' } });
    // A later change of another field does not report the address again.
    await sendEvents(contactEvent('phone', '+56 2 2222 3333', START + 2000));
    expect(JSON.stringify((await storedHistory()).slice(2))).toMatch(/^(?!.*otro@).*2222/);
  });

  test('before the person wrote to us does not replace what the person wrote', async () => {
    expect(await sendEvents(contactEvent('phone', '1', START - 1))).toEqual([1, 0, 0]);
    expect((await lead())?.phone).toBe(publicBody.telefonoSolicitante);
  });

  test('in the flat format is found by its e-mail and linked with its CRM id', async () => {
    await sendContact({ ...contactBody, correo: 'nueva@empresa.cl' });
    const flat = { type: 'contact.created', email: 'nueva@empresa.cl' };
    const sent = { ...flat, id: 'c-1', externalId: '77', phone: '999' };
    expect(await sendEvents(sent)).toEqual([1, 1, 0]);
    const another = { ...flat, id: 'c-3', externalId: '78', phone: '000' };
    expect(await sendEvents(another)).toEqual([1, 0, 0]);
    expect(await lead(3)).toMatchObject({ crmContactId: '77', phone: '999' });
    expect(await sendEvents({ id: 'c-2', type: 'x', email: 'nadie@lejos.cl', phone: '1' })).toEqual(
      [1, 0, 0],
    );
  });
});

describe('a hundred CRM events in one call', () => {
  test('are stored in several writes, so that others can write in between', async () => {
    const phones = Array.from({ length: 100 }, (_, i) => contactEvent('phone', `${i}`, START + i));
    const seen: number[] = [];
    let under: boolean = true;
    const sent = sendEvents(phones).finally(() => {
      under = false;
    });
    while (under) {
      seen.push(await getDb().write((tx) => tx.$count(webhookEvents)));
    }
    expect(await sent).toEqual([100, 100, 0]);
    expect(seen.filter((stored) => stored > 0 && stored < 100)).not.toEqual([]);
    expect((await lead(2))?.phone).toBe('99');
  });
});

describe('CRM events that come in any order, late and repeated', () => {
  test('lead to the same leads', async () => {
    const events = [
      dealEvent('uno', START + 1000),
      dealEvent('dos', START + 2000),
      dealEvent('uno', START + 3000),
      dealEvent('tres', START + 3000),
      dealEvent('otra', START + 4000),
      dealEvent('cuatro', START + 2500),
      contactEvent('phone', '111', START + 1000),
      contactEvent('phone', '222', START + 2000),
      contactEvent('phone', '111', START + 3000),
      contactEvent('phone', '333', START + 3000),
      contactEvent('firstname', 'Anita', START + 2000),
      contactEvent('lastname', 'Soto', START + 1000),
      contactEvent('firstname', 'Ana María', START + 4000),
      contactEvent('email', 'x@y.cl', START + 4000),
    ];
    const before = await storedLeads();
    const tellAll = async (order: readonly object[]) => {
      await getDb().write(async (tx) => {
        await tx.delete(webhookEvents);
        await tx.delete(leadEvents);
        for (const { id, owner: _, ...row } of before)
          await tx.update(leads).set(row).where(eq(leads.id, id));
      });
      for (const event of order) await sendEvents(event);
      return (await storedLeads()).map(({ state, stateAt, name, phone, email }) => [
        state,
        stateAt,
        name,
        phone,
        email,
      ]);
    };
    const expected = await tellAll(events);
    expect(expected[0]).toEqual([
      'rechazada',
      START + 3000,
      'Ana María Soto',
      '333',
      'ana@constructora.cl',
    ]);
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...events, ...events], { minLength: 28, maxLength: 28 }),
        async (order) => {
          expect(await tellAll(order)).toEqual(expected);
        },
      ),
      { numRuns: 20 },
    );
  });
});
