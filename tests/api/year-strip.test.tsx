import { expect, test } from 'vitest';
import { YearStrip } from '#components/issued-guarantees/year-strip.tsx';
import { renderPage } from '#tests/support/page-request.ts';

const yearsFrom = async (today: string) => {
  const html = await renderPage(async () => <YearStrip ends={[]} today={today} />, {});
  return [...html.matchAll(/whitespace-nowrap">(\d{4})</g)].map(([, year]) => year);
};

test('the years below the months of the next year never stand side by side', async () => {
  expect(await yearsFrom('2026-12-01')).toEqual(['2027']);
  expect(await yearsFrom('2026-11-30')).toEqual(['2026', '2027']);
  expect(await yearsFrom('2026-01-15')).toEqual(['2026']);
});
