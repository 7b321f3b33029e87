import { expect, test } from 'vitest';
import ActivityPage from '#app/panel/actividad/page.tsx';
import { makeUser } from '#tests/support/accounts.ts';
import { andesCompany, joinCompany } from '#tests/support/companies.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { finishPayment, startPayment } from '#tests/support/payments.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { worldForTest } from '#tests/support/world.ts';

const webpay = await startWebpay();
worldForTest({ ...webpay.variables, RATE_LIMITS: 'off' });

test.each(['%', '_', 'carl_', 'an%cl', '%%', '\\', '____-____-____-____'])(
  'the search of the activity takes %s as it is typed, not as any text',
  async (q) => {
    const ana = await makeUser({ email: 'ana@andes.cl', ...andesCompany });
    await joinCompany(ana, 'carla@andes.cl');
    await finishPayment(webpay, await startPayment(ana.cookies), 'approve');
    browseAs(ana.cookies);
    expect(textOf(await renderPage(ActivityPage, {}, { q: 'carla@' }))).not.toContain(
      'Nada coincide.',
    );
    expect(textOf(await renderPage(ActivityPage, {}, { q }))).toContain('Nada coincide.');
  },
);

test('the search of the activity finds a payment by its order in any case', async () => {
  const ana = await makeUser({ email: 'ana@andes.cl', ...andesCompany });
  const started = await startPayment(ana.cookies);
  await finishPayment(webpay, started, 'approve');
  const { buyOrder } = started;
  browseAs(ana.cookies);
  for (const q of [buyOrder, buyOrder.toLowerCase(), ` ${buyOrder} `]) {
    expect(textOf(await renderPage(ActivityPage, {}, { q })), q).not.toContain('Nada coincide.');
  }
});
