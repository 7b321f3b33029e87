import { expect, test } from 'vitest';
import AuditPage from '#app/admin/auditoria/page.tsx';
import PaymentsPage from '#app/admin/pagos/page.tsx';
import ActivityPage from '#app/panel/actividad/page.tsx';
import { makeUser } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { START, worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });

/** Returns the days of each shortcut of a page, by its label. */
async function shortcutsOf(
  page: Parameters<typeof renderPage>[0],
  cookies: Record<string, string>,
) {
  browseAs(cookies);
  const links = (await renderPage(page, {})).matchAll(
    /<a href="[^"?]*\?([^"#]*)[^>]*>([^<]+)<\/a>/g,
  );
  const found = [...links].flatMap(([, query, label]) => {
    const { from, to, day } = Object.fromEntries(new URLSearchParams(query));
    return from ? [[label, [from, to, ...(day ? [day] : [])].join(' ')]] : [];
  });
  return Object.fromEntries(found) as Record<string, string>;
}

type Months = { month: string; last: string };
type Days = { yesterday: string; week: string; thirty: string };

// The times are Chile's: the last one is already the next day in UTC.
test.each([
  [
    '2027-03-31T12:00-03:00',
    { month: '2027-03-01 2027-03-31', last: '2027-02-01 2027-02-28' },
    { yesterday: '2027-03-30', week: '2027-03-25', thirty: '2027-03-02' },
  ],
  [
    '2028-03-01T00:00-03:00',
    { month: '2028-03-01 2028-03-31', last: '2028-02-01 2028-02-29' },
    { yesterday: '2028-02-29', week: '2028-02-24', thirty: '2028-02-01' },
  ],
  [
    '2027-01-01T12:00-03:00',
    { month: '2027-01-01 2027-01-31', last: '2026-12-01 2026-12-31' },
    { yesterday: '2026-12-31', week: '2026-12-26', thirty: '2026-12-03' },
  ],
  [
    '2027-07-15T12:00-04:00',
    { month: '2027-07-01 2027-07-31', last: '2027-06-01 2027-06-30' },
    { yesterday: '2027-07-14', week: '2027-07-09', thirty: '2027-06-16' },
  ],
  [
    '2026-12-31T22:30-03:00',
    { month: '2026-12-01 2026-12-31', last: '2026-11-01 2026-11-30' },
    { yesterday: '2026-12-30', week: '2026-12-25', thirty: '2026-12-02' },
  ],
] as [string, Months, Days][])(
  'the period shortcuts of lists name the right first and last days on %s',
  async (at, { month, last }, { yesterday, week, thirty }) => {
    world.advance(Date.parse(at) - START);
    const today = at.slice(0, 10);
    const advisor = (await makeAdvisor()).cookies;
    const money = {
      'Este mes': month,
      'Mes pasado': last,
      'Devuelto este mes': `${month} devolucion`,
      'Devuelto el mes pasado': `${last} devolucion`,
    };
    expect(await shortcutsOf(PaymentsPage, advisor)).toEqual(money);
    expect(await shortcutsOf(AuditPage, advisor)).toEqual({
      Hoy: `${today} ${today}`,
      Ayer: `${yesterday} ${yesterday}`,
      'Últimos 7 días': `${week} ${today}`,
    });
    const { cookies } = await makeUser();
    expect(await shortcutsOf(ActivityPage, cookies)).toMatchObject({
      'Últimos 7 días': `${week} ${today}`,
      'Últimos 30 días': `${thirty} ${today}`,
      'Este mes': month,
      'Mes pasado': last,
    });
  },
);
