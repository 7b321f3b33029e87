import { describe, expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { makeAccount } from '#tests/support/accounts.ts';
import { adminAreaForTest } from '#tests/support/admin-area.ts';
import { advisorForTest } from '#tests/support/advisors.ts';
import { auditTrailOf } from '#tests/support/auth-calls.ts';
import { eventsOf, insertLead, insertLeads, leadOf, sendRequest } from '#tests/support/leads.ts';
import { browseAs } from '#tests/support/page-request.ts';
import { privateBody, publicBody } from '#tests/support/request-bodies.ts';
import { queuedDeliveries } from '#tests/support/submissions.ts';
import { START } from '#tests/support/world.ts';

const { world, ana, inbox, press } = adminAreaForTest();
const luis = advisorForTest('luis@resguardo.cl');

/** Acts as the page does: the selects of the bar come along with every button. */
async function act(action: string, ids: readonly number[], more: Record<string, string> = {}) {
  const boxes = Object.fromEntries(ids.map((id) => [`lead-${id}`, 'si']));
  const form = { assignedTo: ana.id, state: '', ...boxes, ...more };
  const { path, query } = await press(`${action}?status=por_atender`, form);
  return { path, query, page: await inbox(query) };
}
/** Presses the undo of an act's notice. */
function undo({ query }: Awaited<ReturnType<typeof act>>, more = {}) {
  const { aviso = '', hechas: _, igual: __, fuera: ___, status: ____, ...had } = query;
  return act('deshacer', [], { ...had, hecha: aviso, ...more });
}

describe('ticked leads', () => {
  test('are assigned together, each recorded in its history and in the audit trail of the new advisor', async () => {
    const ids = await insertLeads([{}, { assignedTo: luis.id }, {}]);
    const { path, query, page } = await act('asignar', ids, { assignedTo: luis.id });
    expect(path).toBe('/admin');
    expect(query).toMatchObject({ aviso: 'asignadas', hechas: '2', status: 'por_atender' });
    expect(page).toMatch(/role="status".*2 asignadas; 1 ya lo estaba\./s);
    for (const id of ids) expect((await leadOf(id)).assignedTo).toBe(luis.id);
    expect(await eventsOf(ids[0] ?? 0)).toEqual([
      { actor: ana.id, kind: 'assigned', to: luis.email },
    ]);
    expect(await eventsOf(ids[1] ?? 0)).toEqual([]);
    expect((await auditTrailOf(luis.id)).filter((a) => a === 'lead.assigned')).toHaveLength(2);
    await act('asignar', ids, { assignedTo: '' });
    expect((await leadOf(ids[1] ?? 0)).assignedTo).toBeNull();
  });

  test('are all left unchanged when they are assigned to an account that is no advisor', async () => {
    const ids = await insertLeads([{}, {}]);
    const { id: assignedTo } = await makeAccount();
    const { query, page } = await act('asignar', ids, { assignedTo });
    expect(query.error).toBe('validation_failed');
    expect(page).toContain('Elige a una persona del equipo.');
    expect((await leadOf(ids[0] ?? 0)).assignedTo).toBeNull();
  });

  test('are marked as handled together, once', async () => {
    const ids = await insertLeads([{}, { handledAt: START - 5 }]);
    expect((await act('atendidas', ids)).page).toContain('1 atendida; 1 no estaba por atender.');
    world.advance(1000);
    const again = await act('atendidas', ids);
    expect(again.page).toContain('Ninguna cambió; 2 no estaban por atender.');
    expect(again.page).not.toContain('Deshacer');
    expect((await leadOf(ids[0] ?? 0)).handledAt).toBe(START);
    expect((await leadOf(ids[1] ?? 0)).handledAt).toBe(START - 5);
    expect(await eventsOf(ids[0] ?? 0)).toEqual([{ actor: ana.id, kind: 'handled' }]);
    const most = await insertLeads(Array.from({ length: 50 }, () => ({})));
    expect((await act('atendidas', most)).query.hechas).toBe('50');
  });

  test('change their state together, each applicant mailed once; those that cannot are counted', async () => {
    const { id: first } = await sendRequest(publicBody);
    const { id: second } = await sendRequest(privateBody);
    const form = await insertLead();
    const [erased = 0] = await insertLeads([
      { kind: 'garantia', submissionId: 900, erasedAt: START, name: '' },
    ]);
    const before = (await queuedDeliveries()).length;
    world.advance(1000);
    const ids = [first, second, form, erased, 4242];
    const { page } = await act('estados', ids, { state: 'en_revision' });
    expect(page).toContain(
      '2 pasaron a «En revisión»; 3 no pueden pasar a «En revisión»: no son solicitudes, cambiaron mientras tanto o se borraron sus datos. Avisamos por correo en un minuto.',
    );
    for (const id of [first, second]) {
      expect(await leadOf(id)).toMatchObject({ state: 'en_revision', handledAt: world.now() });
      expect((await eventsOf(id)).slice(-2)).toEqual([
        { actor: ana.id, kind: 'state', from: 'recibida', to: 'en_revision' },
        { actor: ana.id, kind: 'assigned', to: ana.email },
      ]);
    }
    expect(await leadOf(form)).toMatchObject({ state: 'recibida', handledAt: null });
    expect(await leadOf(erased)).toMatchObject({ state: 'recibida', handledAt: null });
    const again = await act('estados', ids.slice(0, 4), { state: 'en_revision' });
    expect(again.page).toContain('Ninguna cambió; 2 ya lo estaban; 2 no pueden pasar a');
    const mails = (await queuedDeliveries()).slice(before);
    expect(mails.filter(({ kind }) => kind === 'lead.state-mail')).toHaveLength(2);
  });

  test('are refused with one reason, which each newly refused request records', async () => {
    const { id: first } = await sendRequest(publicBody);
    const { id: second } = await sendRequest(privateBody);
    await act('estados', [second], { state: 'rechazada', reason: 'Faltó la carpeta.' });
    world.advance(1000);
    const reason = 'Cerró antes de poder emitirla.';
    const { page } = await act('estados', [first, second], { state: 'rechazada', reason });
    expect(page).toContain('1 pasó a «Rechazada»; 1 ya lo estaba.');
    const reasons = async (id: number) =>
      (await eventsOf(id)).flatMap((event) => (event.kind === 'state' ? [event.reason] : []));
    expect(await reasons(first)).toEqual([reason]);
    expect(await reasons(second)).toEqual(['Faltó la carpeta.']);
    const unsent = await act('estados', [first], { state: 'recibida', reason });
    expect(unsent.query.error).toBe('validation_failed');
    expect((await leadOf(first)).state).toBe('rechazada');
  });

  test('get back their advisor, mark and state when the act is undone, and no mail is sent', async () => {
    const { id: first } = await sendRequest(publicBody);
    const { id: second } = await sendRequest(privateBody);
    const form = await insertLead({ assignedTo: luis.id, handledAt: START });
    const ids = [first, second, form];
    const assigned = await act('asignar', ids);
    const button = /action="\/admin\/deshacer\?status=por_atender".*Deshacer/s;
    expect(assigned.page).toMatch(button);
    await undo(assigned);
    await undo(await act('atendidas', ids));
    expect(await leadOf(first)).toMatchObject({ assignedTo: null, handledAt: null });
    expect(await leadOf(form)).toMatchObject({ assignedTo: luis.id, handledAt: START });

    await act('estados', [second], { state: 'aprobada' });
    const before = (await queuedDeliveries()).length;
    const undone = await undo(await act('estados', [first, second], { state: 'en_revision' }));
    expect(undone.page).toContain('2 quedaron como antes.');
    expect(undone.page).not.toContain('Deshacer');
    expect(await leadOf(first)).toMatchObject({
      state: 'recibida',
      handledAt: null,
      assignedTo: null,
    });
    expect(await leadOf(second)).toMatchObject({ state: 'aprobada', assignedTo: ana.id });
    expect(await queuedDeliveries()).toHaveLength(before);
  });

  test('stay handled after an undo if they were before, and stay with an advisor who took them meanwhile', async () => {
    const { id: handled } = await sendRequest(publicBody);
    const { id: taken } = await sendRequest(privateBody);
    await act('atendidas', [handled]);
    const moved = await act('estados', [handled, taken], { state: 'en_revision' });
    await act('asignar', [taken], { assignedTo: luis.id });
    await undo(moved);
    expect(await leadOf(handled)).toMatchObject({ state: 'recibida', assignedTo: null });
    expect((await leadOf(handled)).handledAt).not.toBeNull();
    expect(await leadOf(taken)).toMatchObject({ state: 'recibida', assignedTo: luis.id });
  });

  test('are undone all or none', async () => {
    const ids = await insertLeads([{ assignedTo: luis.id }, {}]);
    const assigned = await act('asignar', ids);
    const refused = await undo(assigned, { [`lead-${ids[1]}`]: 'no-one' });
    expect(refused.query.error).toBe('validation_failed');
    expect((await leadOf(ids[0] ?? 0)).assignedTo).toBe(ana.id);
    await undo(assigned);
    expect((await leadOf(ids[0] ?? 0)).assignedTo).toBe(luis.id);
  });

  test.each([
    ['deshacer', { hecha: 'estados', 'lead-1': 'borrada' }],
    ['deshacer', { hecha: 'borradas', 'lead-1': '' }],
    ['deshacer', { hecha: 'asignadas', 'lead-1': 'no-one' }],
    ['estados', { 'lead-1': 'si' }],
  ])('are left unchanged by an invalid form: %s with %j', async (action, fields) => {
    await sendRequest(publicBody);
    expect((await act(action, [], fields)).query.error).toBe('validation_failed');
    expect(await leadOf(1)).toMatchObject({ state: 'recibida', assignedTo: null });
  });

  test('stay ticked after a refusal, which is shown at the field to correct', async () => {
    const [one = 0, two = 0] = await insertLeads([{}, {}]);
    const reason = 'Cerró antes.';
    const { page } = await act('estados', [one], { state: '', assignedTo: luis.id, reason });
    const box = (id: number) => page.match(new RegExp(`<input[^>]*name="lead-${id}"[^>]*>`))?.[0];
    expect(box(one)).toContain('checked=""');
    expect(box(two)).not.toContain('checked=""');
    expect(page).toMatch(
      /<select id="state"[^>]*aria-invalid="true" aria-describedby="state-error"/,
    );
    expect(page).toMatch(/id="state-error".*?Elige el estado nuevo\./s);
    expect(page).toContain(`value="${reason}"`);
    expect(page).toContain(`<option value="${luis.id}" selected="">`);
    expect(await inbox()).not.toContain('checked=""');
  });

  test.each([
    ['none', {}, 'Elige al menos una de la lista.'],
    ['what is no lead', { 'lead-x': 'si', 'lead-': 'si', 'lead--1': 'si' }, 'Elige al menos una'],
    [
      'more than 50',
      Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`lead-${i + 1}`, 'si'])),
      'Elige hasta 50.',
    ],
  ])(
    'are refused when %s are ticked, with a message and the filter kept',
    async (_, boxes, text) => {
      const id = await insertLead();
      for (const action of ['asignar', 'atendidas', 'estados']) {
        const { query, page } = await act(action, [], { state: 'en_revision', ...boxes });
        expect(query).toEqual({ error: 'validation_failed', status: 'por_atender' });
        expect(page).toContain(text);
      }
      expect(await leadOf(id)).toMatchObject({ assignedTo: null, handledAt: null });
    },
  );

  test('are all left unchanged when a write fails in the middle', async () => {
    const ids = await insertLeads([{}, {}, {}]);
    await getDb().client.execute(`create trigger broken before insert on lead_events
      when new.lead_id = ${ids[1]} begin select raise(abort, 'broken'); end`);
    const { query } = await act('atendidas', ids);
    expect(query.error).toBe('internal');
    expect(await leadOf(ids[0] ?? 0)).toMatchObject({ handledAt: null });
  });
});

test('an address that another site links to offers no undo', async () => {
  const { id } = await sendRequest(publicBody);
  const query = { aviso: 'estados', hechas: '1', igual: '0', [`lead-${id}`]: 'rechazada' };
  browseAs(ana.cookies, 'cross-site');
  expect(await inbox(query)).not.toContain('Deshacer');
  browseAs(ana.cookies);
  expect(await inbox(query)).toContain('Deshacer');
});
