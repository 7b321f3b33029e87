import { createHmac } from 'node:crypto';
import { createPaymentRequest } from '#tests/support/access/owned-objects.ts';
import { insertLead } from '#tests/support/leads.ts';
import { finishPayment, startPayment } from '#tests/support/payments.ts';
import { mailEvent, signedMailEvent } from '#tests/support/providers/resend-events.ts';
import { bookingEvent } from '#tests/support/providers/scheduling.ts';
import { CRM_TOKEN, MAIL_SECRET, SCHEDULING_SECRET } from '#tests/support/webhooks.ts';
import type { FuzzWorld } from '#tools/fuzz/place.ts';
import type { Recipe } from '#tools/fuzz/recipes.ts';

const started = ({ owner }: FuzzWorld) => startPayment(owner.cookies);

async function comingBack(place: FuzzWorld): Promise<Record<string, string>> {
  const { token } = await started(place);
  return place.webpay.pay(token, 'approve').fields;
}

/** Webpay's page omits these after a successful payment. */
const others = {
  TBK_TOKEN: undefined,
  TBK_ORDEN_COMPRA: undefined,
  TBK_ID_SESION: undefined,
  TBK_ID_SESSION: undefined,
};

export const moneyRecipes: Record<string, Recipe> = {
  'POST /api/payments/create': () => ({ body: { metadata: { pedido: 7 } } }),
  'GET /api/payments/return': async (place) => ({ query: await comingBack(place) }),
  'POST /api/payments/return': async (place) => ({
    body: { ...others, ...(await comingBack(place)) },
  }),
  'GET /api/payments': () => ({ query: { limit: '10', offset: '0' } }),
  'GET /api/payments/{buyOrder}': async (place) => ({
    path: { buyOrder: (await started(place)).buyOrder },
    owned: true,
  }),
  'POST /api/payments/{buyOrder}/refund': async (place) => {
    const payment = await started(place);
    await finishPayment(place.webpay, payment, 'approve');
    return { path: { buyOrder: payment.buyOrder }, body: { amount: 500, reason: 'other' } };
  },
  'POST /api/admin/payment-requests': async () => ({ body: { leadId: await insertLead() } }),
  'POST /api/admin/payment-requests/{id}/cancel': async (place) => ({
    path: { id: await createPaymentRequest(place.admin, 'a@ejemplo.cl') },
  }),
  'POST /api/webhooks/scheduling': () => ({
    body: bookingEvent({ uid: crypto.randomUUID() }),
    sign: (text) => ({
      'x-cal-signature-256': createHmac('sha256', SCHEDULING_SECRET).update(text).digest('hex'),
    }),
  }),
  'POST /api/webhooks/mail': () => ({
    body: mailEvent({ kind: 'bounced' }),
    sign: (text) => signedMailEvent(text, { secret: MAIL_SECRET }).headers,
  }),
  'POST /api/webhooks/crm': () => ({ query: { token: CRM_TOKEN } }),
};
