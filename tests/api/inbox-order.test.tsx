import { describe, expect, test } from 'vitest';
import { parseInboxPage } from '#lib/domain/requests/team/list-query.ts';
import { listInboxPage, readNeighbours } from '#lib/domain/requests/team/reads/list-inbox-page.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { adminAreaForTest } from '#tests/support/admin-area.ts';
import { insertClosings, insertLead, insertLeads, sendRequest } from '#tests/support/leads.ts';
import { queryPlan } from '#tests/support/query-plan.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { START } from '#tests/support/world.ts';

const { world, ana, inbox } = adminAreaForTest();

/** Returns all ids, page after page. */
async function all(query: Record<string, string>): Promise<number[]> {
  const ids: number[] = [];
  let before: number | string | null = '';
  while (before !== null) {
    const page = await listInboxPage(parseInboxPage({ ...query, before: `${before}` }), {
      me: ana.id,
      now: world.now(),
    });
    ids.push(...page.leads.map(({ id }) => id));
    before = page.before;
  }
  return ids;
}

describe('the order of the inbox', () => {
  test('is oldest first when requested, page after page and with a filter', async () => {
    await insertLeads(
      Array.from({ length: 70 }, (_, i) => ({
        handledAt: i % 3 ? null : START,
        createdAt: START + i,
      })),
    );
    const todo = Array.from({ length: 70 }, (_, i) => i + 1).filter((id) => (id - 1) % 3);
    expect(await all({ sort: 'oldest' })).toEqual(Array.from({ length: 70 }, (_, i) => i + 1));
    expect(await all({ sort: 'oldest', status: 'por_atender' })).toEqual(todo);
    expect(await all({ status: 'por_atender' })).toEqual(todo.toReversed());
  });

  test('by closing lists what still closes, the soonest first, with right ties, pages and neighbours', async () => {
    const codes = Array.from({ length: 40 }, (_, i) => `1000-${i}-LE26`);
    const closings = codes.map((_, i) => START + ((i * 7) % 20) * DAY - 2 * DAY);
    await insertClosings(Object.fromEntries(codes.map((code, i) => [code, closings[i] ?? 0])));
    await insertLeads(
      Array.from({ length: 120 }, (_, i) => ({
        ...{ kind: 'garantia' as const, submissionId: i + 1, tenderId: codes[i % 45] ?? null },
        handledAt: i % 2 ? START : null,
      })),
    );
    const rows = await getDb().read.select().from(leads);
    const closing = (row: { tenderId: string | null }) =>
      closings[codes.indexOf(row.tenderId ?? '')] ?? 0;
    const right = (until: number) =>
      rows
        .filter((row) => closing(row) > START && closing(row) < until)
        .sort((a, b) => closing(a) - closing(b) || a.id - b.id);
    const open = right(Number.MAX_SAFE_INTEGER);
    expect(open.length).toBeGreaterThan(60);
    expect(await all({ closing: 'open' })).toEqual(open.map(({ id }) => id));
    const others = rows.filter((row) => !open.includes(row)).toReversed();
    const every = [...open, ...others].map(({ id }) => id);
    expect(await all({ sort: 'closing' })).toEqual(every);
    const toDo = every.filter((id) => rows[id - 1]?.handledAt === null);
    expect(await all({ sort: 'closing', status: 'por_atender' })).toEqual(toDo);
    for (const i of [0, 1, open.length - 1, open.length, open.length + 1, every.length - 1]) {
      const requested = { id: every[i] ?? 0, me: ana.id, now: START };
      expect(await readNeighbours('sort=closing', requested), `${i}`).toEqual({
        previous: every[i - 1] ?? null,
        next: every[i + 1] ?? null,
      });
    }
    const eighthDay = Date.UTC(2026, 10, 28, 3); // midnight in Chile
    const week = right(eighthDay);
    expect(await all({ closing: 'week' })).toEqual(week.map(({ id }) => id));
    const waiting = open.filter(({ handledAt }) => handledAt === null).map(({ id }) => id);
    expect(await all({ closing: 'open', status: 'por_atender' })).toEqual(waiting);
    expect((await all({ closing: 'week', q: 'ana' })).toSorted()).toEqual(
      week.map(({ id }) => id).toSorted(),
    );
    const at = open.map(({ id }) => id);
    for (const i of [0, 1, 30, at.length - 1]) {
      const requested = { id: at[i] ?? 0, me: ana.id, now: START };
      expect(await readNeighbours('closing=open', requested)).toEqual({
        previous: at[i - 1] ?? null,
        next: at[i + 1] ?? null,
      });
    }
  });

  test('by closing counts the guarantee that begins first, wherever it stands in its request', async () => {
    const from = (...days: string[]) => ({
      ...publicBody,
      garantias: days.map((vigenciaDesde) => ({ ...publicBody.garantias[0], vigenciaDesde })),
    });
    const { id: middle } = await sendRequest(from('2026-12-10'));
    const { id: first } = await sendRequest(from('2027-01-15', '2026-12-03', '2026-12-20'));
    const { id: last } = await sendRequest(from('2026-12-11'));
    expect(await all({ sort: 'closing' })).toEqual([first, middle, last]);
  });

  test.each([0, 1, 25, 50])(
    'by closing lists all 50 leads when %i of them have a closing',
    async (open) => {
      await insertClosings({ '1-1-LE26': START + DAY });
      await insertLeads(
        Array.from({ length: 50 }, (_, i) => (i < open ? { tenderId: '1-1-LE26' } : {})),
      );
      const ids = Array.from({ length: 50 }, (_, i) => i + 1);
      const expected = [...ids.slice(0, open), ...ids.slice(open).toReversed()];
      expect(await all({ sort: 'closing' })).toEqual(expected);
    },
  );

  test('by default begins with what closes within a week, then lists the oldest first, page after page', async () => {
    await insertClosings({ far: START + 30 * DAY, soon: START + 2 * DAY, sooner: START + DAY });
    const tenders = ['far', 'soon', 'sooner', 'over'];
    await insertLeads(
      Array.from({ length: 60 }, (_, i) => ({
        ...{ kind: 'garantia' as const, submissionId: i + 1, tenderId: tenders[i % 6] ?? null },
        // Every tenth is answered, and waits for its applicant.
        lastAct: i % 10 === 4 ? ('replied' as const) : null,
        handledAt: i % 10 === 7 ? START : null,
      })),
    );
    const rows = await getDb().read.select().from(leads);
    const ours = rows.filter((row) => row.handledAt === null && row.lastAct === null);
    const named = (tender: string) => ours.filter(({ tenderId }) => tenderId === tender);
    const first = [...named('sooner'), ...named('soon')];
    const right = [...first, ...ours.filter((row) => !first.includes(row))].map(({ id }) => id);
    expect(right).toHaveLength(48);
    expect(await all({})).toEqual(right);
    for (const i of [0, 1, first.length - 1, first.length, first.length + 1, 47]) {
      const requested = { id: right[i] ?? 0, me: ana.id, now: START };
      expect(await readNeighbours('', requested), `${i}`).toEqual({
        previous: right[i - 1] ?? null,
        next: right[i + 1] ?? null,
      });
    }
    const page = await inbox();
    expect(page).toContain('>1–25 de 48</span>');
    expect(page).toContain('href="/api/admin/leads.csv?turn=ours"');
    expect(page).not.toContain('Filtros puestos');
    const narrowed = { turn: 'ours', sort: 'urgent', kind: 'garantia', q: '' };
    expect(await all(narrowed)).toEqual(right);
    expect(await inbox({ turn: 'ours', sort: 'urgent', q: 'ana' })).toContain(
      'href="/api/admin/leads.csv?q=ana"',
    );
    expect(await all({ sort: 'newest' })).toEqual(rows.map(({ id }) => id).reverse());
  });

  test('by default begins with what is paid and not issued, even when its tender has closed', async () => {
    await insertClosings({ soon: START + DAY, over: START - DAY });
    const garantia = { kind: 'garantia' as const, handledAt: START };
    await insertLeads(
      Array.from({ length: 60 }, (_, i) => ({
        ...garantia,
        ...{ submissionId: i + 1, tenderId: i % 2 ? 'over' : 'soon' },
        ...(i % 3 === 1
          ? { isPaid: true, lastAct: 'paid' as const }
          : { lastAct: 'begun' as const }),
      })),
    );
    const rows = await getDb().read.select().from(leads);
    const paid = rows.filter(({ isPaid }) => isPaid);
    const soon = rows.filter((row) => !row.isPaid && row.tenderId === 'soon');
    const first = [...paid, ...soon];
    const right = [...first, ...rows.filter((row) => !first.includes(row))].map(({ id }) => id);
    expect(await all({})).toEqual(right);
    for (const i of [0, 1, 19, 20, 21, 39, 40, 41, 59]) {
      const requested = { id: right[i] ?? 0, me: ana.id, now: START };
      expect(await readNeighbours('', requested), `${i}`).toEqual({
        previous: right[i - 1] ?? null,
        next: right[i + 1] ?? null,
      });
    }
    expect(await all({ sort: 'urgent', turn: 'issue' })).toHaveLength(paid.length);
  });

  test('is shown and changed by the headings, which keep the filter; a search has no order', async () => {
    await insertLead();
    const newest = await inbox({ status: 'por_atender' });
    expect(newest).toMatch(
      /aria-sort="descending"[^>]*><a href="\/admin\?status=por_atender&sort=oldest"/,
    );
    const oldest = await inbox({ status: 'por_atender', sort: 'oldest' });
    expect(oldest).toMatch(
      /aria-sort="ascending"[^>]*><a href="\/admin\?status=por_atender&sort=newest"/,
    );
    expect(oldest).toContain('<a href="/admin?status=por_atender&sort=closing"');
    const byClosing = await inbox({ status: 'por_atender', sort: 'closing' });
    expect(byClosing).toMatch(/aria-sort="ascending"[^>]*><a href="[^"]*sort=closing"/);
    expect(byClosing).toContain('<a href="/admin?status=por_atender&sort=newest"');
    expect(byClosing).toContain('Ana Muñoz');
    const searched = await inbox({ q: 'ana', sort: 'oldest' });
    expect(searched).not.toContain('aria-sort');
    expect(searched).not.toContain('1 de 1');
    expect(newest).toContain('>1 de 1</span>');
    expect(newest).toContain('Llegó, más antiguas primero');
    expect(newest).toContain('Cierra o rige, lo más próximo primero');
  });

  test('comes with the number of leads, counted up to 999', async () => {
    await insertLeads(Array.from({ length: 1040 }, (_, i) => ({ handledAt: i < 30 ? 1 : null })));
    const handled = await inbox({ status: 'atendida' });
    expect(handled).toContain('>1–25 de 30</span>');
    expect(await inbox({ status: 'atendida', before: '6' })).toContain('>5 de 30<');
    expect(await inbox({ to: '2026-01-01' })).not.toMatch(/ de \d+<\/span>/);
    expect(await inbox()).toContain('>1–25 de más de 999</span>');
  });

  test('by closing reads an index and never sorts the table', async () => {
    const steps = await queryPlan(`
      select id from leads indexed by leads_by_due where due_at > 5 and due_at < 9
      and due_at >= 6 and (due_at, id) > (6, 7) and kind = 'garantia'
      order by due_at asc, id asc limit 26`);
    expect(steps).toContain('leads_by_due');
    expect(steps).not.toMatch(/SCAN|TEMP B-TREE/);
  });
});

describe('the neighbours of a lead', () => {
  const near = (list: string, id: number) => readNeighbours(list, { id, me: ana.id, now: START });

  test('are those of the list it was opened from, across pages, even once it left that list', async () => {
    await insertLeads(Array.from({ length: 60 }, (_, i) => ({ handledAt: i % 2 ? null : START })));
    expect(await near('sort=newest', 60)).toEqual({ previous: null, next: 59 });
    expect(await near('sort=newest', 35)).toEqual({ previous: 36, next: 34 });
    expect(await near('status=por_atender', 35)).toEqual({ previous: 36, next: 34 });
    expect(await near('status=por_atender', 36)).toEqual({ previous: 38, next: 34 });
    expect(await near('status=por_atender&sort=oldest', 36)).toEqual({ previous: 34, next: 38 });
    expect(await near('sort=oldest', 1)).toEqual({ previous: null, next: 2 });
    expect(await near('kind=experto', 36)).toEqual({ previous: null, next: null });
    expect(await near('sort=newest&"><script>&before=x', 2)).toEqual({ previous: 3, next: 1 });
  });

  test('in a search go on past the page, but begin with the page', async () => {
    await insertLeads(Array.from({ length: 60 }, (_, i) => ({ name: i % 2 ? 'Rosa' : 'Luz' })));
    expect(await near('q=rosa', 60)).toEqual({ previous: null, next: 58 });
    expect(await near('q=rosa', 12)).toEqual({ previous: 14, next: 10 });
    expect(await near('q=rosa&before=12', 10)).toEqual({ previous: null, next: 8 });
    expect(await near('q=rosa', 2)).toEqual({ previous: null, next: null });
  });
});
