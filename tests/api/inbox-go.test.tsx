import { beforeEach, expect, test } from 'vitest';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import InboxPage from '#app/admin/page.tsx';
import { type Advisor, makeAdvisor } from '#tests/support/advisors.ts';
import { privateBody, publicBody } from '#tests/support/bodies.ts';
import { api } from '#tests/support/call.ts';
import { putLead, sendRequest } from '#tests/support/leads.ts';
import { askAs, show } from '#tests/support/page-request.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });
let ana: Advisor;
beforeEach(async () => {
  ana = await makeAdvisor('ana@resguardo.cl');
  askAs(ana.cookies);
});

/** Where the page leads to for what was typed into the palette. */
const placeOf = (ir: string) =>
  show(InboxPage, {}, { ir }).then(
    () => 'stays',
    (error) => String(error.digest).split(';')[2],
  );

test('a number leads to its request, what is known of one lead alone to it, the rest to the search', async () => {
  const form = await putLead({ name: 'Rosa Pino', email: 'rosa@pino.cl', rut: '11111111-1' });
  const { id, submissionId } = await sendRequest(publicBody);
  await sendRequest({ ...privateBody, email: 'otra@obras.cl' });
  expect(id).toBe(submissionId);
  expect(await placeOf(`${submissionId}`)).toBe(`/admin/leads/${id}`);
  expect(await placeOf(`N.º ${submissionId}`)).toBe(`/admin/leads/${id}`);
  expect(await placeOf('11.111.111-1')).toBe(`/admin/leads/${form}`);
  expect(await placeOf('rosa pi')).toBe(`/admin/leads/${form}`);
  await putLead({ name: 'Rosa Soto' });
  expect(await placeOf('rosa')).toBe('/admin?q=rosa');
  expect(await placeOf('nunca & jamás')).toBe('/admin?q=nunca+%26+jam%C3%A1s');
});

test('the inbox begins to count where it was made, and asks for no more than a number', async () => {
  const since = async () => {
    const [, newest] = /data-arrivals="(\d+)"/.exec(await show(InboxPage, {}, { q: 'nada' })) ?? [];
    const path = `/api/admin/arrivals?after=${newest}`;
    return async () => (await api(path, { cookies: ana.cookies })).json();
  };
  const first = await since();
  expect((await first()).data).toEqual({ total: 0 });
  await putLead();
  const second = await since();
  for (let i = 0; i < 2; i++) await putLead();
  expect((await first()).data).toEqual({ total: 3 });
  expect((await second()).data).toEqual({ total: 2 });
});

test('the palette has each section of the desk', async () => {
  const page = await show(InboxPage, {});
  const [sections = '', palette = ''] = page.split('id="ir"');
  const [, nav = ''] = /aria-label="Asesores"(.*?)<\/nav>/s.exec(sections) ?? [];
  for (const [, href] of nav.matchAll(/href="([^"]+)"/g))
    expect(palette).toContain(`href="${href}"`);
});

test('the palette does what there is to do with a lead, and with the rows that are chosen', async () => {
  const acts = (page: string) =>
    [...page.matchAll(/data-(?:sets|does)="([^"]*)"/g)].map(([, act]) => act);
  const { id } = await sendRequest(publicBody);
  const moves = ['state=en_revision', 'state=aprobada', 'state=rechazada'];
  const page = await show(LeadPage, { id: `${id}` });
  expect(acts(page)).toEqual([`assignedTo=${ana.id}`, ...moves, 'r', 'e']);
  expect(page).toContain('<a href="#monto"');
  const form = await show(LeadPage, {
    id: `${await putLead({ assignedTo: ana.id, handledAt: 1 })}`,
  });
  expect(acts(form)).toEqual(['r']);
  expect(acts(await show(InboxPage, {}))).toEqual([`assignedTo=${ana.id}`, 'e', ...moves, 'r']);
});
