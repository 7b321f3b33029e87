import { beforeEach, describe, expect, test } from 'vitest';
import {
  POST as assign,
  POST as handled,
  POST as note,
  POST as state,
} from '#app/api/[[...rest]]/route.ts';
import { deliveryHandlers } from '#lib/background/delivery-handlers.ts';
import { createWorker } from '#lib/domain/deliveries/worker.ts';
import { getLead as readLead } from '#lib/domain/inbox/reads/get-lead.ts';
import type { LeadDetail } from '#lib/domain/inbox/schema.ts';
import { readFlash } from '#lib/http/flash.ts';
import { type Advisor, makeAdvisor } from '#tests/support/advisors.ts';
import { auditOf, makeAccount } from '#tests/support/auth-calls.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { api, call, cookiesOf } from '#tests/support/call.ts';
import { eventsOf, leadOf, putLead, sendRequest } from '#tests/support/leads.ts';
import { postForm } from '#tests/support/post-form.ts';
import { queuedDeliveries } from '#tests/support/submissions.ts';
import { START, worldForTest } from '#tests/support/world.ts';

let ana: Advisor;
let luis: Advisor;
const world = worldForTest({ RATE_LIMITS: 'off' });
beforeEach(async () => {
  ana = await makeAdvisor('ana@resguardo.cl');
  luis = await makeAdvisor('luis@resguardo.cl');
});

type Door = typeof handled;
const send = async (door: Door, what: string, id: number | string, json: object) => {
  const path = `/api/admin/leads/${id}/${what}`;
  const response = await call(door, path, { params: { id: `${id}` }, json, cookies: ana.cookies });
  return response.status;
};
const post = async (what: string, id: number, form: Record<string, string>) =>
  postForm(`/admin/leads/${id}/${what}`, { form, cookies: ana.cookies });

async function detail(id: number | string) {
  const response = await api(`/api/admin/leads/${id}`, {
    cookies: ana.cookies,
  });
  return { status: response.status, ...((await response.json()) as { data?: LeadDetail }) };
}

describe('a lead', () => {
  test('is handled and opened again, each told once', async () => {
    const id = await putLead();
    expect(await send(handled, 'handled', id, {})).toBe(200);
    world.advance(1000);
    expect(await send(handled, 'handled', id, { handled: 'yes' })).toBe(200);
    expect((await leadOf(id)).handledAt).toBe(START);
    await send(handled, 'handled', id, { handled: 'no' });
    await send(handled, 'handled', id, { handled: 'no' });
    expect((await leadOf(id)).handledAt).toBeNull();
    expect(await eventsOf(id)).toEqual([
      { actor: ana.id, kind: 'handled' },
      { actor: ana.id, kind: 'reopened' },
    ]);
  });

  test('is handled once when ten click at once', async () => {
    const id = await putLead();
    await Promise.all(Array.from({ length: 10 }, () => send(handled, 'handled', id, {})));
    expect(await eventsOf(id)).toHaveLength(1);
  });

  test('is assigned to advisors only, who see it in their trail', async () => {
    const id = await putLead();
    const member = await makeAccount();
    for (const to of [member.id, 'nobody-i-know', '<b>']) {
      expect(await send(assign, 'assign', id, { assignedTo: to })).toBe(400);
    }
    for (const to of [luis.id, luis.id, ana.id, null, null]) {
      expect(await send(assign, 'assign', id, { assignedTo: to })).toBe(200);
    }
    expect(await eventsOf(id)).toEqual([
      { actor: ana.id, kind: 'assigned', to: luis.email },
      { actor: ana.id, kind: 'assigned', to: ana.email },
      { actor: ana.id, kind: 'assigned', to: null },
    ]);
    expect((await leadOf(id)).assignedTo).toBeNull();
    expect((await auditOf(luis.id)).filter((a) => a === 'lead.assigned')).toHaveLength(1);
  });

  test('is a click away in the CRM, once the number of the account there is known', async () => {
    const known = { crmContactId: '51', crmDealId: '90/..?x' };
    const none = { contact: null, deal: null };
    expect((await readLead(await putLead(known))).crmPages).toEqual(none);
    await world.reopen({ HUBSPOT_PORTAL_ID: '4455' });
    const at = 'https://app.hubspot.com/contacts/4455/record';
    expect((await readLead(await putLead(known))).crmPages).toEqual({
      contact: `${at}/0-1/51`,
      deal: `${at}/0-3/90%2F..%3Fx`,
    });
    expect((await readLead(await putLead())).crmPages).toEqual(none);
  });

  test('takes notes, the same one once a minute', async () => {
    const id = await putLead();
    const text = 'Falta el contrato.\n<script>alert(1)</script>';
    await send(note, 'notes', id, { text });
    world.advance(59_000);
    await send(note, 'notes', id, { text: ` ${text} ` });
    expect(await eventsOf(id)).toEqual([
      { actor: ana.id, kind: 'note', text },
      { actor: ana.id, kind: 'assigned', to: ana.email },
    ]);
    world.advance(2_000);
    await send(note, 'notes', id, { text });
    await send(note, 'notes', id, { text: 'Otra' });
    await send(note, 'notes', id, { text: 'a'.repeat(5000) });
    expect(await eventsOf(id)).toHaveLength(5);
    for (const bad of ['', '   ', 'a'.repeat(5001), 'a\u0000b']) {
      expect(await send(note, 'notes', id, { text: bad })).toBe(400);
    }
    expect(await eventsOf(id)).toHaveLength(5);
  });

  test('that is a request moves, and its applicant is told once', async () => {
    const { id } = await sendRequest(publicBody);
    const before = (await queuedDeliveries()).length;
    world.advance(1000);
    await Promise.all([1, 2, 3].map(() => send(state, 'state', id, { state: 'aprobada' })));
    expect(await eventsOf(id)).toEqual([
      { actor: ana.id, kind: 'state', from: 'recibida', to: 'aprobada' },
      { actor: ana.id, kind: 'assigned', to: ana.email },
    ]);
    const mails = (await queuedDeliveries()).slice(before);
    expect(mails.filter(({ kind }) => kind === 'lead.state-mail')).toHaveLength(1);
    expect(await send(state, 'state', id, { state: 'otra' })).toBe(400);
    expect(await send(state, 'state', await putLead(), { state: 'aprobada' })).toBe(404);
  });

  test.each(['999', '0', '1e3', '-1', 'x', '1'.repeat(16)])('%j is not there', async (id) => {
    expect(await send(handled, 'handled', id, {})).toBe(404);
    expect(await send(assign, 'assign', id, { assignedTo: null })).toBe(404);
    expect(await send(note, 'notes', id, { text: 'x' })).toBe(404);
    expect(await send(state, 'state', id, { state: 'aprobada' })).toBe(404);
    expect((await detail(id)).status).toBe(404);
  });
});

describe('the doors of the page', () => {
  test('do the same and come back to the lead', async () => {
    const { id } = await sendRequest(publicBody);
    const wayOf = (response: Response) => response.headers.get('location');
    const page = `/admin/leads/${id}`;
    expect(wayOf(await post('atendida', id, { handled: 'yes' }))).toBe(
      `${page}?aviso=atendida#aviso`,
    );
    expect(wayOf(await post('asignar', id, { assignedTo: luis.id }))).toBe(
      `${page}?aviso=asignada#acciones`,
    );
    expect(wayOf(await post('nota', id, { text: 'Llamar' }))).toBe(`${page}?aviso=nota#historia`);
    world.advance(1);
    expect(wayOf(await post('estado', id, { state: 'aprobada' }))).toBe(
      `${page}?aviso=estado#acciones`,
    );
    await post('asignar', id, { assignedTo: '' });
    expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual([
      'handled',
      'assigned',
      'note',
      'state',
      'assigned',
    ]);
    expect(await leadOf(id)).toMatchObject({ state: 'aprobada', assignedTo: null });
  });

  test('keep the note that was being written when another button was pressed', async () => {
    const { id } = await sendRequest(publicBody);
    const text = 'Falta el contrato.';
    const ways: string[] = [];
    const press = async (what: string, form: Record<string, string>) => {
      world.advance(61_000);
      const response = await post(what, id, { assignedTo: '', state: 'recibida', ...form });
      ways.push(response.headers.get('location') ?? '');
    };
    await press('asignar', { assignedTo: luis.id, text });
    await press('atendida', { handled: 'yes', text });
    await press('estado', { state: 'aprobada', text });
    await createWorker({ handlers: deliveryHandlers }).drain();
    const [sent] = (await readLead(id)).deliveries.filter(({ state }) => state === 'sent');
    world.advance(61_000);
    const again = await postForm(`/admin/entregas/${sent?.id}/reenviar`, {
      form: { lead: `${id}`, text },
      cookies: ana.cookies,
    });
    ways.push(again.headers.get('location') ?? '');
    expect(ways).toEqual(
      [
        'asignada&nota=1#acciones',
        'atendida&nota=1#aviso',
        'estado&nota=1#acciones',
        'envio&nota=1#envios',
      ].map((rest) => `/admin/leads/${id}?aviso=${rest}`),
    );
    expect(
      (await eventsOf(id)).map((event) => (event.kind === 'note' ? event.text : event.kind)),
    ).toEqual([text, 'assigned', text, 'handled', text, 'state', text, 'delivery']);
  });

  test('bring the note back with whatever was refused', async () => {
    const id = await putLead();
    const text = 'a\u0000b';
    for (const what of ['asignar', 'atendida']) {
      const refused = await post(what, id, { assignedTo: '', text });
      expect(refused.headers.get('location')).toBe(`/admin/leads/${id}?error=validation_failed`);
      expect(readFlash(`formulario=${cookiesOf(refused).formulario}`)?.values).toEqual({ text });
    }
    expect((await leadOf(id)).handledAt).toBeNull();
    const gone = await postForm('/admin/entregas/999/reenviar', {
      form: { lead: `${id}`, text: 'Nota' },
      cookies: ana.cookies,
    });
    expect(gone.headers.get('location')).toBe(`/admin/leads/${id}?error=not_found`);
    expect(readFlash(`formulario=${cookiesOf(gone).formulario}`)?.values).toEqual({ text: 'Nota' });
  });

  test('bring a note back that was refused, also by an ended session', async () => {
    const id = await putLead();
    const refused = await post('nota', id, { text: 'a\u0000b' });
    expect(refused.headers.get('location')).toBe(`/admin/leads/${id}?error=validation_failed`);
    const ended = await postForm(`/admin/leads/${id}/nota`, {
      form: { text: 'No me pierdas' },
    });
    expect(ended.headers.get('location')).toBe(`/admin/leads/${id}?error=no_session`);
    expect(ended.headers.getSetCookie().join()).toContain(`Path=/admin/leads/${id};`);
    expect(readFlash(`formulario=${cookiesOf(ended).formulario}`)?.values).toEqual({
      text: 'No me pierdas',
    });
    expect(await eventsOf(id)).toEqual([]);
  });
});
