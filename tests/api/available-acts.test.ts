import { expect, test } from 'vitest';
import { DAY } from '#lib/platform/process/durations.ts';
import { acceptConditions, sendConditions } from '#tests/support/conditions.ts';
import { eventsOf, leadOf } from '#tests/support/leads.ts';
import { payAsGuest, refundPayment, requestPayment } from '#tests/support/payment-links.ts';
import { finishPayment, startLinkPayment } from '#tests/support/payments.ts';
import { moveLeadByCrm, payLinkOf, requestForTest } from '#tests/support/payments-for-test.ts';
import { postForm } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';

const { webpay, world, cookies, request, page } = await requestForTest();

const offered = (changes: object = {}) => sendConditions(cookies.admin, request.id, changes);
const ask = () => requestPayment(cookies.admin, { email: publicBody.email, leadId: request.id });
const move = (to: Parameters<typeof moveLeadByCrm>[1]) =>
  moveLeadByCrm(request.id, to, world.now() - 60_000);
const agree = async () => {
  await offered();
  await acceptConditions(request.token, 1);
};
const press = (act: string, form: Record<string, string>) =>
  postForm(`/comprobante/${request.token}/${act}`, { form });

const acts = {
  anular: {},
  condiciones: { version: '1' },
  'no-acepto': { version: '1', reason: 'Es cara.' },
  mensaje: { mensaje: 'Hola', envio: 'v1' },
};
type Act = keyof typeof acts;

/** How a request comes to be in a state, and what may be done with it there. */
const states: Record<string, { begin: () => Promise<unknown>; may: Act[] }> = {
  received: { begin: async () => {}, may: ['anular'] },
  'in review': { begin: () => move('en_revision'), may: ['anular'] },
  'with conditions': { begin: () => offered(), may: ['anular', 'condiciones', 'no-acepto'] },
  'with conditions that ended': {
    begin: async () => {
      await offered({ validUntil: '2026-11-20' });
      world.advance(DAY);
    },
    may: ['anular'],
  },
  declined: {
    begin: async () => {
      await offered();
      await press('no-acepto', acts['no-acepto']);
    },
    may: ['anular'],
  },
  accepted: { begin: agree, may: [] },
  'accepted and being paid': {
    begin: async () => {
      await agree();
      await startLinkPayment({}, payLinkOf(await page()));
    },
    may: [],
  },
  'asked for money': { begin: ask, may: ['anular'] },
  'being paid': { begin: async () => startLinkPayment({}, await ask()), may: [] },
  'no longer being paid': {
    begin: async () => finishPayment(webpay, await startLinkPayment({}, await ask()), 'abort'),
    may: ['anular'],
  },
  paid: { begin: async () => payAsGuest(webpay, await ask()), may: [] },
  'paid and refunded': {
    begin: async () => {
      const { buyOrder } = await payAsGuest(webpay, await ask());
      expect((await refundPayment(cookies.admin, buyOrder)).status).toBe(200);
    },
    may: ['anular'],
  },
  approved: { begin: () => move('aprobada'), may: ['anular'] },
  issued: { begin: () => move('emitida'), may: [] },
  refused: { begin: () => move('rechazada'), may: [] },
  cancelled: { begin: () => press('anular', {}), may: [] },
  'refused in this minute, with conditions': {
    begin: async () => {
      await offered();
      const options = { form: { state: 'rechazada' }, cookies: cookies.admin };
      await postForm(`/admin/leads/${request.id}/estado`, options);
    },
    may: [],
  },
};

const status = async () => [(await leadOf(request.id)).state, await eventsOf(request.id)];

test.each(
  Object.keys(states).flatMap((name) => Object.keys(acts).map((act) => [act, name] as const)),
)(
  '%s is offered on the page of a request that is %s exactly if sending it succeeds',
  async (act, name) => {
    const state = states[name];
    await state?.begin();
    const before = await status();
    const isOffered = (await page()).includes(`action="/comprobante/${request.token}/${act}`);
    expect(isOffered).toBe(act === 'mensaje' || state?.may.includes(act as Act));
    const location = (await press(act, acts[act as Act])).headers.get('location') ?? '';
    const isDone =
      !location.includes('error=') && JSON.stringify(await status()) !== JSON.stringify(before);
    expect([isDone, location]).toEqual([isOffered, location]);
  },
);
