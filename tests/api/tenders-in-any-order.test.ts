import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantInChile } from '#lib/platform/chile/chile-time.ts';
import { DAY, MINUTE } from '#lib/platform/process/durations.ts';
import { forget } from '#lib/platform/process/singleton.ts';
import { rowProblems } from '#tests/support/erasure.ts';
import { moveRequest } from '#tests/support/issued.ts';
import type { MarketplaceTrouble } from '#tests/support/providers/mercado-publico.ts';
import type { MadeTender } from '#tests/support/providers/mercado-publico-records.ts';
import { createTender } from '#tests/support/tender-fixtures.ts';
import {
  applicant,
  newsOf,
  requestForTender,
  rival,
  tendersForTest,
} from '#tests/support/tenders.ts';

const tenders = tendersForTest();

const truth = fc.record({
  state: fc.constantFrom(5, 6, 7, 8, 18, 19),
  closesAt: fc.constantFrom('2026-12-01T15:00:00', '2026-12-09T15:00:00', '2027-01-05T12:00:00'),
  awards: fc.constantFrom<NonNullable<MadeTender['awards']>>(
    [],
    [applicant],
    [rival],
    [rival, applicant],
    [null],
  ),
});
const trouble = fc.constantFrom<MarketplaceTrouble | null>(
  null,
  null,
  null,
  'html',
  'server-error',
);
const days = fc.array(fc.tuple(truth, trouble), { minLength: 1, maxLength: 12 });

type Day = typeof truth extends fc.Arbitrary<infer Truth> ? [Truth, null] : never;

/** The tender is awarded, opened again, and awarded to the same winner, named a day later. */
const closesAt = '2026-12-01T15:00:00';
const awardedAnew: Day[] = [
  [{ state: 8, closesAt, awards: [applicant] }, null],
  [{ state: 5, closesAt, awards: [applicant] }, null],
  [{ state: 8, closesAt, awards: [] }, null],
  [{ state: 8, closesAt, awards: [applicant] }, null],
];

const words: Record<number, string> = {
  7: 'deserted',
  8: 'awarded',
  18: 'revoked',
  19: 'suspended',
};

test('whatever a tender does, the last lines of a request tell its status, and no line repeats the one before', async () => {
  await fc.assert(
    fc.asyncProperty(days, async (course) => {
      const { world, api } = tenders;
      const { id } = await requestForTender();
      api.set({ tenders: [createTender()] });
      world.advance(DAY);
      await tenders.look();
      const before = (await newsOf(id)).length;
      for (const [created, fault] of course) {
        api.set({ tenders: [createTender(created)] });
        world.advance(DAY);
        if (fault) api.fail(fault);
        await tenders.look();
        api.recover();
        forget('marketplace-refused');
      }
      world.advance(10 * MINUTE);
      await tenders.look();
      const news = (await newsOf(id)).slice(before);
      const states = news.filter(({ what }) => what !== 'closing');
      for (const [n, line] of states.entries()) {
        const { what: subject, to } = states[n - 1] ?? {};
        expect({ what: subject, to }).not.toEqual({ what: line.what, to: line.to });
      }
      const last = course.at(-1)?.[0];
      if (!last) return;
      const notices = states.at(-1);
      if (words[last.state]) expect(notices?.what).toBe(words[last.state]);
      else
        expect(['resumed', undefined]).toContain(
          notices?.what === 'awarded' ? undefined : notices?.what,
        );
      const isHolder = last.awards.some((award) => award === applicant);
      if (last.state === 8 && last.awards.some(Boolean))
        expect(notices?.to).toBe(isHolder ? 'holder' : 'others');
      const closings = news.filter(({ what }) => what === 'closing');
      for (const [n, line] of closings.entries())
        if (n > 0) expect(line.closesAt).not.toBe(line.from);
      if (last.state === 5 && closings.length > 0) {
        const now = instantInChile(last.closesAt);
        expect([closings.at(-1)?.closesAt, closings.at(-1)?.from]).toContain(now);
      }
      await moveRequest(id, 'rechazada');
    }),
    { numRuns: 20, examples: [[awardedAnew]] },
  );
  expect(await rowProblems()).toEqual([]);
});
