import { expect, test } from 'vitest';
import { getCrm } from '#lib/platform/crm/client.ts';
import { startHubspot } from '#tests/support/providers/hubspot.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const hubspot = forEachTest(() => startHubspot());
worldForTest(() => hubspot.variables);

const ana = { email: 'ana@constructora.cl', firstName: 'Ana', phone: '+56 9 1234 5678' };

test('HubSpot keeps a contact’s telephone when a later form leaves it empty', async () => {
  await getCrm().upsertContact({ ...ana, email: 'luis@otra.cl', phone: '' });
  await getCrm().upsertContact(ana);
  await getCrm().upsertContact({ ...ana, phone: '', firstName: 'Ana María' });
  expect(
    hubspot.contacts.map(({ properties }) => [properties.firstname, properties.phone]),
  ).toEqual([
    ['Ana', undefined],
    ['Ana María', ana.phone],
  ]);
});
