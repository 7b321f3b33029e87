import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { deliveryHandlers } from '#lib/background/delivery-handlers.ts';
import { createWorker } from '#lib/domain/deliveries/worker.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { contactBody, sendContact, storedLeads } from '#tests/support/contact.ts';
import { startHubspot } from '#tests/support/providers/hubspot.ts';
import { stageEvent } from '#tests/support/providers/hubspot-replies.ts';
import { queuedDeliveries, submit } from '#tests/support/submissions.ts';
import {
  countsOf,
  sendCrm,
  storedEvents,
  storedHistory,
  webhookVariables,
} from '#tests/support/webhooks.ts';
import { START, worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ ...webhookVariables, RATE_LIMITS: 'off' });

beforeEach(async () => {
  await submit(publicBody);
  await sendContact(contactBody);
  await getDb().write(async (tx) => {
    await tx.update(leads).set({ crmContactId: '51', crmDealId: '90' }).where(eq(leads.id, 1));
    await tx.update(leads).set({ crmContactId: '51' }).where(eq(leads.id, 2));
  });
  world.advance(3_600_000);
});

let lastId = 0;

const stage = (stage: string, occurredAt = START + 1000, dealId = '90') =>
  stageEvent({ dealId, stage, occurredAt, eventId: ++lastId });

const contact = (propertyName: string, propertyValue: string, occurredAt = START + 1000) => ({
  ...stage('', occurredAt, '51'),
  subscriptionType: 'contact.propertyChange',
  propertyName,
  propertyValue,
});

const send = (events: unknown) => countsOf(sendCrm(events));

const lead = async (id = 1) => (await storedLeads()).find((one) => one.id === id);

const mails = async () =>
  (await queuedDeliveries()).filter(({ kind }) => kind === 'lead.state-mail').length;

describe('a stage that changes in the CRM', () => {
  test('moves the request, once per event', async () => {
    const event = stage('uno');
    expect(await send([event, { ...event, attemptNumber: 1 }, stage('dos', START + 2000)])).toEqual(
      [3, 2, 1],
    );
    expect(await send(event)).toEqual([1, 0, 1]);
    expect((await lead())?.state).toBe('aprobada');
    expect((await storedHistory()).map(({ actor, detail }) => [actor, detail])).toEqual([
      ['crm', '{"from":"recibida","to":"en_revision"}'],
      ['crm', '{"from":"en_revision","to":"aprobada"}'],
    ]);
    expect(await mails()).toBe(1);
  });

  test('means nothing where it is unknown, late, or about another person’s deal', async () => {
    await send(stage('dos', START + 5000));
    expect(
      await send([
        stage('otra', START + 6000),
        stage('uno', START + 4000),
        stage('uno', START + 6000, '91'),
        { ...stage('uno', START + 6000), propertyName: 'amount' },
        { ...stage('uno', START + 6000), subscriptionType: 'deal.creation' },
        { ...stage('uno', START + 6000), subscriptionType: 'ticket.propertyChange' },
      ]),
    ).toEqual([6, 0, 0]);
    expect((await lead())?.state).toBe('aprobada');
    expect((await storedEvents()).filter(({ outcome }) => outcome === 'stored')).toHaveLength(6);
  });

  test('comes in HubSpot’s newer words and in the flat shape of any CRM', async () => {
    expect(
      await send({
        ...stage('uno'),
        subscriptionType: 'object.propertyChange',
        objectTypeId: '0-3',
      }),
    ).toEqual([1, 1, 0]);
    expect(
      await send({
        eventId: 'x-1',
        kind: 'stage',
        externalId: 90,
        stage: 'aprobada',
        occurredAt: '2026-11-20T15:30:00Z',
      }),
    ).toEqual([1, 1, 0]);
    // By the address alone it is the newest request of that person.
    await submit(publicBody);
    const flat = { event_id: 'x-2', type: 'deal', email: 'ANA@constructora.cl', stage: 'tres' };
    expect(await send({ ...flat, occurred_at: String(START + 1000) })).toEqual([1, 1, 0]);
    expect(await send({ ...flat, occurred_at: String(START + 1000) })).toEqual([1, 0, 1]);
    expect([(await lead())?.state, (await lead(3))?.state]).toEqual(['aprobada', 'rechazada']);
  });

  test('is not about the newest request of the address when it names a deal that is not ours', async () => {
    const flat = { kind: 'stage', email: 'ana@constructora.cl', stage: 'dos' };
    expect(await send({ ...flat, eventId: 'd-1', externalId: '91' })).toEqual([1, 0, 0]);
    expect(await send({ ...flat, eventId: 'd-2', externalId: 'otro-negocio' })).toEqual([1, 0, 0]);
    expect([(await lead())?.state, await mails()]).toEqual(['recibida', 0]);
    expect(await send({ ...flat, eventId: 'd-3' })).toEqual([1, 1, 0]);
  });

  test('while our own request to the CRM was still under way counts once we know the deal', async () => {
    const hubspot = await startHubspot();
    await world.reopen({ ...webhookVariables, ...hubspot.variables, RATE_LIMITS: 'off' });
    await submit(publicBody);
    const worker = createWorker({ handlers: deliveryHandlers, random: () => 0.5 });
    // Contact; deal, whose property is missing, twice; the deal, whose answer is lost.
    for (let i = 0; i < 4; i++) hubspot.failNext({ how: 'late', ms: 0 });
    hubspot.failNext({ how: 'cut' });
    await worker.drain();
    expect([(await lead())?.crmDealId, hubspot.deals.length]).toEqual([null, 1]);
    world.advance(1000);
    const dealId = hubspot.deals[0]?.id ?? '';
    expect(await send(stage('uno', world.now(), dealId))).toEqual([1, 0, 0]);
    world.advance(1000);
    await worker.drain();
    await hubspot.close();
    expect(await lead()).toMatchObject({ crmDealId: dealId, state: 'en_revision' });
    expect((await storedEvents())[0]?.outcome).toBe('processed');
    expect([hubspot.deals.length, hubspot.notes.length]).toEqual([1, 1]);
  });
});

describe('a contact that changes in the CRM', () => {
  test('changes every lead of that person, and the history says what', async () => {
    expect(
      await send([
        contact('phone', '+56 2 2222 3333'),
        contact('lastname', 'Muñoz Soto'),
        contact('company', 'Andes Ltda.'),
        contact('hs_lead_status', 'OPEN'),
        contact('phone', ''),
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
      ['crm', '{"changed":{"phone":"+56 2 2222 3333"}}'],
      ['crm', '{"changed":{"name":"Ana Muñoz Soto"}}'],
      ['crm', '{"changed":{"company":"Andes Ltda."}}'],
    ]);
  });

  test('is our own change coming back: nothing to tell', async () => {
    expect(
      await send([
        contact('firstname', 'Ana'),
        contact('lastname', 'Muñoz'),
        contact('phone', contactBody.telefono),
      ]),
    ).toEqual([3, 0, 0]);
    expect(await storedHistory()).toEqual([]);
  });

  test('never changes the address that mails and panel go by, but shows it', async () => {
    expect(await send(contact('email', 'otro@correo.cl'))).toEqual([1, 1, 0]);
    expect((await lead())?.email).toBe('ana@constructora.cl');
    expect((await storedHistory())[0]?.detail).toBe('{"changed":{"email":"otro@correo.cl"}}');
  });

  test('before the person wrote to us is older than what the person told', async () => {
    expect(await send(contact('phone', '1', START - 1))).toEqual([1, 0, 0]);
    expect((await lead())?.phone).toBe(publicBody.telefonoSolicitante);
  });

  test('is known by its address in the flat shape, which links it', async () => {
    await sendContact({ ...contactBody, correo: 'nueva@empresa.cl' });
    const flat = {
      id: 'c-1',
      type: 'contact.created',
      externalId: '77',
      email: 'nueva@empresa.cl',
    };
    expect(await send({ ...flat, phone: '999' })).toEqual([1, 1, 0]);
    expect(await lead(3)).toMatchObject({ crmContactId: '77', phone: '999' });
    expect(await send({ id: 'c-2', type: 'x', email: 'nadie@lejos.cl', phone: '1' })).toEqual([
      1, 0, 0,
    ]);
  });
});
