import { expect, test } from 'vitest';
import Home from '#app/(sitio)/page.tsx';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import PayPage from '#app/pagar/[token]/page.tsx';
import { openAdminArea } from '#tests/support/admin-area.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { acceptConditions, sendConditions } from '#tests/support/conditions.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { payAsGuest } from '#tests/support/payment-links.ts';
import { payLinkOf } from '#tests/support/payments-for-test.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { forEachTest } from '#tests/support/world.ts';

const webpay = await startWebpay();
const variables = { ...webpay.variables, RATE_LIMITS: 'off' };
const admin = forEachTest(() => openAdminArea({ ...variables, ABOUT_ISSUE_DAYS: '2' }));
const TIME = '2 días hábiles desde el pago, con los documentos completos';
const BEFORE =
  'Paga a más tardar el 27-11-2026: la vigencia empieza el 01-12-2026 y la entrega toma 2 días hábiles.';

test('the heading of conditions names the earlier day to pay or accept, and the text explains it', async () => {
  browseAs({});
  const { id, token } = await sendRequest(publicBody);
  const heading = async (validUntil: string) => {
    await sendConditions(admin.ana.cookies, id, { validUntil });
    browseAs({});
    return textOf(await renderPage(ReceiptPage, { token }));
  };
  const later = await heading('2026-11-30');
  expect(later).toMatch(/Acepta las condiciones Paga hasta el 27-11-2026/);
  expect(later).toContain(
    `${BEFORE} Las condiciones valen hasta el 30-11-2026, pero si pagas después del 27-11-2026 la garantía podría llegar tarde.`,
  );
  const earlier = await heading('2026-11-26');
  expect(earlier).toMatch(/Acepta las condiciones, versión 2 Hasta el 26-11-2026/);
  expect(earlier).not.toContain('Las condiciones valen');
});

/** Returns home, receipt, conditions and the page to pay, and the receipt after paying, as texts. */
async function journey(admin: Awaited<ReturnType<typeof openAdminArea>>) {
  browseAs({});
  const home = textOf(await renderPage(async () => Home(), {}));
  const { id, token } = await sendRequest(publicBody);
  const page = () => renderPage(ReceiptPage, { token });
  const pages = { home, sent: textOf(await page()) };
  await sendConditions(admin.ana.cookies, id);
  const offered = textOf(await page());
  await acceptConditions(token, 1);
  browseAs({});
  const accepted = await page();
  const path = payLinkOf(accepted);
  const pay = textOf(await renderPage(PayPage, { token: path.split('/').at(-1) ?? '' }));
  await payAsGuest(webpay, path);
  return { ...pages, offered, accepted: textOf(accepted), pay, paid: textOf(await page()) };
}

test('every page from the home page to the payment says how long an issue takes, when that is set', async () => {
  const pages = await journey(admin);
  for (const [name, text] of Object.entries(pages))
    expect([name, text]).toEqual([name, expect.stringContaining(TIME)]);
});

test('without the setting no page says how long an issue takes', async () => {
  const unset = await openAdminArea(variables);
  const pages = await journey(unset);
  for (const text of Object.values(pages)) expect(text).not.toContain('desde el pago, con');
  expect(pages.pay).toContain('Paga antes del 01-12-2026, cuando empieza la vigencia.');
});

test('conditions and payment say what happens to the money if nothing is issued, when that is set', async () => {
  const REFUND = 'Si no se emite, te devolvemos todo lo pagado.';
  const set = await openAdminArea({ ...variables, ABOUT_REFUND: REFUND });
  const { sent, offered, accepted, pay } = await journey(set);
  for (const text of [offered, accepted, pay]) expect(text).toContain(REFUND);
  expect(sent).not.toContain(REFUND);
});

test('conditions and payment say until when to pay so that the guarantee is issued before it begins', async () => {
  const { sent, offered, accepted, pay, paid } = await journey(admin);
  expect(sent).toContain('Documentos: falta bases o contrato.');
  const contratoUrl = 'https://archivos.cl/contrato.pdf';
  const { token } = await sendRequest({ ...publicBody, contratoUrl });
  const complete = textOf(await renderPage(ReceiptPage, { token }));
  expect(complete).toContain('Documentos: completos, según lo pedido hasta ahora.');
  for (const text of [offered, accepted, pay]) expect(text).toContain(BEFORE);
  for (const text of [sent, paid]) expect(text).not.toContain(BEFORE);
  const early = BEFORE.replace('Paga', 'Para llegar a tiempo, paga');
  expect(sent).toContain(early);
  // The link to pay is good for longer, which would be a second day.
  for (const text of [accepted, pay]) expect(text).not.toMatch(/[Hh]asta el \d/);
});

test('conditions ask to pay soon when too little time is left before the guarantee begins', async () => {
  admin.world.advance(10 * 86_400_000); // Monday 30-11-2026, a day before it begins
  const { id, token } = await sendRequest(publicBody);
  await sendConditions((await makeAdvisor('luis@resguardo.cl')).cookies, id);
  const text = textOf(await renderPage(ReceiptPage, { token }));
  expect(text).toContain('Paga cuanto antes: la vigencia empieza el 01-12-2026');
  expect(text).not.toContain('Sin plazo para aceptar');
});

test('conditions for a guarantee that has already begun ask to pay at once', async () => {
  admin.world.advance(30 * 86_400_000);
  const { id, token } = await sendRequest(publicBody);
  await sendConditions((await makeAdvisor('luis@resguardo.cl')).cookies, id);
  const text = textOf(await renderPage(ReceiptPage, { token }));
  expect(text).toContain('Acepto estas condiciones');
  expect(text).toContain('Paga cuanto antes');
  expect(text).not.toMatch(/Paga (antes|a más)/);
});
