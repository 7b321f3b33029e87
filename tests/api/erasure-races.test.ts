import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { deliveryHandlers } from '#lib/background/delivery-handlers.ts';
import { createWorker, type DeliveryHandler } from '#lib/domain/deliveries/worker.ts';
import { leadRefOf } from '#lib/domain/requests/leads/view.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { appWorker, deliverDue } from '#tests/support/delivery-worker.ts';
import { deliverErasureTasks, eraseSingleLead, rowsContaining } from '#tests/support/erasure.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { shownLinkToken } from '#tests/support/mailed-links.ts';
import { pauseNextCall } from '#tests/support/pausable-call.ts';
import { postForm } from '#tests/support/post-form.ts';
import { startHubspot } from '#tests/support/providers/hubspot.ts';
import { bookingEvent } from '#tests/support/providers/scheduling.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { sendCrmWebhook, sendSchedulingEvent, webhookVariables } from '#tests/support/webhooks.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const hubspot = forEachTest(() => startHubspot({ isSetUp: true }));
const variables = { ...webhookVariables, RATE_LIMITS: 'off' };
const world = worldForTest(() => ({ ...hubspot.variables, ...variables }));

const email = 'qzorro@constructora.cl';
const request = { ...publicBody, email };

async function eraseByAddress(): Promise<void> {
  const { cookies } = await makeAdvisor('eva@resguardo.cl');
  const done = await api('/api/admin/people/erase', { json: { email }, cookies });
  expect(done.status).toBe(200);
}

test('a contact that another lead brings to the CRM during an erasure by address is removed as well', async () => {
  await sendRequest(request);
  await deliverDue();
  await sendRequest({ ...request, nombreEmpresaOferente: 'Otra SpA' });
  hubspot.failNext({ how: 'late', ms: 0 });
  hubspot.failNext({ how: 'status', status: 500 });
  await deliverDue();
  world.advance(10_000);
  const upsert = pauseNextCall('batch/upsert');
  const again = appWorker().step();
  await upsert.there;
  await eraseByAddress();
  upsert.go();
  await again;
  await deliverErasureTasks(world);
  expect(hubspot.contacts).toEqual([]);
  expect(await rowsContaining([email])).toEqual([]);
});

const notices = (eventId: number, propertyName: string, propertyValue: string) => ({
  ...{ eventId, subscriptionId: 1, portalId: 1, occurredAt: world.now() + eventId },
  ...{ subscriptionType: 'contact.propertyChange', objectId: 500, propertyName, propertyValue },
});

test.each([
  ['no lead', async () => {}],
  ['a lead that it was never told of', () => sendRequest(request)],
])(
  'events of the CRM about her contact, earlier and later ones, are erased with her address when she has %s',
  async (_, has) => {
    await sendCrmWebhook([
      notices(1, 'email', 'Qzorro@Constructora.cl'),
      notices(2, 'firstname', 'Qzorrita'),
    ]);
    await sendCrmWebhook([{ ...notices(3, 'firstname', 'Beatriz'), objectId: 501 }]);
    await has();
    await eraseByAddress();
    await sendCrmWebhook([notices(4, 'lastname', 'Qzorrilla')]);
    expect(await rowsContaining(['qzorr'])).toEqual([]);
    expect(await rowsContaining(['Beatriz'])).not.toEqual([]);
  },
);

test('the CRM note of a meeting is removed with its erased request, while another request and its meeting stay', async () => {
  const { id } = await sendRequest(request);
  const { id: storedRows } = await sendRequest({ ...request, nombreEmpresaOferente: 'Otra SpA' });
  await deliverDue();
  for (const lead of [id, storedRows]) {
    const leadRef = leadRefOf(lead);
    await sendSchedulingEvent(bookingEvent({ uid: `r${lead}`, email, name: 'Ana Muñoz', leadRef }));
    await deliverDue();
  }
  const meetings = () => hubspot.notes.filter((note) => JSON.stringify(note).includes('evento-'));
  const [, another] = meetings();
  expect(another).toBeDefined();
  await eraseSingleLead(id);
  world.advance(5000);
  await deliverDue();
  expect(meetings()).toEqual([another]);
  expect(hubspot.contacts).toHaveLength(1);
});

test('"Pedir otra" pressed at the moment of the erasure begins no draft', async () => {
  const { id, submissionId } = await sendRequest(request);
  const path = `/comprobante/${await shownLinkToken('receipt', submissionId)}`;
  const busy = Promise.withResolvers<void>();
  const ahead = getDb().write(() => busy.promise);
  const erasing = eraseSingleLead(id);
  const pressed = postForm(`${path}/otra`, { form: {}, cookies: {} });
  // The press has read the request by then, and its write waits behind the erasure.
  setTimeout(busy.resolve, 100);
  await Promise.all([ahead, erasing]);
  expect((await pressed).headers.get('location')).toBe(`${path}?error=not_found`);
  expect(await getDb().read.all(sql`select id from drafts`)).toEqual([]);
});

test('a contact that had another person’s address for a while is removed with its own request', async () => {
  const { id } = await sendRequest(request);
  await deliverDue();
  const properties = hubspot.contacts[0]?.properties ?? {};
  const luis = { ...request, email: 'luis@otra.cl' };
  properties.email = luis.email;
  hubspot.failNext({ how: 'status', status: 500 });
  await sendRequest(luis);
  await deliverDue();
  const news = { eventId: 'e1', externalId: hubspot.contacts[0]?.id, email: luis.email };
  await sendCrmWebhook([{ ...news, occurredAt: world.now() }]);
  properties.email = email;
  world.advance(10_000);
  await deliverDue();
  await eraseSingleLead(id);
  await deliverErasureTasks(world);
  expect(hubspot.contacts.map((contact) => contact.properties.email)).toEqual([luis.email]);
});

test('a contact that reaches the CRM after the first removal is removed later, although the clock was put back', async () => {
  const { id } = await sendRequest(request);
  const upsert = pauseNextCall('batch/upsert');
  const works: Promise<unknown>[] = [];
  const collected: Record<string, DeliveryHandler> = {
    'lead.crm': (...args) => {
      const work = deliveryHandlers['lead.crm'](...args);
      works.push(work);
      return work;
    },
  };
  const slow = createWorker({ handlers: collected, random: () => 0.5, timeoutMs: 100 }).step();
  await upsert.there;
  await slow;
  await eraseSingleLead(id);
  world.advance(-60_000);
  const restarted = appWorker();
  restarted.start();
  const looks = () =>
    getDb().read.all(
      sql`select 1 from deliveries where kind = 'lead.crm-erase' and state = 'sent'`,
    );
  await waitFor(async () => (await looks()).length > 0);
  await restarted.stop();
  upsert.go();
  await Promise.allSettled(works);
  expect(hubspot.contacts).toHaveLength(1);
  await deliverErasureTasks(world);
  expect(hubspot.contacts).toEqual([]);
});

test('a contact that had another person’s address is removed although a request of that person is linked to it', async () => {
  const { id } = await sendRequest(request);
  await deliverDue();
  const properties = hubspot.contacts[0]?.properties ?? {};
  const luis = { ...request, email: 'luis@otra.cl' };
  properties.email = luis.email;
  await sendRequest(luis);
  await deliverDue();
  properties.email = email;
  await sendRequest({ ...luis, nombreEmpresaOferente: 'Otra SpA' });
  await deliverDue();
  await eraseSingleLead(id);
  await deliverErasureTasks(world);
  expect(hubspot.contacts.map((contact) => contact.properties.email)).toEqual([luis.email]);
});

test.each([
  ['another contact', { externalId: '555' }],
  ['nothing else', {}],
  ['nothing else, and a stage', { stage: 'en-revision' }],
  ['an unknown deal', { externalId: '777', stage: 'x1' }],
  ['blanks around it', { externalId: '555', email: ` ${email} ` }],
])(
  'a CRM event that names her address and %s is erased with her last request',
  async (_, about) => {
    for (const token of [hubspot.token, undefined]) {
      const { id } = await sendRequest({ ...request, nombreEmpresaOferente: `SpA ${token}` });
      await deliverDue();
      const news = { eventId: `e${id}`, email, firstname: 'Qzorrita', occurredAt: world.now() };
      await sendCrmWebhook([{ ...news, ...about }]);
      await eraseSingleLead(id);
      await deliverErasureTasks(world);
      expect(await rowsContaining([email, 'Qzorrita'])).toEqual([]);
      Object.assign(getEnv().hubspot, { token: undefined });
    }
  },
);
