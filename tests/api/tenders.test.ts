import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { AWARDED, PUBLISHED, REVOKED, SUSPENDED } from '#lib/domain/marketplace/rules.ts';
import { liveRequestCondition } from '#lib/domain/tenders/reads.ts';
import { awardHash } from '#lib/domain/tenders/rules.ts';
import { instantInChile } from '#lib/platform/chile/chile-time.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { watchedTenders } from '#lib/platform/db/schema/tenders.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { moveRequest, recordIssued, reportEvent } from '#tests/support/issued.ts';
import { queryPlan } from '#tests/support/query-plan.ts';
import {
  applicant,
  bidBondSection,
  newsOf,
  requestAndCheckTender,
  requestForTender,
  rival,
  TENDER_CODE,
  tendersForTest,
} from '#tests/support/tenders.ts';

const tenders = tendersForTest();
const { world, look, become } = tenders;

const watched = () => getDb().read.select().from(watchedTenders);
const closing = (text: string) => instantInChile(text) ?? 0;

describe('a tender that a request names', () => {
  test('is watched, and its first check makes no news', async () => {
    const { id } = await requestForTender({ idLicitacion: TENDER_CODE.toLowerCase() });
    expect(await watched()).toMatchObject([{ code: TENDER_CODE, knownAt: null, nextAt: 0 }]);
    await look();
    expect(await watched()).toMatchObject([
      { stateCode: 5, closesAt: closing('2026-12-01T15:00:00'), nextAt: world.now() + DAY },
    ]);
    expect(await newsOf(id)).toEqual([]);
    await look();
    expect(tenders.api.calls).toHaveLength(1);
  });

  test('is no longer watched once all its requests ended, and is watched again when one is reopened', async () => {
    const { id } = await requestAndCheckTender();
    await moveRequest(id, 'rechazada');
    await become({ state: SUSPENDED });
    expect(await watched()).toEqual([]);
    expect(tenders.api.calls).toHaveLength(1);
    world.advance(DAY);
    await moveRequest(id, 'en_revision');
    await look();
    expect(await watched()).toMatchObject([{ stateCode: 19 }]);
    expect(await newsOf(id)).toEqual([]);
  });

  test('of an issued request is watched until its guarantee ends', async () => {
    const { id } = await requestForTender();
    await moveRequest(id, 'emitida');
    await look();
    expect(tenders.api.calls).toHaveLength(1);
    await become({}, Date.UTC(2027, 2, 2, 12) - world.now());
    expect(await watched()).toEqual([]);
  });

  test('of a recorded guarantee is watched until the recorded end, which news compare with the tender’s', async () => {
    const { cookies } = await makeAdvisor();
    const { id } = await requestForTender();
    await moveRequest(id, 'aprobada');
    const changes = { validTo: '2027-06-30', glosa: TENDER_CODE, tenderId: TENDER_CODE };
    await recordIssued(cookies, id, { ...changes, differenceReason: 'Cubre más.' });
    await look();
    const guarantees = bidBondSection('01-07-2027');
    await become({ closesAt: '2026-12-10T15:00:00', guarantees });
    expect(await newsOf(id)).toMatchObject([{ short: { until: '2027-06-30' } }]);
    await become({ state: SUSPENDED }, Date.UTC(2027, 5, 30, 12) - world.now());
    expect(await newsOf(id)).toHaveLength(2);
    await become({ state: REVOKED }, DAY);
    expect(await watched()).toEqual([]);
  });

  test('of a guarantee recorded by mistake is compared with the end in the request', async () => {
    const { cookies } = await makeAdvisor();
    const { id } = await requestForTender();
    await moveRequest(id, 'aprobada');
    const changes = { validTo: '2027-06-30', glosa: TENDER_CODE, tenderId: TENDER_CODE };
    const record = await recordIssued(cookies, id, { ...changes, differenceReason: 'Cubre más.' });
    await reportEvent(cookies, record.id, { kind: 'anulada' });
    await look();
    await become({ closesAt: '2026-12-10T15:00:00', guarantees: bidBondSection('15-03-2027') });
    expect(await newsOf(id)).toMatchObject([{ short: { until: '2027-03-01' } }]);
  });

  test('is matched to its requests by indexes, without a scan of a table', async () => {
    const today = isoDay(world.now());
    const plan = await queryPlan(sql`
      select l.id from leads l where l.tender_id = ${TENDER_CODE} and ${liveRequestCondition(today)}`);
    expect(plan.split('\n').length).toBeGreaterThan(3);
    expect(plan).not.toMatch(/^SCAN (?!requested VIRTUAL)/m);
  });

  test('with an invalid id is never asked for at Mercado Público', async () => {
    await requestForTender({ idLicitacion: '1002-182-AG25' });
    await requestAndCheckTender({ idLicitacion: 'la del puente' });
    expect(await watched()).toMatchObject([{ code: '1002-182-AG25', nextAt: null }]);
    expect(tenders.api.calls).toEqual([]);
  });

  test('that Mercado Público does not have is asked for again the next day, and makes no news', async () => {
    const { id } = await requestAndCheckTender({ idLicitacion: '9999-9-LE26' });
    expect(await watched()).toMatchObject([{ knownAt: null, nextAt: world.now() + DAY }]);
    expect(await newsOf(id)).toEqual([]);
  });
});

describe('a change of a tender', () => {
  test('is a line of each request that is still open, and of none that was rejected', async () => {
    const first = await requestForTender();
    const second = await requestForTender({ email: 'beto@obras.cl' });
    const refused = await requestForTender();
    await moveRequest(refused.id, 'rechazada');
    await look();
    await become({ state: SUSPENDED });
    for (const { id } of [first, second]) {
      expect(await newsOf(id)).toEqual([
        { kind: 'tender', actor: 'system', code: TENDER_CODE, what: 'suspended' },
      ]);
    }
    expect(await newsOf(refused.id)).toEqual([]);
    await become({ state: PUBLISHED });
    expect((await newsOf(first.id)).map(({ what }) => what)).toEqual(['suspended', 'resumed']);
  });

  test('of its closing names both times, and a guarantee that ends too soon', async () => {
    const guarantees = bidBondSection('15-03-2027');
    const { id } = await requestAndCheckTender();
    await become({ closesAt: '2026-12-10T15:00:00', guarantees });
    expect(await newsOf(id)).toMatchObject([
      {
        what: 'closing',
        from: closing('2026-12-01T15:00:00'),
        closesAt: closing('2026-12-10T15:00:00'),
        short: { until: '2027-03-01', required: '2027-03-15' },
      },
    ]);
  });

  test.each([
    ['at the same day', '01-03-2027'],
    ['without a day on the page', ''],
  ])('of its closing names no guarantee as ending too soon: %s', async (_, until) => {
    const { id } = await requestAndCheckTender();
    await become({ closesAt: '2026-12-10T15:00:00', guarantees: bidBondSection(until) });
    const [news] = await newsOf(id);
    expect(news).toMatchObject({ what: 'closing' });
    expect(news).not.toHaveProperty('short');
  });

  test('to revoked quotes what its page says about returning guarantees', async () => {
    const restitution = 'Se devuelven dentro de 10 días hábiles desde la revocación.';
    const row = { until: '15-03-2027', amount: '5', unit: '%' };
    const { id } = await requestAndCheckTender();
    await become({
      state: REVOKED,
      guarantees: [
        { ...row, title: 'Garantía de Seriedad de Ofertas', restitution },
        { ...row, title: 'Fiel cumplimiento', restitution: 'Al término del contrato.' },
      ],
    });
    expect(await newsOf(id)).toMatchObject([{ what: 'revoked', words: restitution }]);
  });
});

describe('an award', () => {
  test.each([
    ['to the holder', [applicant], {}, 'holder'],
    ['of one line to the holder', [rival, null, applicant], {}, 'holder'],
    [
      'to a union with the holder in it',
      [{ ...rival, name: 'U.T.P. Caminos Ltda. - Constructora Andes' }],
      {},
      'holder',
    ],
    [
      'to a union that names the RUT',
      [{ ...rival, name: 'Unión Temporal 77.987.654-3 y 76.123.456-0' }],
      {},
      'holder',
    ],
    ['to a union of others', [{ ...rival, name: 'UTP Andes Norte' }], {}, 'others'],
    ['to a namesake', [{ ...rival, name: 'Constructora Andes SpA' }], {}, 'others'],
    ['to others', [rival], {}, 'others'],
    ['without a supplier', [null], {}, undefined],
    ['without a RUT of the holder', [rival], { rutEmpresaOferente: undefined }, undefined],
  ])('%s: the news says whether the guarantee holder won', async (_, awards, changes, to) => {
    const { id } = await requestAndCheckTender(changes);
    await become({ state: AWARDED, awards });
    const [news, ...more] = await newsOf(id);
    expect(more).toEqual([]);
    expect(news).toMatchObject({ what: 'awarded' });
    expect(news?.to).toBe(to);
  });

  test('that grows line by line is announced only to requests whose result changed', async () => {
    const { id } = await requestForTender();
    const other = await requestForTender({
      rutEmpresaOferente: rival.rut,
      nombreEmpresaOferente: 'Caminos',
    });
    await look();
    await become({ state: AWARDED });
    await become({ state: AWARDED, awards: [rival, null] });
    await become({ state: AWARDED, awards: [rival, rival] });
    await become({ state: AWARDED, awards: [rival, applicant] });
    expect((await newsOf(id)).map(({ to }) => to)).toEqual([undefined, 'others', 'holder']);
    expect((await newsOf(other.id)).map(({ to }) => to)).toEqual([undefined, 'holder']);
    await become({ state: REVOKED });
    await become({ state: AWARDED, awards: [applicant] });
    expect((await newsOf(id)).map(({ what }) => what).slice(3)).toEqual(['revoked', 'awarded']);
  });

  test.each([
    ['the suppliers in another order', { awards: [applicant, rival] }],
    ['another amount', { awards: [rival, applicant], amount: 91_000_000 }],
    ['another name of the tender', { awards: [rival, applicant], name: 'Mantención de caminos' }],
    ['another closing', { awards: [rival, applicant], closesAt: '2026-12-09T15:00:00' }],
    ['no supplier', {}],
  ])('that is listed again with %s makes no news', async (_, more) => {
    const { id } = await requestForTender();
    const other = await requestForTender({ rutEmpresaOferente: '78.123.456-7' });
    await look();
    await become({ state: AWARDED, awards: [rival, applicant] });
    const before = await watched();
    await become({ state: AWARDED, ...more });
    expect([await newsOf(id), await newsOf(other.id)]).toMatchObject([
      [{ what: 'awarded', to: 'holder' }],
      [{ what: 'awarded', to: 'others' }],
    ]);
    expect(await watched()).toMatchObject([{ award: before[0]?.award, news: null }]);
  });

  test('stores no name or RUT in the row of the tender', async () => {
    await requestAndCheckTender();
    await become({ state: AWARDED, awards: [applicant] });
    const [row] = await watched();
    expect(row).toMatchObject({ news: null, stateCode: 8 });
    expect(row?.award).toBe(awardHash([{ rut: '76123456-0', name: applicant.name }]));
    expect(JSON.stringify(row)).not.toMatch(/76123456|Andes/);
  });
});
