import { expect, test } from 'vitest';
import { freeDays } from '#lib/domain/bookings/rules.ts';
import { callOffer, closingChoiceOf } from '#lib/domain/requests/leads/rules.ts';

const at = (text: string) => Date.parse(`${text}-03:00`);

test('the times of today that have passed are named, and today is left out when all have', () => {
  const { days, today, passedTimes } = callOffer(at('2026-11-20T14:30'));
  expect([days[0], today]).toEqual(['2026-11-20', '2026-11-20']);
  expect(passedTimes).toContain('a las 14:00');
  expect(passedTimes).toContain('en la mañana');
  expect(passedTimes).not.toContain('a las 16:00');
  expect(callOffer(at('2026-11-20T18:30')).days[0]).toBe('2026-11-23');
  expect(callOffer(at('2026-11-20T07:00')).passedTimes).toEqual([]);
});

test.each([
  ['2026-11-18T09:00', undefined],
  ['2026-11-18T18:00', 'Hoy'],
  ['2026-11-19T09:00', 'Mañana'],
  ['2026-11-20T15:00', 'Esta semana'],
  ['2026-12-20T15:00', 'Más adelante'],
])('a closing on %s is named %s', (closing, expected) => {
  expect(closingChoiceOf(at(closing), at('2026-11-18T12:00'))).toBe(expected);
});

test('the free hours of a day are spread over its morning and its afternoon', () => {
  const hoursOf = (times: string[]) => {
    const [day] = freeDays(
      times.map((time) => at(`2026-11-24T${time}`)),
      at('2026-11-20T12:00'),
    );
    return day?.hours.map((hour) => new Date(hour - 3 * 3_600_000).toISOString().slice(11, 16));
  };
  const morning = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30'];
  expect(hoursOf([...morning, '15:00', '15:30', '16:00', '16:30'])).toEqual([
    '09:00',
    '10:30',
    '15:00',
    '16:00',
  ]);
  expect(hoursOf([...morning, '15:00'])).toEqual(['09:00', '10:00', '11:00', '15:00']);
  expect(hoursOf(['15:00', '16:00'])).toEqual(['15:00', '16:00']);
});
