import { expect, test } from 'vitest';
import { publicBody } from '#tests/support/bodies.ts';
import { offer } from '#tests/support/conditions.ts';
import { deskForTest, primaryOf } from '#tests/support/desk.ts';
import { putLead, sendRequest } from '#tests/support/leads.ts';

const { ana, inbox, lead, post } = deskForTest();

test('what is to be done is the one that stands out, and comes before the reply', async () => {
  let { id } = await sendRequest(publicBody);
  const page = () => lead(id);
  const places = (html: string) =>
    [...html.matchAll(/<section id="(responder|condiciones|pagos)"/g)].map(([, place]) => place);
  const first = await page();
  expect(primaryOf(first)).toEqual(['Tomar en revisión']);
  expect(places(first)).toEqual(['responder', 'condiciones', 'pagos']);
  const form = { state: 'en_revision', seen: 'recibida' };
  await post(`leads/${id}/estado`, form);
  const reviewed = await page();
  expect(primaryOf(reviewed)).toEqual(['Enviar condiciones']);
  expect(places(reviewed)).toEqual(['condiciones', 'pagos', 'responder']);
  expect(reviewed).toMatch(/<section id="condiciones".*?<details[^>]*open=""/s);
  await offer(ana.cookies, id);
  const offered = await page();
  expect([primaryOf(offered), places(offered)[0]]).toEqual([[], 'condiciones']);
  expect(offered).not.toMatch(/id="condiciones".*?<details[^>]*open="".*?id="pagos"/s);
  id = await putLead();
  expect(primaryOf(await page())).toEqual(['Responder']);
});

test('refusing is one press away, and asks why', async () => {
  const { id } = await sendRequest(publicBody);
  const href = `/admin/leads/${id}?estado=rechazada#reason`;
  expect((await lead(id)).split('id="aviso"')[0]).toContain(href);
  const page = await lead(id, { estado: 'rechazada' });
  expect(page).toMatch(/<option value="rechazada" selected=""/);
  expect(page).toMatch(/<details open=""><summary[^>]*>Decirle por qué/);
  const form = { state: 'rechazada', reason: 'Sin plazo.', seen: 'recibida' };
  await post(`leads/${id}/estado`, form);
  expect(await lead(id)).not.toContain('?estado=rechazada');
});

test('after conditions all say that it is the applicant’s turn, and what was taken in review was not closed', async () => {
  const { id } = await sendRequest(publicBody);
  await offer(ana.cookies, id);
  const offered = await lead(id);
  const [heading = ''] = offered.split('id="aviso"');
  expect(heading).toContain('Condiciones enviadas');
  expect(heading).toContain('Espera al solicitante, asignada a ti');
  expect(heading).not.toContain('Por atender');
  expect(offered).toContain('Todavía no acepta las condiciones');
  expect(await inbox()).not.toContain(`id="fila-${id}"`);
  const waiting = await inbox({ turn: 'applicant' });
  expect(waiting).toContain(`id="fila-${id}"`);
  expect(waiting).toMatch(/Por atender[^\d]*>0</);
  const form = { state: 'en_revision', seen: 'recibida' };
  await post(`leads/${id}/estado`, form);
  expect(await lead(id)).not.toContain('Abrir otra vez');
});
