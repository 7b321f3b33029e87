import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import PaymentPage from '#app/admin/pagos/[buyOrder]/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { payments } from '#lib/platform/db/schema/payments.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { finishPayment, startPayment } from '#tests/support/payments.ts';
import { paymentsForTest } from '#tests/support/payments-for-test.ts';

const { webpay, world, cookies } = await paymentsForTest({ RATE_LIMITS: 'off' });

async function pageOf(buyOrder: string): Promise<string> {
  browseAs(cookies.admin);
  return textOf(await renderPage(PaymentPage, { buyOrder }));
}

async function ended(options: Parameters<typeof finishPayment>[2]): Promise<string> {
  const started = await startPayment(cookies.payer);
  world.advance(2 * MINUTE);
  await finishPayment(webpay, started, options);
  return started.buyOrder;
}

describe('the page of a payment for the team', () => {
  test('says why Webpay refused the payment, with which card and when', async () => {
    const buyOrder = await ended('reject');
    const page = await pageOf(buyOrder);
    expect(page).toContain('El banco o Webpay no autorizó el pago. No se cobró');
    expect(page).toContain('Código -1: posible error al ingresar los datos');
    expect(page).toMatch(/Terminada en \d{4}/);
    expect(page).toMatch(/Empezó.*12:00.*Volvió de Webpay.*12:02.*Se cerró.*12:02/s);
    expect(page).toContain('No pagado');
    expect(page).toContain('Cuenta de quien iba a pagar');
    expect(page).not.toContain('Cuenta de quien pagó');
  });

  test.each([
    [-4, 'Código -4: lo rechazó el banco emisor de la tarjeta'],
    [-99, 'Código -99: Transbank no publica su significado'],
  ])('explains the Webpay code %i only if its meaning is known', async (responseCode, text) => {
    const buyOrder = await ended('reject');
    await getDb().write((tx) =>
      tx.update(payments).set({ responseCode }).where(eq(payments.buyOrder, buyOrder)),
    );
    expect(await pageOf(buyOrder)).toContain(text);
  });

  test('speaks about the payer in the third person', async () => {
    const page = await pageOf(await ended('abort'));
    expect(page).toContain('Quien pagaba anuló el pago en Webpay. No se cobró');
    expect(page).not.toContain('Anulaste');
  });
});
