import { beforeEach, expect, test } from 'vitest';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import InboxPage from '#app/admin/page.tsx';
import { type Advisor, makeAdvisor } from '#tests/support/advisors.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { offer } from '#tests/support/conditions.ts';
import { putLead, sendRequest } from '#tests/support/leads.ts';
import { askAs, show } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });
let ana: Advisor;
beforeEach(async () => {
  ana = await makeAdvisor('ana@resguardo.cl');
  askAs(ana.cookies);
});

/** What the heading of the lead's page offers first. */
const primary = (page: string) =>
  [
    ...(page.split('id="aviso"')[0] ?? '').matchAll(/<(?:a|button)[^>]*btn-primary[^>]*>([^<]+)/g),
  ].map(([, label]) => label);

test('what is to be done is the one that stands out, and comes before the reply', async () => {
  let { id } = await sendRequest(publicBody);
  const page = () => show(LeadPage, { id: `${id}` });
  const places = (html: string) =>
    [...html.matchAll(/<section id="(responder|condiciones|pagos)"/g)].map(([, place]) => place);
  const first = await page();
  expect(primary(first)).toEqual(['Tomar en revisión']);
  expect(places(first)).toEqual(['responder', 'condiciones', 'pagos']);
  const form = { state: 'en_revision', seen: 'recibida' };
  await postForm(`/admin/leads/${id}/estado`, { form, cookies: ana.cookies });
  const reviewed = await page();
  expect(primary(reviewed)).toEqual(['Enviar condiciones']);
  expect(places(reviewed)).toEqual(['condiciones', 'pagos', 'responder']);
  expect(reviewed).toMatch(/<section id="condiciones".*?<details[^>]*open=""/s);
  await offer(ana.cookies, id);
  const offered = await page();
  expect([primary(offered), places(offered)[0]]).toEqual([[], 'condiciones']);
  expect(offered).not.toMatch(/id="condiciones".*?<details[^>]*open="".*?id="pagos"/s);
  id = await putLead();
  expect(primary(await page())).toEqual(['Responder']);
});

test('refusing is one press away, and asks why', async () => {
  const { id } = await sendRequest(publicBody);
  const href = `/admin/leads/${id}?estado=rechazada#reason`;
  expect((await show(LeadPage, { id: `${id}` })).split('id="aviso"')[0]).toContain(href);
  const page = await show(LeadPage, { id: `${id}` }, { estado: 'rechazada' });
  expect(page).toMatch(/<option value="rechazada" selected=""/);
  expect(page).toMatch(/<details open=""><summary[^>]*>Decirle por qué/);
  const form = { state: 'rechazada', reason: 'Sin plazo.', seen: 'recibida' };
  await postForm(`/admin/leads/${id}/estado`, { form, cookies: ana.cookies });
  expect(await show(LeadPage, { id: `${id}` })).not.toContain('?estado=rechazada');
});

test('after conditions all say that it is the applicant’s turn, and what was taken in review was not closed', async () => {
  const { id } = await sendRequest(publicBody);
  await offer(ana.cookies, id);
  const offered = await show(LeadPage, { id: `${id}` });
  const [heading = ''] = offered.split('id="aviso"');
  expect(heading).toContain('Condiciones enviadas');
  expect(heading).toContain('Espera al solicitante, asignada a ti');
  expect(heading).not.toContain('Por atender');
  expect(offered).toContain('Todavía no acepta las condiciones');
  expect(await show(InboxPage, {})).not.toContain(`id="fila-${id}"`);
  const waiting = await show(InboxPage, {}, { turn: 'applicant' });
  expect(waiting).toContain(`id="fila-${id}"`);
  expect(waiting).toMatch(/Por atender[^\d]*>0</);
  const form = { state: 'en_revision', seen: 'recibida' };
  await postForm(`/admin/leads/${id}/estado`, { form, cookies: ana.cookies });
  expect(await show(LeadPage, { id: `${id}` })).not.toContain('Abrir otra vez');
});
