import { expect, test } from 'vitest';
import { listGuaranteePage } from '#lib/domain/issued-guarantees/reads/admin-list.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { marketplaceTenders } from '#lib/platform/db/schema/marketplace.ts';
import { putIssued } from '#tests/support/issued.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });

test("an owner finds guarantees by kind, state, wording and the tender's name too", async () => {
  await putIssued([
    {
      type: 'cumplimiento',
      validFrom: '2026-10-01',
      validTo: '2026-12-01',
      glosa: 'Para cubrir la demolición',
    },
    { type: 'seriedad', validFrom: '2025-10-01', validTo: '2026-01-01' },
    { type: 'seriedad', validTo: '2028-01-01', tenderId: '1234-5-LP26' },
    {
      type: 'anticipo',
      validTo: '2026-12-05',
      reported: 'cobrada',
      claimed: '500000',
      glosa: 'Por el anticipo',
    },
    {
      type: 'anticipo',
      validTo: '2027-12-05',
      reported: 'cobrada',
      claimed: '500000',
      glosa: 'Por el anticipo',
    },
  ]);
  const tender = { code: '1234-5-LP26', name: 'Puente Peatonal Los Aromos', type: 'LP' };
  await getDb().write((tx) =>
    tx.insert(marketplaceTenders).values({ ...tender, seenAt: world.now() }),
  );
  const found = async (q: string, whose: { owner?: string }) =>
    (await listGuaranteePage({ q, ...whose, now: world.now() })).rows.map(({ number }) => number);
  const own = (q: string) => found(q, { owner: 'ana@constructora.cl' });
  expect(await own('fiel cumplimiento')).toEqual([1]);
  expect(await own('Seriedad')).toEqual([3, 2]);
  // A partly claimed guarantee goes on for the rest, and ends too.
  expect(await own('por vencer')).toEqual([4, 1]);
  expect(await own('seriedad vencidas')).toEqual([2]);
  expect(await own('demolicion')).toEqual([1]);
  expect(await own('puente aromos')).toEqual([3]);
  expect(await found('seriedad', {})).toEqual([]);
});
