import { DAY } from '#lib/platform/process/durations.ts';
import type { MadeTender } from '#tests/support/providers/mercado-publico-records.ts';

export function createTender(more: Partial<MadeTender> = {}): MadeTender {
  return {
    code: '3667-12-LP26',
    name: 'Mantención de caminos rurales',
    buyer: {
      code: '99101',
      name: 'I MUNICIPALIDAD DE MOSTAZAL',
      rut: '69.080.500-6',
      unit: 'Obras',
      region: 'Región del Libertador General Bernardo O´Higgins',
    },
    publishedAt: '2026-11-20T09:00:00',
    closesAt: '2026-12-01T15:00:00',
    amount: 90_000_000,
    listedOn: ['20112026'],
    ...more,
  };
}

const works = ['Mantención de caminos', 'Aseo de oficinas', 'Suministro de combustible'];

/** Makes tenders that close from now on, one each 14 hours. `today` is as the API takes it. */
export function openTenders(count: number, now = Date.now()) {
  const dayOf = (ms: number) => chileanLocalTime(ms).slice(0, 10).split('-').reverse().join('');
  const today = dayOf(now);
  const tenders = Array.from({ length: count }, (_, n) =>
    createTender({
      code: `3667-${n + 1}-${['LE', 'LR', 'LP', 'O1', 'L1'][n % 5]}26`,
      name: `${works[n % works.length]}, tramo ${n + 1}`,
      closesAt: chileanLocalTime(now + n * 0.6 * DAY + DAY / 24),
      amount: n % 3 ? 9_000_000 * (n + 1) : null,
      // The list of the next day names it too, because the list may be read after midnight.
      listedOn: [today, dayOf(now + DAY)],
    }),
  );
  return { today, tenders };
}

/** Returns a moment as the API writes it: on the clock of Chile, without zone. */
export function chileanLocalTime(ms: number): string {
  return new Date(ms).toLocaleString('sv-SE', { timeZone: 'America/Santiago' }).replace(' ', 'T');
}
