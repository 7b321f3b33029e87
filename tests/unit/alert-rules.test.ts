import { describe, expect, test } from 'vitest';
import { lapseSentence, lapseText } from '#lib/domain/alerts/copy.ts';
import { alertLevelOf, daysLeftUntil, levelBounds } from '#lib/domain/alerts/rules.ts';
import { addDays, endOfDay } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';

const utc = (text: string) => Date.parse(`${text}Z`);

describe('the days until an expiry', () => {
  test('are days of the calendar in Santiago, not periods of 24 hours', () => {
    const lastDay = endOfDay('2026-11-25');
    expect(daysLeftUntil(lastDay, utc('2026-11-20T03:00:00'))).toBe(5);
    expect(daysLeftUntil(lastDay, utc('2026-11-20T02:59:59'))).toBe(6);
    expect(daysLeftUntil(lastDay, lastDay)).toBe(0);
    expect(daysLeftUntil(lastDay, lastDay + 1)).toBe(-1);
    expect(daysLeftUntil(utc('2026-11-25T03:00:00'), utc('2026-11-25T02:59:59'))).toBe(1);
  });

  test.each([
    ['2026-04-04', 'the clocks go back: Saturday has 25 hours'],
    ['2026-09-05', 'the clocks go forward: Sunday begins at one'],
    ['2027-04-03', ''],
    ['2027-09-04', ''],
    ['2026-12-31', 'the year ends'],
    ['2028-02-28', 'a leap year'],
  ])('fall by one a day around %s %s', (date) => {
    for (let i = -3; i <= 3; i++) {
      const day = addDays(date, i);
      const end = endOfDay(day);
      expect([isoDay(end), isoDay(end + 1)]).toEqual([day, addDays(day, 1)]);
      expect(daysLeftUntil(endOfDay(addDays(day, 30)), end)).toBe(30);
      expect(daysLeftUntil(endOfDay(addDays(day, 30)), end + 1)).toBe(29);
      expect(daysLeftUntil(endOfDay(addDays(day, -200)), end)).toBe(-200);
    }
  });
});

describe('the levels of alerts', () => {
  test('are critical up to 7 days, danger up to 15 and warning up to 30', () => {
    const found = [-400, -1, 0, 7, 8, 15, 16, 30, 31].map(alertLevelOf);
    expect(found).toEqual([
      'critical',
      'critical',
      'critical',
      'critical',
      'danger',
      'danger',
      'warning',
      'warning',
      null,
    ]);
  });

  test('have bounds in time that match the days, all year round', () => {
    for (let i = 0; i < 400; i++) {
      const today = addDays('2026-01-01', i);
      const at = endOfDay(addDays(today, -1)) + 1;
      for (const [level, bound] of Object.entries(levelBounds(today))) {
        expect(alertLevelOf(daysLeftUntil(bound, at))).toBe(level);
        expect(alertLevelOf(daysLeftUntil(bound + 1, at))).not.toBe(level);
      }
    }
  });
});

test('a lapse is written in words', () => {
  expect([-3, -1, 0, 1, 5, 366].map((days) => lapseText(days, '01-01-2030'))).toEqual([
    'venció hace 3 días',
    'venció ayer',
    'vence hoy',
    'vence mañana',
    'vence en 5 días',
    'vence el 01-01-2030',
  ]);
  expect(lapseSentence(5, endOfDay('2026-11-25'))).toBe('Vence en 5 días, el 25-11-2026.');
  expect(lapseSentence(1137, endOfDay('2030-01-01'))).toBe('Vence el 01-01-2030.');
});
