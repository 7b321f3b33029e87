import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { leadEvents, leads } from '#lib/platform/db/schema/leads.ts';
import { webhookEvents } from '#lib/platform/db/schema/webhooks.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { contactBody, sendContact, storedLeads } from '#tests/support/contact.ts';
import { stageEvent } from '#tests/support/providers/hubspot-replies.ts';
import { submit } from '#tests/support/submissions.ts';
import { countsOf, sendCrm, webhookVariables } from '#tests/support/webhooks.ts';
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

describe('many events at once', () => {
  test('let the forms of people go in between', async () => {
    const phones = Array.from({ length: 100 }, (_, i) => contact('phone', `${i}`, START + i));
    const seen: number[] = [];
    let under: boolean = true;
    const sent = send(phones).finally(() => {
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

describe('events of the CRM in any order, late and repeated', () => {
  test('end in the same state', async () => {
    const events = [
      stage('uno', START + 1000),
      stage('dos', START + 2000),
      stage('uno', START + 3000),
      stage('tres', START + 3000),
      stage('otra', START + 4000),
      stage('cuatro', START + 2500),
      contact('phone', '111', START + 1000),
      contact('phone', '222', START + 2000),
      contact('phone', '111', START + 3000),
      contact('phone', '333', START + 3000),
      contact('firstname', 'Anita', START + 2000),
      contact('lastname', 'Soto', START + 1000),
      contact('firstname', 'Ana María', START + 4000),
      contact('email', 'x@y.cl', START + 4000),
    ];
    const before = await storedLeads();
    const tell = async (order: readonly object[]) => {
      await getDb().write(async (tx) => {
        await tx.delete(webhookEvents);
        await tx.delete(leadEvents);
        for (const { id, ...row } of before)
          await tx.update(leads).set(row).where(eq(leads.id, id));
      });
      for (const event of order) await sendCrm(event);
      return (await storedLeads()).map(({ state, stateAt, name, phone, email }) => [
        state,
        stateAt,
        name,
        phone,
        email,
      ]);
    };
    const expected = await tell(events);
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
          expect(await tell(order)).toEqual(expected);
        },
      ),
      { numRuns: 20 },
    );
  });
});
