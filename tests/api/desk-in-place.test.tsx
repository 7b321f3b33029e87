import { beforeEach, expect, test } from 'vitest';
import TrailPage from '#app/admin/auditoria/page.tsx';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import AdminPaymentsPage from '#app/admin/pagos/page.tsx';
import { requestNumber } from '#lib/platform/chile/format.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { openDesk } from '#tests/support/desk.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { askAs, show, textOf } from '#tests/support/page-request.ts';
import { askForMoney, giveBack, payAsGuest } from '#tests/support/payment-links.ts';
import { postForm } from '#tests/support/post-form.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { forEachTest } from '#tests/support/world.ts';

const webpay = await startWebpay();
const desk = forEachTest(() => openDesk({ ...webpay.variables, RATE_LIMITS: 'off' }));
let [id, submissionId] = [0, 0];
beforeEach(async () => {
  ({ id, submissionId } = await sendRequest(publicBody));
  askAs(desk.ana.cookies);
});

test('the lead’s facts, next act, note and the notice of an act are one column that stays', async () => {
  const form = { text: 'Llamar el lunes.', state: 'en_revision', seen: 'recibida' };
  const done = await postForm(`/admin/leads/${id}/nota`, { form, cookies: desk.ana.cookies });
  expect(done.headers.get('location')).toBe(`/admin/leads/${id}?aviso=nota#acciones`);
  const html = await show(LeadPage, { id: `${id}` }, { aviso: 'nota' });
  const column = html.slice(html.indexOf('lg:sticky'), html.indexOf('id="responder"'));
  expect(textOf(column)).toMatch(/Seriedad de la oferta: \$ 1\.500\.000,50 , hasta el 01-03-2027/);
  expect(textOf(column)).toMatch(/Tomar en revisión .*Guardamos la nota\..*Nota interna/);
  expect(column.indexOf('id="aviso"')).toBeLessThan(column.indexOf('<h1'));
  expect(html.indexOf('id="acciones"')).toBeLessThan(html.indexOf('Solicitante</h2>'));
});

test('the trail names a request by its number', async () => {
  await show(LeadPage, { id: `${id}` });
  const trail = await show(TrailPage, {});
  expect(trail).toContain(`title="Solicitud ${requestNumber(submissionId)}"`);
});

test('the list of payments says what its rows sum up to', async () => {
  const paid = await askForMoney(desk.ana.cookies, { email: publicBody.email, leadId: id });
  await askForMoney(desk.ana.cookies, { email: 'otro@obras.cl', amount: 5000 });
  const { buyOrder } = await payAsGuest(webpay, paid);
  await giveBack(desk.ana.cookies, buyOrder, 20_000);
  const list = async (query = {}) => textOf(await show(AdminPaymentsPage, {}, query));
  expect(await list()).toContain(
    '2 en esta lista, $ 45.000 cobrados, $ 20.000 devueltos, $ 5.000 por pagar',
  );
  expect(await list({ q: 'otro@obras.cl' })).toContain('1 en esta lista, $ 5.000 por pagar');
});
