import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import GuaranteesPage from '#app/admin/garantias/page.tsx';
import { listGuaranteePage } from '#lib/domain/issued-guarantees/reads/admin-list.ts';
import { pageStatement } from '#lib/platform/db/merged-pages.ts';
import { issuedOrders } from '#lib/platform/db/schema/issued-guarantees.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { putIssued } from '#tests/support/issued.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { queryPlan } from '#tests/support/query-plan.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });
beforeEach(async () => browseAs((await makeAdvisor()).cookies));

describe('the advisors’ list of guarantees', () => {
  const day = (n: number) => `2027-01-${`${n}`.padStart(2, '0')}`;
  const all = async (query: Omit<Parameters<typeof listGuaranteePage>[0], 'now'>) => {
    const numbers: number[] = [];
    for (let before: string | undefined, pages = 0; pages < 9; pages++) {
      const page = await listGuaranteePage({ ...query, before, limit: 7, now: world.now() });
      numbers.push(...page.rows.map(({ number }) => number));
      if (page.next === null) break;
      before = page.next;
    }
    return numbers;
  };

  test('is ordered by end, amount, number or state across pages, with filters and in the CSV', async () => {
    const rows = Array.from({ length: 30 }, (_, i) => ({
      validTo: day(((i * 7) % 20) + 1),
      amount: `${(i * 13) % 10}${i % 2 ? '.5' : ''}`,
      currency: i % 3 ? ('pesos' as const) : ('UF' as const),
      reported: i % 4 ? null : ('devuelta' as const),
      email: i % 5 ? 'ana@constructora.cl' : 'otra@empresa.cl',
    }));
    await putIssued(rows);
    const ids = rows.map((_, i) => i + 1);
    const of = (n: number) => rows[n - 1] as (typeof rows)[number];
    const byEnd = ids.toSorted((a, b) => of(a).validTo.localeCompare(of(b).validTo) || a - b);
    expect(await all({ sort: 'vence' })).toEqual(byEnd);
    expect(await all({ sort: '-vence' })).toEqual(byEnd.toReversed());
    const input = byEnd.filter((n) => of(n).reported);
    expect(await all({ sort: 'vence', state: 'devuelta' })).toEqual(input);
    expect(await all({ sort: 'estado' })).toEqual([
      ...byEnd.filter((n) => !of(n).reported),
      ...input,
    ]);
    const byAmount = ids.toSorted(
      (a, b) =>
        of(a).currency.localeCompare(of(b).currency, 'en', { caseFirst: 'upper' }) ||
        Number(of(a).amount) - Number(of(b).amount) ||
        a - b,
    );
    const pesosLast = byAmount.toSorted(
      (a, b) => Number(of(a).currency === 'pesos') - Number(of(b).currency === 'pesos'),
    );
    expect(await all({ sort: 'monto' })).toEqual(pesosLast);
    expect(await all({ sort: '-monto', owner: 'otra@empresa.cl' })).toEqual(
      pesosLast.toReversed().filter((n) => of(n).email === 'otra@empresa.cl'),
    );
    const page = await renderPage(GuaranteesPage, {}, { sort: 'vence', state: 'devuelta' });
    expect(page).toMatch(/aria-sort="ascending"[^>]*><a href="[^"]*\?state=devuelta&sort=-vence"/);
    expect(page).toContain('/api/admin/guarantees.csv?sort=vence&state=devuelta');
    const path = '/api/admin/guarantees.csv?state=devuelta&sort=vence';
    const text = await (await api(path, { cookies: (await makeAdvisor('b@b.cl')).cookies })).text();
    expect(text.split('\r\n')[1]).toMatch(new RegExp(`^"${input[0]}";"Devuelta";`));
    expect(text.split('\r\n')).toHaveLength(input.length + 2);
  });

  test('ends a page that would read too many rows, and continues from there', async () => {
    await putIssued([{ reported: 'devuelta', validTo: day(1) }, ...Array(5000).fill({})]);
    const cut = await listGuaranteePage({ state: 'devuelta', now: world.now() });
    expect(cut).toMatchObject({ rows: [], isCut: true });
    const rest = await listGuaranteePage({
      state: 'devuelta',
      before: cut.next ?? '',
      now: world.now(),
    });
    expect(rest.rows).toMatchObject([{ number: 1 }]);
  });

  test.each(Object.entries(issuedOrders))('ordered by %s reads an index', async (name, order) => {
    const arm = { from: sql`issued_guarantees where 1`, order, id: sql`number` };
    for (const cursor of [null, { position: 'x', key: 3 }]) {
      const query = pageStatement([arm], { isDescending: true, cursor, batchSize: 26 });
      const steps = (await queryPlan(query)).split('\n');
      const [walk = ''] = steps.filter((step) => /issued/.test(step));
      expect(walk, name).toMatch(
        /issued_by_(end|state|amount)|INTEGER PRIMARY KEY|SCAN issued_guarantees$/,
      );
      const sorts = steps.filter((step) => /TEMP B-TREE/.test(step));
      expect(sorts.length).toBeLessThan(cursor ? 3 : 2);
    }
  });
});
