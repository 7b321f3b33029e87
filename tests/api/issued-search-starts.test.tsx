import { beforeEach, expect, test } from 'vitest';
import GuaranteesPage from '#app/admin/garantias/page.tsx';
import OwnPage from '#app/panel/garantias/page.tsx';
import { searchIssued } from '#lib/domain/issued/desk.ts';
import { createAccount, signIn } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { planOf, putIssued } from '#tests/support/issued-rows.ts';
import { askAs, show } from '#tests/support/page-request.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });
beforeEach(async () => askAs((await makeAdvisor()).cookies));

const found = async (q: string) => (await searchIssued(q)).rows.map(({ number }) => number);

test('finds by how a RUT or a tender begins, however it is written', async () => {
  const own = { email: 'ana@constructora.cl' };
  await putIssued(
    [
      { ...own, beneficiaryRut: '96000001-3' },
      { ...own, tenderId: '5512-45-LP26' },
      { tenderId: '48-5512-LP26' },
    ],
    world.now(),
  );
  for (const start of ['9600', '96.000', '96.000.001', '96000001', '96000001-']) {
    expect(await found(start)).toEqual([1]);
  }
  for (const start of ['5512', '5512-', '5512-45', '5512-45-lp']) {
    expect(await found(start)).toEqual([2]);
  }
  expect(await found('551')).toEqual([2]);
  expect(await found('960')).toEqual([]);
  const none = await show(GuaranteesPage, {}, { q: '5501' });
  expect(none).toContain('Revisa los números');
  expect(none).not.toContain('menos letras');
  expect(await show(GuaranteesPage, {}, { q: 'nadie' })).toContain('Prueba con menos letras');
  askAs(await signIn(await createAccount(own)));
  expect(await show(OwnPage, {}, { q: '5512-45' })).toContain('Encontradas');
  expect(await show(OwnPage, {}, { q: '5501' })).not.toContain('menos letras');
});

test.each([
  ['holder_rut', 'issued_by_holder'],
  ['beneficiary_rut', 'issued_by_beneficiary'],
  ['tender_id', 'issued_by_tender'],
])('reads no more than a range of an index for how %s begins', async (column, index) => {
  const plan = await planOf(`select number from issued_guarantees
    where ${column} >= '4809' and ${column} < '4809~' and number < 9 limit 5000`);
  expect(plan).toContain(index);
  expect(plan).not.toMatch(/SCAN issued|TEMP B-TREE/);
});
