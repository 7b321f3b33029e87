import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { deliveryHandlers } from '#lib/background/delivery-handlers.ts';
import { createWorker, type DeliveryHandler } from '#lib/domain/deliveries/worker.ts';
import { scanWaitingUploads } from '#lib/domain/uploads/writes/scan.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { appWorker, deliverDue } from '#tests/support/delivery-worker.ts';
import { deliverErasureTasks, eraseSingleLead, rowsContaining } from '#tests/support/erasure.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { pauseNextCall } from '#tests/support/pausable-call.ts';
import { EICAR, startClamd } from '#tests/support/providers/clamd.ts';
import { startHubspot } from '#tests/support/providers/hubspot.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { samples } from '#tests/support/sample-files.ts';
import { postUploadProxy, uploadProxyForm } from '#tests/support/upload-client.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const hubspot = forEachTest(() => startHubspot({ isSetUp: true }));
const world = worldForTest(() => ({ ...hubspot.variables, RATE_LIMITS: 'off' }));

const other = { ...publicBody, nombreEmpresaOferente: 'Otra SpA' };

async function later(): Promise<void> {
  for (const minutes of [1, 10, 60]) {
    world.advance(minutes * 60_000);
    await deliverDue();
  }
}

test.each([
  ['at once', async () => {}],
  ['once the CRM has heard of the first', () => appWorker().step()],
])(
  'a CRM contact goes with the last request, of which the CRM never heard, when it is erased %s',
  async (_, wait) => {
    const first = await sendRequest(publicBody);
    await deliverDue();
    hubspot.failNext({ how: 'status', status: 401 });
    const second = await sendRequest(other);
    await deliverDue();
    await eraseSingleLead(first.id);
    world.advance(5 * 60_000);
    await getDb().write((tx) =>
      tx.run(sql`update deliveries set due_at = 9e15
    where partition = ${`lead:${second.id}/crm`}`),
    );
    await wait();
    expect(hubspot.contacts).toHaveLength(1);
    await eraseSingleLead(second.id);
    await later();
    expect(hubspot.contacts).toEqual([]);
  },
);

test('a contact that reaches the CRM while both its requests are erased is removed afterwards', async () => {
  hubspot.failNext({ how: 'late', ms: 0 });
  hubspot.failNext({ how: 'status', status: 500 });
  const first = await sendRequest(publicBody);
  await deliverDue();
  const second = await sendRequest(other);
  await deliverDue();
  world.advance(10_000);
  const upsert = pauseNextCall('batch/upsert');
  const again = appWorker().step();
  await upsert.there;
  await eraseSingleLead(first.id);
  await eraseSingleLead(second.id);
  await appWorker().step();
  upsert.go();
  await again;
  await later();
  expect(hubspot.contacts).toEqual([]);
  expect(await rowsContaining([publicBody.email])).toEqual([]);
});

test('a CRM note that arrives after the queue stopped waiting is removed when its request was erased', async () => {
  await sendRequest(other);
  await deliverDue();
  const { id } = await sendRequest(publicBody);
  const note = pauseNextCall('objects/notes');
  let work: Promise<unknown> = Promise.resolve();
  const handlers: Record<string, DeliveryHandler> = {
    'lead.crm': (...args) => {
      work = deliveryHandlers['lead.crm'](...args);
      return work;
    },
  };
  const slow = createWorker({ handlers, random: () => 0.5, timeoutMs: 100 }).step();
  await note.there;
  await slow;
  await eraseSingleLead(id);
  await deliverDue();
  note.go();
  await work;
  await deliverErasureTasks(world);
  expect(hubspot.notes).toHaveLength(1);
  expect(hubspot.contacts).toHaveLength(1);
});

test('a file of two requests, found infected between their erasures, leaves its name nowhere', async () => {
  const clamd = await startClamd();
  await world.reopen({ ...clamd.variables, RATE_LIMITS: 'off' });
  clamd.fail('hang-up');
  const virus = Buffer.concat([samples.pdf, Buffer.from(EICAR)]);
  const { body } = await postUploadProxy(uploadProxyForm(virus, 'Bases Qzorrilla.pdf'));
  const first = await sendRequest({ ...publicBody, contratoUrl: body.downloadUrl });
  const second = await sendRequest({ ...other, contratoUrl: body.downloadUrl });
  await eraseSingleLead(second.id);
  clamd.fail(null);
  await scanWaitingUploads();
  await eraseSingleLead(first.id);
  expect(await rowsContaining(['Qzorrilla'])).toEqual([]);
});

test('a contact that the CRM received while the app was stopping is removed when its request is erased', async () => {
  const { id } = await sendRequest(publicBody);
  hubspot.failNext({ how: 'late', ms: 300 });
  const stopped = appWorker({ graceMs: 20 });
  stopped.start();
  await waitFor(() => hubspot.contacts[0]);
  await stopped.stop();
  await eraseSingleLead(id);
  await later();
  expect(hubspot.contacts).toEqual([]);
});
