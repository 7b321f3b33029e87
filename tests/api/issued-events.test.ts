import { beforeEach, describe, expect, test } from 'vitest';
import GuaranteePage from '#app/admin/garantias/[id]/page.tsx';
import { parseFlash } from '#lib/http/forms/flash.ts';
import { makeUser, signIn } from '#tests/support/accounts.ts';
import { openAdminArea } from '#tests/support/admin-area.ts';
import { cookiesOf } from '#tests/support/call.ts';
import {
  approvedRequest,
  readIssued,
  recordIssued,
  recordOwnIssued,
  reportEvent,
} from '#tests/support/issued.ts';
import { eventsOf, leadOf } from '#tests/support/leads.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { forEachTest } from '#tests/support/world.ts';

const admin = forEachTest(() => openAdminArea());
let lead: number;
let id: string;
let mine: Record<string, string>;
beforeEach(async () => {
  ({ id: lead } = await approvedRequest());
  ({ id } = await recordIssued(admin.ana.cookies, lead));
  mine = (await makeUser()).cookies;
});

const tell = async (event: object, cookies = mine, key?: string) => {
  const response = await reportEvent(cookies, id, event, key);
  const reply = await response.json();
  return { status: response.status, ...reply };
};
const another = async (changes: object = {}): Promise<string> =>
  (await recordOwnIssued(mine, { issuerNumber: 'OTRA-1', ...changes })).id;

describe('an event of an issued guarantee', () => {
  test('is in its history, in that of its request and in its state, and a returned one takes no more events', async () => {
    expect(await tell({ kind: 'entregada', on: '2026-11-20', text: 'En mano' })).toMatchObject({
      status: 200,
      data: {
        state: 'vigente',
        events: [
          { kind: 'entregada', by: 'company', on: '2026-11-20', text: 'En mano' },
          { kind: 'registrada', by: 'advisor' },
        ],
      },
    });
    expect(await tell({ kind: 'devuelta' }, admin.ana.cookies)).toMatchObject({
      data: { state: 'devuelta' },
    });
    const events = (await eventsOf(lead)).filter(({ kind }) => kind === 'issued');
    expect(events).toMatchObject([
      { number: 1 },
      { said: 'entregada' },
      { said: 'devuelta', actor: admin.ana.id },
    ]);
    expect((await tell({ kind: 'entregada' })).status).toBe(409);
    expect((await tell({ kind: 'cobrada' })).status).toBe(409);
  });

  test('under the same key is recorded once', async () => {
    const both = await Promise.all([
      tell({ kind: 'entregada' }, mine, 'una vez'),
      tell({ kind: 'entregada' }, mine, 'una vez'),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const { data } = await tell({ kind: 'entregada' }, mine, 'otra');
    expect(data.events.map(({ kind }: { kind: string }) => kind)).toEqual([
      'entregada',
      'entregada',
      'registrada',
    ]);
  });

  test('may be a claim in parts, never above the amount or before the first day, until all is claimed', async () => {
    const early = await tell({ kind: 'cobrada', on: '2026-11-20' });
    expect([early.status, Object.keys(early.fields)]).toEqual([400, ['on']]);
    const above = await tell({ kind: 'cobrada', amount: '1500000.51' });
    expect([above.status, Object.keys(above.fields)]).toEqual([400, ['amount']]);
    expect(await tell({ kind: 'cobrada', amount: '500000.25' })).toMatchObject({
      data: { state: 'cobrada', claimed: '500000.25' },
    });
    expect((await tell({ kind: 'entregada' })).status).toBe(409);
    expect((await tell({ kind: 'cobrada', amount: '1000000.26' })).status).toBe(400);
    expect(await tell({ kind: 'cobrada', amount: '1000000.25' })).toMatchObject({
      data: { state: 'cobrada', claimed: '1500000.5' },
    });
    expect((await tell({ kind: 'devuelta' })).status).toBe(409);
  });

  test('may be an extension by another guarantee of the same account, which it then cannot extend in turn', async () => {
    for (const successorId of [undefined, id, 'a'.repeat(22)]) {
      const { status, fields } = await tell({ kind: 'prorrogada', successorId });
      expect([status, Object.keys(fields)]).toEqual([400, ['successorId']]);
    }
    const { cookies: stranger } = await makeUser({ email: 'otra@andes.cl' });
    const theirs = (await recordOwnIssued(stranger, { issuerNumber: 'AJENA' })).id;
    expect((await tell({ kind: 'prorrogada', successorId: theirs })).status).toBe(400);
    const byTeam = await tell({ kind: 'prorrogada', successorId: theirs }, admin.ana.cookies);
    expect(byTeam.status).toBe(400);
    const successorId = await another();
    expect(await tell({ kind: 'prorrogada', successorId })).toMatchObject({
      data: { state: 'prorrogada', successorId, predecessorId: null },
    });
    expect(await readIssued(mine, successorId)).toMatchObject({
      predecessorId: id,
      successorId: null,
    });
    expect(await readIssued(admin.ana.cookies, successorId)).toMatchObject({ predecessorId: id });
    const back = await reportEvent(mine, successorId, { kind: 'prorrogada', successorId: id });
    expect(back.status).toBe(400);
  });

  test('may annul it only by the side that recorded it, and then its request waits again', async () => {
    expect((await tell({ kind: 'anulada' })).status).toBe(403);
    expect((await leadOf(lead)).state).toBe('emitida');
    expect(await tell({ kind: 'anulada', text: 'Número errado' }, admin.ana.cookies)).toMatchObject(
      {
        data: { state: 'anulada', verificationCode: null },
      },
    );
    expect((await leadOf(lead)).state).toBe('aprobada');
    expect((await readIssued(mine, id)).state).toBe('anulada');
    expect((await recordIssued(admin.ana.cookies, lead)).number).toBe(2);
    expect((await leadOf(lead)).state).toBe('emitida');
  });

  test.each([
    ['cobrada', '2026-11-09', 400],
    ['cobrada', '2026-11-10', 200],
    ['cobrada', '2026-11-20', 200],
    ['cobrada', '2026-11-21', 400],
    ['devuelta', '2026-11-09', 200],
    ['entregada', '2026-11-20', 200],
    ['entregada', '2026-11-21', 400],
  ])(
    '%s on %s is answered with %s when the guarantee begins on 10 November',
    async (kind, on, status) => {
      const own = await another({ validFrom: '2026-11-10' });
      expect((await reportEvent(mine, own, { kind, on })).status).toBe(status);
    },
  );

  test('is refused for a day still to come, for a stranger and of an unknown kind', async () => {
    const { status, fields } = await tell({ kind: 'devuelta', on: '2026-11-21' });
    expect([status, Object.keys(fields)]).toEqual([400, ['on']]);
    const { cookies: stranger } = await makeUser({ email: 'otra@andes.cl' });
    expect((await reportEvent(stranger, id, { kind: 'devuelta' })).status).toBe(404);
    expect((await tell({ kind: 'perdida' })).status).toBe(400);
  });
});

describe('an issued guarantee at 23:30 in Chile', () => {
  test.each([
    ['2026-11-19', 'vencida'],
    ['2026-11-20', 'por_vencer'],
    ['2026-12-20', 'por_vencer'],
    ['2026-12-21', 'vigente'],
  ])('that ends on %s has the status %s by the days of Chile', async (validTo, state) => {
    // 23:30 in Chile is the next day by UTC.
    admin.world.advance(Date.UTC(2026, 10, 21, 2, 30) - admin.world.now());
    mine = await signIn();
    const own = await another({ validFrom: '2026-11-01', validTo });
    expect((await readIssued(mine, own)).state).toBe(state);
  });
});

test('a claim must say whether it is whole or in part, in the advisor’s and the panel’s form', async () => {
  const { id: other } = await approvedRequest();
  const begun = { validFrom: '2026-11-20', differenceReason: 'Rige antes.', issuerNumber: 'PZ-2' };
  const { id } = await recordIssued(admin.ana.cookies, other, begun);
  const tell = async (
    fields: Record<string, string>,
    place = 'admin',
    cookies: Record<string, string> = admin.ana.cookies,
  ) => {
    const form = { kind: 'cobrada', ...fields };
    const reply = await postForm(`/${place}/garantias/${id}/evento`, { form, cookies });
    const { formulario = '' } = cookiesOf(reply);
    return Object.keys(parseFlash(formulario)?.fields ?? {});
  };
  const page = async (query: Record<string, string>) => {
    browseAs(admin.ana.cookies);
    return renderPage(GuaranteePage, { id }, query);
  };
  const requested = await page({ dice: 'cobrada' });
  expect(requested).toContain('Entera ($ 1.500.000,50)');
  expect(requested).not.toContain('checked=""');
  for (const [place, cookies] of [
    ['admin', admin.ana.cookies],
    ['panel', mine],
  ] as const) {
    expect(await tell({}, place, cookies)).toEqual(['cuanto']);
    expect(await tell({ amount: '500.000' }, place, cookies)).toEqual(['cuanto']);
    expect(await tell({ cuanto: 'parte' }, place, cookies)).toEqual(['amount']);
    expect(await tell({ cuanto: 'entera', amount: '1' }, place, cookies)).toEqual(['amount']);
    expect(await tell({ cuanto: 'entera', on: '19-11-2026' }, place, cookies)).toEqual(['on']);
  }
  expect(await page({})).not.toContain('Cobrado hasta ahora');
  expect(await tell({ cuanto: 'parte', amount: '0,5' })).toEqual([]);
  expect(await page({ dice: 'cobrada' })).toContain('Todo lo que quedaba ($ 1.500.000)');
  expect(await tell({ cuanto: 'entera' })).toEqual([]);
  expect(await page({})).not.toContain('¿Qué pasó con ella?');
});
