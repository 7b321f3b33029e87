import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Retention } from '#components/privacy/retention.tsx';
import { jobs, sweep } from '#lib/background/sweeper.ts';
import { retentionDays, retentionText } from '#lib/domain/privacy/rules.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';
import { rowProblems } from '#tests/support/erasure.ts';
import { putIssued } from '#tests/support/issued.ts';
import { insertLead, insertLeads, leadOf, sendRequest } from '#tests/support/leads.ts';
import { textOf } from '#tests/support/page-request.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });

const isErased = async (id: number) => (await leadOf(id)).erasedAt !== null;

async function issued(until: string, at: number): Promise<number> {
  const garantias = [{ ...publicBody.garantias[0], vigenciaHasta: until }];
  const { id } = await sendRequest({ ...publicBody, garantias });
  await getDb().client.execute({
    sql: `update leads set state = 'emitida', state_at = ? where id = ?`,
    args: [at, id],
  });
  return id;
}

test('messages and requests are erased when their time is over, and not before', async () => {
  const message = await insertLead();
  const { id: request } = await sendRequest(publicBody);
  const { id: moved } = await sendRequest(publicBody);
  const stateAt = world.now() + 30 * DAY;
  await getDb().client.execute({
    sql: `update leads set state = 'rechazada', state_at = ? where id = ?`,
    args: [stateAt, moved],
  });
  world.advance(retentionDays.message * DAY - 1000);
  await jobs.erasures(world.now());
  expect([await isErased(message), await isErased(request)]).toEqual([false, false]);
  world.advance(2000);
  await jobs.erasures(world.now());
  await jobs.erasures(world.now());
  expect([await isErased(message), await isErased(request), await isErased(moved)]).toEqual([
    true,
    true,
    false,
  ]);
  world.advance(30 * DAY);
  await jobs.erasures(world.now());
  expect(await isErased(moved)).toBe(true);
  expect(await rowProblems()).toEqual([]);
});

test('a request with an issued guarantee is kept six years, and longer while the guarantee runs', async () => {
  const [short, long] = [
    await issued('2027-03-01', world.now()),
    await issued('2040-03-01', world.now()),
  ];
  world.advance(retentionDays.issuedRequest * DAY - 1000);
  await jobs.erasures(world.now());
  expect([await isErased(short), await isErased(long)]).toEqual([false, false]);
  world.advance(2000);
  await jobs.erasures(world.now());
  expect([await isErased(short), await isErased(long)]).toEqual([true, false]);
  world.advance(8 * 365 * DAY);
  await jobs.erasures(world.now());
  expect(await isErased(long)).toBe(true);
});

test('a request with an issued guarantee is kept until the guarantee’s last day is over in Chile', async () => {
  // 21:30 in Chile is the next day by UTC.
  world.advance(9.5 * HOUR);
  const six = retentionDays.issuedRequest * DAY + 1000;
  const until = isoDay(world.now() + six);
  const id = await issued(until, world.now());
  // A record counts by its own end, and by the day until which it may be claimed.
  const recorded = await issued('2027-03-01', world.now());
  const { submissionId } = await leadOf(recorded);
  await putIssued([{ submissionId, item: 0, validTo: '2027-04-01', claimUntil: until }]);
  world.advance(six);
  await jobs.erasures(world.now());
  expect([await isErased(id), await isErased(recorded)]).toEqual([false, false]);
  world.advance(2.5 * HOUR);
  await jobs.erasures(world.now());
  expect([await isErased(id), await isErased(recorded)]).toEqual([true, true]);
});

test.each<[validTo: string, claimUntil: string | null, isKept: boolean]>([
  ['2040-03-01', null, true],
  ['2040-03-01', '2027-06-01', true],
  ['2027-04-01', '2040-03-01', true],
  ['2027-04-01', null, false],
  ['2027-04-01', '2027-06-01', false],
])(
  'a guarantee valid until %s and claimable until %s keeps its request: %s',
  async (validTo, claimUntil, isKept) => {
    // A record of another request says nothing about this one.
    const [id, other] = [
      await issued('2027-03-01', world.now()),
      await issued('2027-03-01', world.now()),
    ];
    const records = [
      { id, validTo, claimUntil },
      { id: other, validTo: isKept ? '2027-04-01' : '2040-03-01', claimUntil: null },
    ];
    for (const { id: lead, ...ends } of records) {
      const { submissionId } = await leadOf(lead);
      await putIssued([{ submissionId, item: 0, ...ends }]);
    }
    world.advance(retentionDays.issuedRequest * DAY + 1000);
    await jobs.erasures(world.now());
    expect([await isErased(id), await isErased(other)]).toEqual([!isKept, isKept]);
  },
);

test('erasures of old leads go on in the next round, and wait while the clock is in doubt', async () => {
  await insertLeads(Array.from({ length: 60 }, () => ({})));
  world.advance((retentionDays.message + 1) * DAY);
  await sweep({ isClockInDoubt: true });
  const left = async () =>
    Number(
      (await getDb().client.execute('select count(*) as n from leads where erased_at is null'))
        .rows[0]?.n,
    );
  expect(await left()).toBe(60);
  await jobs.erasures(world.now());
  expect(await left()).toBe(10);
  await jobs.erasures(world.now());
  expect(await left()).toBe(0);
});

test('the privacy page names the times of the retention rules', () => {
  const text = textOf(renderToStaticMarkup(Retention()));
  for (const kind of Object.keys(retentionDays)) {
    expect(text).toContain(retentionText(kind as keyof typeof retentionDays));
  }
  expect(text).not.toMatch(/al menos|el tiempo que la ley/);
  expect(retentionText('issuedRequest')).toBe('6 años');
  expect(retentionText('pendingUpload')).toBe('24 horas');
});
