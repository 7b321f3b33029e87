import { expect, test } from 'vitest';
import { findBuyer } from '#lib/domain/marketplace/reads/companies.ts';
import { searchTenders } from '#lib/domain/marketplace/reads/search-tenders.ts';
import {
  upsertBuyers,
  upsertListedTenders,
  upsertTender,
} from '#lib/domain/marketplace/writes/upsert-marketplace.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { marketplaceTenders } from '#lib/platform/db/schema/marketplace.ts';
import { tenderOf } from '#lib/platform/mercado-publico/mapper.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();
const CODE = '3667-12-LP26';
const OTHER = '3667-13-LP26';

test('a later answer that omits known fields of a tender or its buyer removes none of them', async () => {
  const tender = tenderOf({ CodigoExterno: CODE });
  if (!tender) throw new Error('no tender');
  const known = { ...tender, buyerCode: '9', buyerName: 'Mostazal', buyerRut: '69080500-6' };
  await upsertTender({ ...known, name: 'Caminos', closesAt: 1000 }, world.now());
  await upsertTender({ ...known, buyerRut: null }, world.now());
  expect(await findBuyer('9')).toMatchObject({ rut: '69080500-6' });
  const listed = { code: CODE, name: 'Caminos', stateCode: 5, closesAt: 2000 };
  const list = (row: Partial<typeof listed> | object, day: string) =>
    upsertListedTenders([{ ...listed, ...row }], { day, now: world.now() });
  await list({}, '2026-11-20');
  await list({ stateCode: null, closesAt: null }, '2026-11-19');
  await upsertBuyers([{ code: '9', name: 'Municipalidad de Mostazal' }], world.now());
  const bought = { day: '2026-11-20', buyerCode: '9', now: world.now() };
  await upsertListedTenders([listed, { ...listed, code: OTHER }], bought);
  expect((await searchTenders({ closingFrom: 0 })).tenders).toMatchObject([
    { code: CODE, buyerName: 'Mostazal' },
    { code: OTHER, buyerName: 'Municipalidad de Mostazal' },
  ]);
  const [row] = await getDb().read.select().from(marketplaceTenders);
  expect(row).toMatchObject({
    ...{ code: CODE, stateCode: 5, state: 'Publicada', closesAt: 2000 },
    ...{ buyerCode: '9', buyerName: 'Mostazal', listedOn: '2026-11-20' },
  });
});
