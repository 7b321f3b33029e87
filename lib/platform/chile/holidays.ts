import { singleton } from '#lib/platform/process/singleton.ts';

/**
 * Returns public holidays as `YYYY-MM-DD`. date-holidays takes 48 MB of memory, so it is loaded at
 * first use.
 */
export async function publicHolidays(year: number): Promise<ReadonlySet<string>> {
  const calendar = await singleton('holidays', async () => {
    const { default: Holidays } = await import('date-holidays');
    return {
      holidays: new Holidays('CL', { types: ['public'] }),
      years: new Map<number, Set<string>>(),
    };
  });
  const cached = calendar.years.get(year);
  if (cached) return cached;
  const days = new Set(calendar.holidays.getHolidays(year).map(({ date }) => date.slice(0, 10)));
  calendar.years.set(year, days);
  return days;
}
