import { beforeEach, expect, test } from 'vitest';
import {
  POST as assign,
  POST as handled,
  POST as note,
  POST as state,
} from '#app/api/[[...rest]]/route.ts';
import { type Advisor, makeAdvisor } from '#tests/support/advisors.ts';
import { auditOf } from '#tests/support/auth-calls.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { call } from '#tests/support/call.ts';
import { leadOf, putLead, sendRequest } from '#tests/support/leads.ts';
import { worldForTest } from '#tests/support/world.ts';

let ana: Advisor;
let luis: Advisor;
const world = worldForTest({ RATE_LIMITS: 'off' });
beforeEach(async () => {
  ana = await makeAdvisor('ana@resguardo.cl');
  luis = await makeAdvisor('luis@resguardo.cl');
});

const send = (door: typeof note, what: string, id: number, json: object) =>
  call(door, `/api/admin/leads/${id}/${what}`, {
    params: { id: `${id}` },
    json,
    cookies: ana.cookies,
  });

test('a lead is of the first advisor who works on it, and never taken from another', async () => {
  const noted = await putLead();
  await send(note, 'notes', noted, { text: 'Llamar' });
  expect((await leadOf(noted)).assignedTo).toBe(ana.id);
  const moved = (await sendRequest(publicBody)).id;
  await send(state, 'state', moved, { state: 'recibida' });
  expect((await leadOf(moved)).assignedTo).toBeNull();
  world.advance(1);
  await send(state, 'state', moved, { state: 'aprobada' });
  expect((await leadOf(moved)).assignedTo).toBe(ana.id);
  const ofLuis = await putLead({ assignedTo: luis.id });
  await send(note, 'notes', ofLuis, { text: 'Llamar' });
  await send(handled, 'handled', ofLuis, { text: 'Otra nota' });
  expect((await leadOf(ofLuis)).assignedTo).toBe(luis.id);
  // A note that is written while it is given away, or to no advisor, keeps it there.
  const given = await putLead();
  await send(assign, 'assign', given, { assignedTo: luis.id, text: 'Tuya' });
  await send(assign, 'assign', given, { assignedTo: null, text: 'De quien pueda' });
  expect((await leadOf(given)).assignedTo).toBeNull();
  expect((await auditOf(ana.id)).filter((a) => a === 'lead.assigned')).toHaveLength(2);
});
