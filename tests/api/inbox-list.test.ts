import { describe, expect, test } from 'vitest';
import { leadKinds } from '#lib/domain/requests/leads/schema.ts';
import { changeRequestState } from '#lib/domain/requests/leads/writes/change-request-state.ts';
import { countViews } from '#lib/domain/requests/team/reads/counts.ts';
import { listWeekFigures } from '#lib/domain/requests/team/reads/week-figures.ts';
import { leadStatusOf, statusesOf } from '#lib/domain/requests/team/rules.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { requestStates } from '#lib/platform/db/schema/request-states.ts';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';
import { adminAreaForTest } from '#tests/support/admin-area.ts';
import { advisorForTest } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { insertLead, insertLeads } from '#tests/support/leads.ts';
import { START } from '#tests/support/world.ts';

const { ana, ask: page, askAll: all } = adminAreaForTest();
const luis = advisorForTest('luis@resguardo.cl');

const openStatuses = statusesOf('abiertas');

/** Makes 240 leads of every kind, state and owner, over 30 days. */
async function fill() {
  await insertLeads(
    Array.from({ length: 240 }, (_, i) => {
      const kind = leadKinds[i % 4] ?? 'contacto';
      const state = requestStates[Math.floor(i / 4) % 5] ?? 'recibida';
      return {
        kind,
        submissionId: kind === 'garantia' ? i + 1000 : null,
        state: kind === 'garantia' ? state : 'recibida',
        handledAt: i % 3 === 0 ? START : null,
        assignedTo: [null, ana.id, luis.id][i % 7] ?? null,
        createdAt: START - 30 * DAY + i * 3 * HOUR,
      };
    }),
  );
  return getDb().read.select().from(leads).orderBy(leads.id);
}

describe('the inbox', () => {
  test('is empty at first, then lists newest first, 25 on a page', async () => {
    expect(await page()).toEqual({ leads: [], before: null });
    await insertLeads(Array.from({ length: 25 }, () => ({})));
    expect(await page()).toMatchObject({ leads: { length: 25 }, before: null });
    const rows = await fill();
    const first = await page();
    expect(first.leads).toHaveLength(25);
    expect(first.before).toBe(first.leads.at(-1)?.id);
    expect(await all()).toEqual(rows.map(({ id }) => id).reverse());
  });

  test('filters exactly by every combination of kind, state, mark, advisor and days', async () => {
    const rows = await fill();
    const choices = {
      kind: [undefined, ...leadKinds],
      state: [undefined, ...requestStates],
      handled: [undefined, 'no', 'yes'],
      assigned: [undefined, 'me', 'nobody', luis.id],
      days: [undefined, ['2026-11-01', '2026-11-12'] as const],
    };
    let nonEmpty = 0;
    for (const kind of choices.kind)
      for (const state of choices.state)
        for (const handled of choices.handled)
          for (const assigned of choices.assigned)
            for (const days of choices.days) {
              const input = { kind, state, handled, assigned, from: days?.[0], to: days?.[1] };
              const query = Object.entries(input).flatMap(([k, v]) => (v ? [[k, v]] : []));
              const owner = { me: ana.id, nobody: null }[assigned ?? ''];
              const expected = rows.filter(
                (row) =>
                  (!kind || row.kind === kind) &&
                  (!state || (row.kind === 'garantia' && row.state === state)) &&
                  (!handled || (row.handledAt === null) === (handled === 'no')) &&
                  (!assigned || row.assignedTo === (owner === undefined ? assigned : owner)) &&
                  (!days || (isoDay(row.createdAt) >= days[0] && isoDay(row.createdAt) <= days[1])),
              );
              if (expected.length > 0) nonEmpty += 1;
              const label = JSON.stringify(input);
              const found = await all(Object.fromEntries(query));
              expect(found, label).toEqual(expected.map(({ id }) => id).reverse());
            }
    expect(nonEmpty).toBeGreaterThan(150);
  });

  test('finds the leads of a day although their ids do not follow the time', async () => {
    const midnight = Date.UTC(2026, 10, 20, 3);
    const seconds = [20, 10, -20, -10];
    const ids = await insertLeads(seconds.map((s) => ({ createdAt: midnight + s * 1000 })));
    expect(await all({ from: '2026-11-20' })).toEqual([ids[1], ids[0]]);
    expect(await all({ to: '2026-11-19' })).toEqual([ids[3], ids[2]]);
  });

  test('neither skips nor repeats a lead while others are added', async () => {
    await insertLeads(Array.from({ length: 60 }, () => ({})));
    const first = await page();
    await insertLeads([{}, {}, {}]);
    const second = await page({ before: String(first.before) });
    await insertLead();
    const third = await page({ before: String(second.before) });
    const ids = [first, second, third].flatMap((p) => p.leads.map(({ id }) => id));
    expect(ids).toEqual(Array.from({ length: 60 }, (_, i) => 60 - i));
    expect(third.before).toBeNull();
  });

  test('refuses an invalid filter and ignores an empty one', async () => {
    await insertLead();
    const wrong = ['kind=x', 'state=x', 'handled=x', 'from=2026-02-30', 'before=-1', 'before=x'];
    for (const query of wrong) {
      const path = `/api/admin/leads?${query}`;
      expect((await api(path, { cookies: ana.cookies })).status, query).toBe(400);
    }
    const empty = { q: '', kind: '', state: '', handled: '', assigned: '', from: '', to: '' };
    expect(await all({ ...empty, before: '' })).toEqual([1]);
  });

  test('shows only those fields of a lead that the list needs', async () => {
    await insertLead({
      assignedTo: luis.id,
      crmContactId: '77',
      httpRequestId: 'nobody-sees-this',
    });
    const { leads: found } = await page();
    expect(found).toEqual([
      {
        id: 1,
        kind: 'contacto',
        submissionId: null,
        state: null,
        missing: [],
        name: 'Ana Muñoz',
        email: 'ana@constructora.cl',
        phone: null,
        rut: null,
        company: null,
        tenderId: null,
        handledAt: null,
        assignedTo: { id: luis.id, email: luis.email },
        inCrm: true,
        createdAt: '2026-11-20T15:00:00.000Z',
        erasedAt: null,
      },
    ]);
  });
});

describe('the figures of the inbox', () => {
  test('count exactly the leads of each view', async () => {
    const rows = await fill();
    const open = rows.filter((row) =>
      openStatuses.includes(leadStatusOf({ ...row, lastAct: row.lastAct })),
    );
    expect(await countViews({ me: ana.id, now: START })).toEqual({
      now: rows.filter(({ handledAt }) => handledAt === null).length,
      all: rows.length,
      todo: rows.filter(({ handledAt }) => handledAt === null).length,
      mine: open.filter(({ assignedTo }) => assignedTo === ana.id).length,
      free: open.filter(({ assignedTo }) => assignedTo === null).length,
      closing: 0,
      answer: 0,
      issue: 0,
      applicant: 0,
    });
  });

  test('stop counting at 1,000', async () => {
    await insertLeads(Array.from({ length: 1200 }, () => ({})));
    expect(await countViews({ me: ana.id, now: START })).toMatchObject({ todo: 1000, free: 1000 });
  });

  test('are counted by week, and follow changes of state and removals', async () => {
    // 2026-11-20 is a Friday. Its week began on Monday 16 at 03:00 UTC.
    const monday = Date.UTC(2026, 10, 16, 3);
    const [before] = await insertLeads([
      { createdAt: monday - 1 },
      { createdAt: monday },
      { kind: 'garantia', submissionId: 1 },
      { kind: 'garantia', submissionId: 2 },
      { createdAt: START - 400 * DAY },
    ]);
    await getDb().write((tx) =>
      changeRequestState(tx, { leadId: 3, to: 'aprobada', actor: 'crm', at: START, now: START }),
    );
    const weeks = await listWeekFigures(START);
    expect(weeks).toHaveLength(12);
    expect(weeks.at(-1)).toEqual({
      monday: '2026-11-16',
      isOld: false,
      counts: [
        { kind: 'contacto', state: 'recibida', total: 1 },
        { kind: 'garantia', state: 'aprobada', total: 1 },
        { kind: 'garantia', state: 'recibida', total: 1 },
      ],
    });
    expect(weeks.at(-2)?.counts).toEqual([{ kind: 'contacto', state: 'recibida', total: 1 }]);
    await getDb().client.execute(`delete from leads where id = ${before}`);
    expect((await listWeekFigures(START)).at(-2)?.counts).toEqual([]);
  });

  test('begin a new week at midnight in Chile, not in UTC', async () => {
    const sunday = Date.UTC(2026, 10, 23, 0, 30);
    expect((await listWeekFigures(sunday)).at(-1)?.monday).toBe('2026-11-16');
    expect((await listWeekFigures(sunday + 2.5 * HOUR)).at(-1)?.monday).toBe('2026-11-23');
  });
});
