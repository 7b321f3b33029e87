import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { linkLead } from '#lib/domain/crm/writes/link-lead.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { makeUser, PASSWORD, personBody } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import {
  deliverErasureTasks,
  eraseLead,
  rowProblems,
  rowsContaining,
} from '#tests/support/erasure.ts';
import { insertLeads, sendRequest } from '#tests/support/leads.ts';
import { startHubspot } from '#tests/support/providers/hubspot.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const hubspot = forEachTest(() => startHubspot());
const world = worldForTest(() => ({ ...hubspot.variables, RATE_LIMITS: 'off' }));

const count = async (from: string) => {
  const [row] = await getDb().read.all<{ n: number }>(sql.raw(`select count(*) as n from ${from}`));
  return row?.n;
};
const left = () => count('leads where erased_at is null');

/** Makes one lead that the CRM knows, and more than one transaction takes. Returns the last id. */
async function many(more = 501): Promise<number> {
  await sendRequest(publicBody);
  await deliverDue();
  expect(hubspot.contacts).toHaveLength(1);
  return (await insertLeads(Array.from({ length: more }, () => ({})))).at(-1) ?? 0;
}

/** Stops the erasure after the first 500, like a process that ends there. */
const cutOff = () =>
  getDb().client.execute(`create trigger cut before update of erased_at on leads
    when (select count(*) from leads where erased_at is not null) >= 500
    begin select raise(abort, 'cut off'); end`);
const goOn = () => getDb().client.execute('drop trigger cut');

async function nothingIsLeft() {
  await deliverErasureTasks(world);
  expect([await left(), hubspot.contacts]).toEqual([0, []]);
  expect(await rowsContaining([personBody.email, 'Muñoz'])).toEqual([]);
  expect(await rowProblems()).toEqual([]);
}

const deleteAccount = (cookies: Record<string, string>) =>
  api('/api/account/delete', { json: { sent: 'erase', password: PASSWORD }, cookies });

test('a person with more leads than one transaction takes is erased completely, also in the CRM', async () => {
  const { cookies } = await makeUser();
  await many();
  expect((await deleteAccount(cookies)).status).toBe(200);
  expect(await count('accounts')).toBe(0);
  await nothingIsLeft();
});

test('after an erasure is cut off halfway the account still exists, and deleting it again finishes the erasure', async () => {
  const { cookies } = await makeUser();
  await many();
  await cutOff();
  expect((await deleteAccount(cookies)).status).toBe(500);
  expect([await count('accounts'), await left()]).toEqual([1, 2]);
  await goOn();
  expect((await deleteAccount(cookies)).status).toBe(200);
  expect(await count('accounts')).toBe(0);
  await nothingIsLeft();
});

test.each([501, 499])(
  'an advisor who erases one lead of a person also erases the %i others',
  async (more) => {
    const last = await many(more);
    const jefa = await makeAdvisor('jefa@resguardo.cl');
    // `first` sorts first by every key except the time of the click.
    const first = last - more;
    if (more === 501) {
      await cutOff();
      expect((await eraseLead(first, jefa)).status).toBe(500);
      expect(await left()).toBe(2);
      await goOn();
    }
    expect((await eraseLead(first, jefa)).status).toBe(200);
    await nothingIsLeft();
  },
);

test('a CRM contact that another address shares stays when one person is erased', async () => {
  const last = await many();
  const [luis = 0] = await insertLeads([{ email: 'luis@otra.cl', name: 'Luis', answers: {} }]);
  await linkLead(luis, { crmContactId: hubspot.contacts[0]?.id ?? '' }, world.now());
  await eraseLead(last, await makeAdvisor('jefa@resguardo.cl'));
  await deliverDue();
  expect([await left(), hubspot.contacts.length]).toEqual([1, 1]);
});

test('erasing a lead whose delivery to a CRM that is not set up is claimed leaves no address behind', async () => {
  await world.reopen({ RATE_LIMITS: 'off' });
  const { id } = await sendRequest(publicBody);
  await getDb().client.execute(
    `update deliveries set lease_owner = 'otro', attempts = 1 where channel = 'crm'`,
  );
  expect((await eraseLead(id, await makeAdvisor('eva@resguardo.cl'))).status).toBe(200);
  expect(await rowsContaining([publicBody.email])).toEqual([]);
});
