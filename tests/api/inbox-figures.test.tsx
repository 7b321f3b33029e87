import { describe, expect, test } from 'vitest';
import type { LeadEvent } from '#lib/domain/requests/leads/schema.ts';
import { addLeadEvent } from '#lib/domain/requests/leads/writes/add-lead-event.ts';
import { changeRequestState } from '#lib/domain/requests/leads/writes/change-request-state.ts';
import { listInboxPage } from '#lib/domain/requests/team/reads/list-inbox-page.ts';
import { measurePace } from '#lib/domain/requests/team/reads/week-figures.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';
import { adminAreaForTest } from '#tests/support/admin-area.ts';
import { insertLeads, sendRequest } from '#tests/support/leads.ts';
import { textOf } from '#tests/support/page-request.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { START } from '#tests/support/world.ts';

// START is a Friday at noon in Chile.
const MONDAY_9 = START + 3 * DAY - 3 * HOUR;
const { world, ana, inbox, pass } = adminAreaForTest();

const happens = (leadId: number, at: number, event: LeadEvent) =>
  getDb().write((tx) => addLeadEvent(tx, { leadId, event, actor: ana.id, at }));

const read = async () => textOf(await inbox());

describe('the pace of answers', () => {
  test('is unknown before there is an answer', async () => {
    expect(await measurePace(START)).toMatchObject({ median: null, late: 0 });
    expect(await read()).toMatch(/Primera respuesta\s+—.*Garantías emitidas\s+—/s);
  });

  test('is the working time until the first reply, state or mark; a note does not count', async () => {
    const [first = 0, second = 0, third = 0] = await insertLeads([{}, {}, {}]);
    await happens(third, START + HOUR, { kind: 'note', text: 'Llamar el lunes' });
    await happens(first, START + 2 * HOUR, { kind: 'reply', subject: 'Hola', text: 'Hola' });
    await happens(first, START + 5 * HOUR, { kind: 'handled' });
    await happens(second, MONDAY_9 + HOUR, { kind: 'handled' });
    const pace = await measurePace(MONDAY_9 + 2 * HOUR);
    expect(pace).toMatchObject({ median: 7 * HOUR, late: 0 });
    expect(pace.byWeek.slice(-3)).toEqual([null, 7 * HOUR, null]);
    // Six hours of Friday and three of Monday make a day. Erased leads do not count.
    const late = async (now: number) => {
      world.advance(now - world.now());
      const { leads } = await listInboxPage({ status: 'atrasadas' }, { me: ana.id, now });
      expect((await measurePace(now)).late).toBe(leads.length);
      return leads.map(({ id }) => id);
    };
    expect(await late(MONDAY_9 + 3 * HOUR)).toEqual([]);
    expect(await late(MONDAY_9 + 3 * HOUR + 1)).toEqual([third]);
    await getDb().client.execute(`update leads set erased_at = ${START} where id = ${third}`);
    expect(await late(MONDAY_9 + 4 * HOUR)).toEqual([]);
  });

  test('is shown on the inbox with the share of requests that were issued', async () => {
    const { id } = await sendRequest(publicBody);
    await sendRequest({ ...publicBody, email: 'otra@constructora.cl' });
    const at = START + 3 * HOUR;
    await getDb().write((tx) =>
      changeRequestState(tx, { leadId: id, to: 'emitida', actor: 'crm', at, now: at }),
    );
    world.advance(4 * HOUR);
    expect(await read()).toMatch(/Primera respuesta\s+3 horas.*Garantías emitidas\s+1 emitida/s);
    world.advance(5 * DAY);
    expect(await read()).toMatch(/Esperan más de un día hábil\s+1\s.*Ver solo esas/s);
    await pass(14 * DAY);
    await sendRequest({ ...publicBody, email: 'nueva@constructora.cl' });
    expect(await read()).toMatch(/Garantías emitidas\s+50 %.*Emitidas\s+50 %/s);
  });
});
