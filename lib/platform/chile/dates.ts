import { DAY } from '#lib/platform/process/durations.ts';

/**
 * Parses `30-06-2027`, `30/6/27`, `30062027` or `30 de junio de 2027` into `YYYY-MM-DD`. Returns
 * null when no such day exists.
 */
export function parseDate(typed: string): string | null {
  const date = parseTypedDay(typed);
  const time = Date.parse(date ?? '');
  return date && !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : null;
}

/**
 * Does what `parseDate` does, but also accepts days that do not exist: `31-02-2027` can still be
 * compared with others.
 */
export function parseTypedDay(typed: string): string | null {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(monthNamePattern, (_, start) => {
      return `-${months.findIndex((month) => month.startsWith(start)) + 1}-`;
    });
  const [, y, m, d] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const [, day = d, month = m, year = y] =
    /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/.exec(text) ??
    /^(\d{2})(\d{2})(\d{4})$/.exec(text) ??
    [];
  if (!day || !month || !year) return null;
  return `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

export const months =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(
    ' ',
  );
const monthNamePattern = / (?:de )?([a-z]{3,10})\.? (?:del? )?/;

/**
 * Formats `2027-06-30` as `30 de junio de 2027, en 220 días`. From two years on the distance is `en
 * unos 3 años`. Both arguments are `YYYY-MM-DD`.
 */
export function dateInWords(isoDate: string, today: string): string {
  const [year, month, day] = isoDate.split('-').map(Number);
  const days = Math.round((Date.parse(isoDate) - Date.parse(today)) / DAY);
  const yearsText = (n: number) => `unos ${Math.round(n / 365.25)} años`;
  const daysText = (n: number) => (n === 1 ? '1 día' : n < 2 * 365 ? `${n} días` : yearsText(n));
  const distance =
    days === 0 ? 'hoy' : days > 0 ? `en ${daysText(days)}` : `hace ${daysText(-days)}`;
  return `${day} de ${months[(month ?? 1) - 1]} de ${year}, ${distance}`;
}
