import { beforeEach, describe, expect, test } from 'vitest';
import { countUrgentDocuments, listExpiringDocuments } from '#lib/domain/alerts/reads.ts';
import { addDays, endOfDay } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { makeUser, signIn } from '#tests/support/accounts.ts';
import { api } from '#tests/support/call.ts';
import { insertDocument } from '#tests/support/document-rows.ts';
import { queryPlan } from '#tests/support/query-plan.ts';
import { worldForTest } from '#tests/support/world.ts';

let cookies: Record<string, string>;
let accountId: string;

const world = worldForTest();
beforeEach(async () => {
  ({ id: accountId, cookies } = await makeUser());
});

const inDays = (days: number) => endOfDay(addDays(isoDay(world.now()), days));
const keep = (days: number, more = {}) =>
  insertDocument(accountId, { expiresAt: inDays(days), ...more });

describe('GET /api/documents/alerts', () => {
  const ask = async () => (await api('/api/documents/alerts', { cookies })).json();

  test('lists documents that have expired or expire within 30 days, soonest first, and the newest of a series only', async () => {
    await keep(30);
    await keep(31);
    await keep(-3, { category: 'otros', customTitle: 'Patente municipal' });
    await keep(15, { fileName: 'carpeta.pdf', category: 'carpeta_tributaria' });
    await keep(7);
    await keep(0);
    await insertDocument(accountId, { expiresAt: null });
    for (const state of ['removing', 'waiting', 'infected', 'deleted'] as const) {
      await keep(1, { state });
    }
    await insertDocument('somebody-else', { expiresAt: inDays(1) });
    const { success, expiring } = await ask();
    expect(success).toBe(true);
    expect(expiring[0]).toEqual({
      category: 'otros',
      documentName: 'Patente municipal',
      expiryDate: '2026-11-18T02:59:59.999Z',
      daysUntilExpiry: -3,
      alertLevel: 'critical',
    });
    type Alert = { daysUntilExpiry: number; alertLevel: string };
    expect(expiring.map((a: Alert) => [a.daysUntilExpiry, a.alertLevel])).toEqual([
      [-3, 'critical'],
      [0, 'critical'],
      [7, 'critical'],
      [15, 'danger'],
      [30, 'warning'],
    ]);
    expect(await countUrgentDocuments(accountId, world.now())).toBe(5);
    // Only the newest of a series of monthly documents causes an alert.
    for (const days of [-60, -30, 2]) await keep(days, { category: 'formulario_29' });
    expect(await countUrgentDocuments(accountId, world.now())).toBe(6);
    await keep(60, { category: 'formulario_29' });
    expect(await countUrgentDocuments(accountId, world.now())).toBe(5);
  });

  test('is empty for an account without documents, and answers 401 without a session', async () => {
    expect(await ask()).toEqual({ success: true, expiring: [] });
    expect((await api('/api/documents/alerts')).status).toBe(401);
  });

  test('reads only the rows that it answers, by an index', async () => {
    const plan = await queryPlan(
      `select * from documents where account_id = 'x'
       and (state = 'kept' and expires_at > 0) and expires_at <= 5 order by expires_at, id limit 9`,
    );
    expect(plan).toContain('documents_expiring (account_id=? AND');
    await keep(3);
    expect(await listExpiringDocuments(accountId, world.now())).toHaveLength(1);
  });
});

describe('the calendar of expiries', () => {
  const file = async () => (await api('/api/documents/calendar.ics', { cookies })).text();
  const feed = (url: string) => api(new URL(url).pathname);
  const open = async (): Promise<string> =>
    (await (await api('/api/documents/calendar', { cookies, method: 'POST' })).json()).data.url;

  test('has a whole-day event with an alarm for each expiry, and the same text on another day', async () => {
    await keep(5, { fileName: 'a, b; "ñandú"\\n.pdf' });
    await keep(200, { category: 'otros', customTitle: 'Patente' });
    const text = await file();
    const unfolded = text.replaceAll('\r\n ', '');
    expect(unfolded.split('BEGIN:VEVENT')).toHaveLength(3);
    expect(unfolded).toContain('DTSTART;VALUE=DATE:20261125');
    expect(unfolded).toContain('TRIGGER:-P7D');
    expect(unfolded).toContain('SUMMARY:Vence: Patente');
    expect(unfolded).toContain('a\\, b\\; "ñandú"\\\\n.pdf');
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(new Set(unfolded.match(/UID:\S+/g)).size).toBe(2);
    world.advance(86_400_000);
    cookies = await signIn();
    expect(await file()).toBe(text);
  });

  test('has no METHOD that would cancel events, neither empty nor with documents', async () => {
    expect(await file()).not.toContain('METHOD');
    await keep(5);
    await keep(200, { category: 'otros', customTitle: 'Patente' });
    expect(await file()).not.toContain('METHOD');
  });

  test('has a secret address that stops working when another one is made or the calendar is ended', async () => {
    await keep(5);
    const first = await open();
    const response = await feed(first);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(await response.text()).toBe(await file());
    const second = await open();
    expect(second).not.toBe(first);
    expect((await feed(first)).status).toBe(404);
    expect((await feed(second)).status).toBe(200);
    expect((await feed(`${second.slice(0, -1)}${second.endsWith('A') ? 'B' : 'A'}`)).status).toBe(
      404,
    );
    await api('/api/documents/calendar', { cookies, method: 'DELETE' });
    expect((await feed(second)).status).toBe(404);
  });
});
