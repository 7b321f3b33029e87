import { describe, expect, test } from 'vitest';
import { listOpenTenders } from '#lib/domain/marketplace/reads/open-tenders.ts';
import type { TenderFilter } from '#lib/domain/marketplace/schema.ts';
import { getMarketplaceReply, listDay, marketplaceForTest } from '#tests/support/marketplace.ts';
import { createTender } from '#tests/support/tender-fixtures.ts';
import { START } from '#tests/support/world.ts';

const { api, world } = marketplaceForTest();

const { buyer } = createTender();
const created = [
  createTender({ code: '1-1-LE26', name: 'Aseo de escuelas', closesAt: '2026-11-20T18:00:00' }),
  createTender({ code: '1-2-LP26', name: 'Aseo de calles', closesAt: '2026-11-23T23:59:00' }),
  createTender({ code: '1-3-LE26', name: 'Caminos', closesAt: '2026-11-24T00:00:00' }),
  createTender({ code: '1-4-LE26', name: 'Cerrada ya', closesAt: '2026-11-20T11:00:00' }),
  createTender({
    code: '2-1-LE26',
    name: 'Mostazal en la alimentación',
    buyer: { ...buyer, code: '7', name: 'JUNTA DE JARDINES', unit: 'Central' },
    closesAt: '2026-12-20T11:00:00',
  }),
];

async function listed(): Promise<void> {
  api.set({ tenders: created });
  await listDay('20112026');
  for (const { code } of created) await getMarketplaceReply(`/api/licitaciones/${code}`);
}

async function codes(filter: TenderFilter): Promise<string[]> {
  const { tenders, count } = await listOpenTenders(filter, world.now());
  expect(count).toBe(tenders.length);
  return tenders.map(({ code }) => code);
}

describe('the list of open tenders', () => {
  test.each<[TenderFilter, string[]]>([
    [{}, ['1-1-LE26', '1-2-LP26', '1-3-LE26', '2-1-LE26']],
    [{ q: 'ase' }, ['1-1-LE26', '1-2-LP26']],
    [{ q: 'aseo', tipo: 'LP' }, ['1-2-LP26']],
    [{ q: 'mostazal' }, ['1-1-LE26', '1-2-LP26', '1-3-LE26', '2-1-LE26']],
    [{ organismo: 'mostazál' }, ['1-1-LE26', '1-2-LP26', '1-3-LE26']],
    [{ organismo: 'obras mosta', q: 'calle' }, ['1-2-LP26']],
    [{ organismo: '"* OR ) NEAR(', q: '")' }, []],
    [{ cierre: '0' }, ['1-1-LE26']],
    [{ cierre: '3' }, ['1-1-LE26', '1-2-LP26']],
    [{ desde: 'x; drop table' }, ['1-1-LE26', '1-2-LP26', '1-3-LE26', '2-1-LE26']],
  ])('filters by %j', async (filter, expected) => {
    await listed();
    expect(await codes(filter)).toEqual(expected);
  });

  test('comes a page at a time, with each tender once', async () => {
    const many = Array.from({ length: 45 }, (_, n) => createTender({ code: `9-${n + 1}-LE26` }));
    api.set({ tenders: many });
    await listDay('20112026');
    const seen: string[] = [];
    for (let desde: string | undefined, page = 0; page < 3; page++) {
      const { tenders, next, count } = await listOpenTenders(desde ? { desde } : {}, START);
      expect(count).toBe(45);
      seen.push(...tenders.map(({ code }) => code));
      desde = next ?? undefined;
    }
    expect(new Set(seen).size).toBe(45);
  });

  test('says that it is stale before anything was listed, and when today’s list is 11 minutes old', async () => {
    expect((await listOpenTenders({}, START)).stale).toEqual({ listedAt: null });
    await listed();
    expect((await listOpenTenders({}, START)).stale).toBeNull();
    api.fail('server-error');
    world.advance(9 * 60_000);
    expect((await listOpenTenders({}, world.now())).stale).toBeNull();
    world.advance(2 * 60_000);
    expect((await listOpenTenders({}, world.now())).stale).toEqual({ listedAt: START });
  });

  test('ends “closing today” at midnight in Chile, also at 21:30', async () => {
    world.advance(9.5 * 60 * 60_000);
    const late = [
      createTender({ code: '1-1-LE26', closesAt: '2026-11-20T23:59:00' }),
      createTender({ code: '1-2-LE26', closesAt: '2026-11-21T09:00:00' }),
    ];
    api.set({ tenders: late });
    await listDay('20112026');
    for (const { code } of late) await getMarketplaceReply(`/api/licitaciones/${code}`);
    expect(await codes({ cierre: '0' })).toEqual(['1-1-LE26']);
    expect((await listOpenTenders({}, world.now())).stale).toBeNull();
  });

  test('of the next three days ends with the last of them, also if the clocks change on it', async () => {
    const created = [
      createTender({ code: '1-1-LE27', closesAt: '2027-09-05T23:59:00', listedOn: ['02092027'] }),
      createTender({ code: '1-2-LE27', closesAt: '2027-09-06T00:30:00', listedOn: ['02092027'] }),
    ];
    world.advance(Date.parse('2027-09-02T12:00:00Z') - START);
    api.set({ tenders: created });
    await listDay('02092027');
    for (const { code } of created) await getMarketplaceReply(`/api/licitaciones/${code}`);
    expect(await codes({ cierre: '3' })).toEqual(['1-1-LE27']);
  });

  test('is empty and not configured without a ticket', async () => {
    await world.reopen();
    expect(await listOpenTenders({}, START)).toMatchObject({ isConfigured: false, tenders: [] });
  });
});
