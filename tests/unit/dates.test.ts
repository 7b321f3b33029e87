import { expect, test } from 'vitest';
import { dateInWords, parseDate } from '#lib/platform/chile/dates.ts';

test.each([
  ['30-06-2027', '2027-06-30'],
  [' 30/6/27 ', '2027-06-30'],
  ['1.2.2027', '2027-02-01'],
  ['30062027', '2027-06-30'],
  ['2027-06-30', '2027-06-30'],
  ['29-02-2028', '2028-02-29'],
  ['29-02-2027', null],
  ['31-04-2027', null],
  ['06-30-2027', null],
  ['0-1-2027', null],
  ['2027-13-01', null],
  ['30-06', null],
  ['30-06-202', null],
  ['30 de junio de 2027', '2027-06-30'],
  ['1 Septiembre 2027', '2027-09-01'],
  ['5 de dic. de 27', '2027-12-05'],
  ['30 de junio', null],
  ['31 de abril de 2027', null],
  ['30 de ju de 2027', null],
  ['mañana', null],
  ['', null],
])('%j is read as the day %j', (typed, day) => {
  expect(parseDate(typed)).toBe(day);
});

test.each([
  ['2027-06-30', '2026-11-22', '30 de junio de 2027, en 220 días'],
  ['2036-12-01', '2026-11-29', '1 de diciembre de 2036, en unos 10 años'],
  ['2026-11-23', '2026-11-22', '23 de noviembre de 2026, en 1 día'],
  ['2026-11-22', '2026-11-22', '22 de noviembre de 2026, hoy'],
  ['2026-11-20', '2026-11-22', '20 de noviembre de 2026, hace 2 días'],
  // The clocks of Chile change in between.
  ['2027-04-05', '2027-04-03', '5 de abril de 2027, en 2 días'],
])('the day %s, seen on %s, is written %j', (day, today, words) => {
  expect(dateInWords(day, today)).toBe(words);
});
