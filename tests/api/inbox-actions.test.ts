import { describe, expect, test } from 'vitest';
import { getLead as readLead } from '#lib/domain/requests/team/reads/get-lead.ts';
import { parseFlash } from '#lib/http/forms/flash.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { makeAccount } from '#tests/support/accounts.ts';
import { adminAreaForTest, eventKindsOf } from '#tests/support/admin-area.ts';
import { advisorForTest } from '#tests/support/advisors.ts';
import { auditTrailOf } from '#tests/support/auth-calls.ts';
import { api, cookiesOf } from '#tests/support/call.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { eventsOf, insertLead, leadOf, sendRequest } from '#tests/support/leads.ts';
import { postForm } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { queuedDeliveries } from '#tests/support/submissions.ts';
import { START } from '#tests/support/world.ts';

const admin = adminAreaForTest();
const { world, ana } = admin;
const luis = advisorForTest('luis@resguardo.cl');

const send = async (action: string, id: number | string, json: object) =>
  (await admin.send(action, id, json)).status;
const wayOf = (response: Response) => response.headers.get('location');
const typedIn = (response: Response) => parseFlash(cookiesOf(response).formulario)?.values;

describe('a lead', () => {
  test('is marked as handled and opened again, each recorded once', async () => {
    const id = await insertLead();
    const clicks = Array.from({ length: 10 }, () => send('handled', id, {}));
    expect(new Set(await Promise.all(clicks))).toEqual(new Set([200]));
    world.advance(1000);
    expect(await send('handled', id, { handled: 'yes' })).toBe(200);
    expect((await leadOf(id)).handledAt).toBe(START);
    await send('handled', id, { handled: 'no' });
    await send('handled', id, { handled: 'no' });
    expect((await leadOf(id)).handledAt).toBeNull();
    expect(await eventsOf(id)).toEqual([
      { actor: ana.id, kind: 'handled' },
      { actor: ana.id, kind: 'reopened' },
    ]);
  });

  test('can be assigned to advisors only, and the audit trail of an advisor records it', async () => {
    const id = await insertLead();
    const member = await makeAccount();
    for (const to of [member.id, 'nobody-i-know', '<b>']) {
      expect(await send('assign', id, { assignedTo: to })).toBe(400);
    }
    for (const to of [luis.id, luis.id, ana.id, null, null]) {
      expect(await send('assign', id, { assignedTo: to })).toBe(200);
    }
    expect(await eventsOf(id)).toEqual([
      { actor: ana.id, kind: 'assigned', to: luis.email },
      { actor: ana.id, kind: 'assigned', to: ana.email },
      { actor: ana.id, kind: 'assigned', to: null },
    ]);
    expect((await leadOf(id)).assignedTo).toBeNull();
    expect((await auditTrailOf(luis.id)).filter((a) => a === 'lead.assigned')).toHaveLength(1);
  });

  test('links to its CRM pages once the id of the CRM account is configured', async () => {
    const known = { crmContactId: '51', crmDealId: '90/..?x' };
    const none = { contact: null, deal: null };
    expect((await readLead(await insertLead(known))).crmPages).toEqual(none);
    await world.reopen({ HUBSPOT_PORTAL_ID: '4455' });
    const at = 'https://app.hubspot.com/contacts/4455/record';
    expect((await readLead(await insertLead(known))).crmPages).toEqual({
      contact: `${at}/0-1/51`,
      deal: `${at}/0-3/90%2F..%3Fx`,
    });
    expect((await readLead(await insertLead())).crmPages).toEqual(none);
  });

  test('takes notes, the same text at most once a minute', async () => {
    const id = await insertLead();
    const text = 'Falta el contrato.\n<script>alert(1)</script>';
    await send('notes', id, { text });
    world.advance(59_000);
    await send('notes', id, { text: ` ${text} ` });
    expect(await eventsOf(id)).toEqual([
      { actor: ana.id, kind: 'note', text },
      { actor: ana.id, kind: 'assigned', to: ana.email },
    ]);
    world.advance(2_000);
    await send('notes', id, { text });
    await send('notes', id, { text: 'Otra' });
    await send('notes', id, { text: 'a'.repeat(5000) });
    expect(await eventsOf(id)).toHaveLength(5);
    for (const bad of ['', '   ', 'a'.repeat(5001), 'a\u0000b']) {
      expect(await send('notes', id, { text: bad })).toBe(400);
    }
    expect(await eventsOf(id)).toHaveLength(5);
  });

  test('takes the same note from two advisors, from each once', async () => {
    const id = await insertLead();
    const note = (cookies: Record<string, string>, text: string) =>
      api(`/api/admin/leads/${id}/notes`, { json: { text }, cookies });
    for (const { cookies } of [ana, luis, ana, luis]) await note(cookies, 'Llamé');
    const notes = (await eventsOf(id)).filter(({ kind }) => kind === 'note');
    expect(notes.map(({ actor }) => actor).toSorted()).toEqual([ana.id, luis.id].toSorted());
  });

  test('that is a request can change its state, and its applicant is mailed once', async () => {
    const { id } = await sendRequest(publicBody);
    const before = (await queuedDeliveries()).length;
    world.advance(1000);
    await Promise.all([1, 2, 3].map(() => send('state', id, { state: 'aprobada' })));
    expect(await eventsOf(id)).toEqual([
      { actor: ana.id, kind: 'state', from: 'recibida', to: 'aprobada' },
      { actor: ana.id, kind: 'assigned', to: ana.email },
    ]);
    const mails = (await queuedDeliveries()).slice(before);
    expect(mails.filter(({ kind }) => kind === 'lead.state-mail')).toHaveLength(1);
    expect(await send('state', id, { state: 'otra' })).toBe(400);
    expect(await send('state', await insertLead(), { state: 'aprobada' })).toBe(404);
  });

  test.each(['999', '0', '1e3', '-1', 'x', '1'.repeat(16)])(
    'with the id %j is not found',
    async (id) => {
      expect(await send('handled', id, {})).toBe(404);
      expect(await send('assign', id, { assignedTo: null })).toBe(404);
      expect(await send('notes', id, { text: 'x' })).toBe(404);
      expect(await send('state', id, { state: 'aprobada' })).toBe(404);
      const path = `/api/admin/leads/${id}`;
      const detail = await api(path, { cookies: ana.cookies });
      expect(detail.status).toBe(404);
    },
  );
});

describe('the forms of a lead’s page', () => {
  test('do what the API does and lead back to the lead', async () => {
    const { id } = await sendRequest(publicBody);
    const page = `/admin/leads/${id}`;
    expect(wayOf(await admin.post(`leads/${id}/atendida`, { handled: 'yes' }))).toBe(
      `${page}?aviso=atendida#acciones`,
    );
    expect(wayOf(await admin.post(`leads/${id}/asignar`, { assignedTo: luis.id }))).toBe(
      `${page}?aviso=asignada#acciones`,
    );
    expect(wayOf(await admin.post(`leads/${id}/nota`, { text: 'Llamar' }))).toBe(
      `${page}?aviso=nota#acciones`,
    );
    world.advance(1);
    expect(wayOf(await admin.post(`leads/${id}/estado`, { state: 'aprobada' }))).toBe(
      `${page}?aviso=estado#acciones`,
    );
    await admin.post(`leads/${id}/asignar`, { assignedTo: '' });
    expect(await eventKindsOf(id)).toEqual(['handled', 'assigned', 'note', 'state', 'assigned']);
    expect(await leadOf(id)).toMatchObject({ state: 'aprobada', assignedTo: null });
  });

  test('store the note that was being written when another button is pressed', async () => {
    const { id } = await sendRequest(publicBody);
    const text = 'Falta el contrato.';
    const ways: string[] = [];
    const press = async (action: string, form: Record<string, string>) => {
      world.advance(61_000);
      const response = await admin.post(`leads/${id}/${action}`, {
        assignedTo: '',
        state: 'recibida',
        ...form,
      });
      ways.push(wayOf(response) ?? '');
    };
    await press('asignar', { assignedTo: luis.id, text });
    await press('atendida', { handled: 'yes', text });
    await press('estado', { state: 'aprobada', text });
    await deliverDue();
    // The partition was formerly named after the submission.
    const earlier =
      "update deliveries set partition = 'submission:1/mail' where kind = 'guarantee.acknowledgement'";
    await getDb().client.execute(earlier);
    const sent = (await readLead(id)).deliveries.find(
      ({ kind, state }) => kind === 'guarantee.acknowledgement' && state === 'sent',
    );
    world.advance(61_000);
    const again = await admin.post(`entregas/${sent?.id}/reenviar`, { lead: `${id}`, text });
    ways.push(wayOf(again) ?? '');
    expect(ways).toEqual(
      [
        'asignada&nota=1#acciones',
        'atendida&nota=1#acciones',
        'estado&nota=1#acciones',
        'envio&nota=1#envios',
      ].map((rest) => `/admin/leads/${id}?aviso=${rest}`),
    );
    expect(
      (await eventsOf(id)).map((event) => (event.kind === 'note' ? event.text : event.kind)),
    ).toEqual([text, 'assigned', text, 'handled', text, 'state', text, 'delivery']);
  });

  test('bring the note back when something was refused, also because the session had ended', async () => {
    const id = await insertLead();
    const page = `/admin/leads/${id}`;
    const text = 'a\u0000b';
    for (const action of ['asignar', 'atendida', 'nota']) {
      const refused = await admin.post(`leads/${id}/${action}`, { assignedTo: '', text });
      expect(wayOf(refused)).toBe(`${page}?error=validation_failed`);
      expect(typedIn(refused)).toMatchObject({ text });
    }
    const gone = await admin.post('entregas/999/reenviar', { lead: `${id}`, text: 'Nota' });
    expect(wayOf(gone)).toBe(`${page}?error=not_found`);
    const ended = await postForm(`${page}/nota`, { form: { text: 'Nota' } });
    expect(wayOf(ended)).toBe(`${page}?error=no_session`);
    expect(ended.headers.getSetCookie().join()).toContain(`Path=${page};`);
    for (const response of [gone, ended]) expect(typedIn(response)).toEqual({ text: 'Nota' });
    expect(await eventsOf(id)).toEqual([]);
  });
});

test('a lead is assigned to the first advisor who works on it, and is not taken from another', async () => {
  const noted = await insertLead();
  await send('notes', noted, { text: 'Llamar' });
  expect((await leadOf(noted)).assignedTo).toBe(ana.id);
  const moved = (await sendRequest(publicBody)).id;
  await send('state', moved, { state: 'recibida' });
  expect((await leadOf(moved)).assignedTo).toBeNull();
  world.advance(1);
  await send('state', moved, { state: 'aprobada' });
  expect((await leadOf(moved)).assignedTo).toBe(ana.id);
  const ofLuis = await insertLead({ assignedTo: luis.id });
  await send('notes', ofLuis, { text: 'Llamar' });
  await send('handled', ofLuis, { text: 'Otra nota' });
  expect((await leadOf(ofLuis)).assignedTo).toBe(luis.id);
  // A note written along with an assignment, even to no advisor, does not change it.
  const input = await insertLead();
  await send('assign', input, { assignedTo: luis.id, text: 'Tuya' });
  await send('assign', input, { assignedTo: null, text: 'De quien pueda' });
  expect((await leadOf(input)).assignedTo).toBeNull();
  expect((await auditTrailOf(ana.id)).filter((a) => a === 'lead.assigned')).toHaveLength(2);
});
