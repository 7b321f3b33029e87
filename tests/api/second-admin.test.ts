import { max } from 'drizzle-orm';
import { parse } from 'node-html-parser';
import { beforeEach, describe, expect, test } from 'vitest';
import AccountPage from '#app/admin/cuentas/[id]/page.tsx';
import PaymentPage from '#app/admin/pagos/[buyOrder]/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { paymentRefunds } from '#lib/platform/db/schema/payments.ts';
import { makeAccount } from '#tests/support/accounts.ts';
import { advisorForTest } from '#tests/support/advisors.ts';
import { addFactors } from '#tests/support/factors.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { refundPayment } from '#tests/support/payment-links.ts';
import { type Cookies, finishPayment, startPayment } from '#tests/support/payments.ts';
import { paymentsForTest } from '#tests/support/payments-for-test.ts';
import { postForm, redirectOf } from '#tests/support/post-form.ts';
import { renderedFormFields } from '#tests/support/rendered-forms.ts';

const { webpay, world, cookies } = await paymentsForTest({ REFUND_SECOND_ADMIN_CLP: '10000' });
const second = advisorForTest('segunda@resguardo.cl');
const third = advisorForTest('tercera@resguardo.cl');

type Form = Record<string, string>;
/** An act that one admin asks for and another approves. `page` is drawn for the reader. */
type Act = {
  page: () => Promise<string>;
  ask: (as: Cookies) => Promise<unknown>;
  address: string;
  approve: Form;
  withdraw: Form;
  /** The page tells who asked the first text, and all others the second one. */
  words: readonly [own: string, others: string];
};

const acts: Record<string, () => Promise<Act>> = {
  'a reset of second factors': async () => {
    const { id } = await makeAccount({ email: 'perdida@andes.cl' });
    await addFactors(id);
    const address = `/admin/cuentas/${id}/segundo-paso`;
    return {
      page: () => renderPage(AccountPage, { id }),
      ask: (as) => postForm(address, { form: { step: 'ask' }, cookies: as }),
      address,
      approve: { step: 'approve' },
      withdraw: { step: 'withdraw' },
      words: ['Pediste quitarlo', 'Otra persona del equipo pidió quitar'],
    };
  },
  'a refund': async () => {
    const paid = await startPayment(cookies.payer);
    await finishPayment(webpay, paid, 'approve');
    return {
      page: () => renderPage(PaymentPage, { buyOrder: paid.buyOrder }),
      // The first refund is too small to need a second admin.
      ask: async (as) => {
        world.advance(1);
        expect((await refundPayment(as, paid.buyOrder, 500, 'una')).status).toBe(200);
        world.advance(1);
        expect((await refundPayment(as, paid.buyOrder, 11_000, 'otra')).status).toBe(202);
      },
      address: `/admin/pagos/${paid.buyOrder}/aprobar`,
      approve: { hecha: 'si' },
      withdraw: { hecha: 'no' },
      words: ['Pediste devolver', 'Otra persona del equipo pidió devolver'],
    };
  },
};

describe.each(Object.entries(acts))(
  '%s, which one admin asks for and another one approves',
  (_, make) => {
    let act: Act;
    beforeEach(async () => {
      act = await make();
    });

    /** Returns which of the two buttons a reader has, and which of the two texts. */
    async function seenBy(as: Cookies) {
      browseAs(as);
      const html = await act.page();
      const hasButton = (form: Form) =>
        Object.entries(form).every(([name, value]) =>
          parse(html).querySelector(`button[name="${name}"][value="${value}"]`),
        );
      const isIn = (word: string) => textOf(html).includes(word);
      return [hasButton(act.approve), hasButton(act.withdraw), ...act.words.map(isIn)];
    }
    async function press(form: Form, as: Cookies): Promise<string> {
      world.advance(1);
      const [last] = await getDb()
        .read.select({ id: max(paymentRefunds.id) })
        .from(paymentRefunds);
      const devolucion = `${last?.id ?? ''}`;
      const givenCookies = { ...(devolucion && { devolucion }), ...form };
      return redirectOf(await postForm(act.address, { form: givenCookies, cookies: as }));
    }
    const everyone = () => [cookies.admin, second.cookies, third.cookies];
    const nothing = [false, false, false, false];

    test('can be approved by every admin except the one who asked, who can only withdraw it', async () => {
      for (const as of everyone()) expect(await seenBy(as)).toEqual(nothing);
      await act.ask(second.cookies);
      expect(await seenBy(second.cookies)).toEqual([false, true, true, false]);
      const renderedFields = renderedFormFields(await act.page(), act.address).devolucion;
      expect(renderedFields).toBe(act.approve.hecha && '2');
      for (const as of [cookies.admin, third.cookies]) {
        expect(await seenBy(as)).toEqual([true, true, false, true]);
      }
      expect(await press(act.approve, second.cookies)).toContain('error=');
      expect(await press(act.approve, third.cookies)).toContain('aviso=');
      for (const as of everyone()) expect(await seenBy(as)).toEqual(nothing);
    });

    test.each(['who asked', 'another'])(
      'is withdrawn by %s, and then no admin can approve it any more',
      async (who) => {
        await act.ask(second.cookies);
        const as = who === 'another' ? third.cookies : second.cookies;
        expect(await press(act.withdraw, as)).toContain('aviso=');
        for (const reader of everyone()) expect(await seenBy(reader)).toEqual(nothing);
        expect(await press(act.approve, cookies.admin)).toContain('error=');
      },
    );
  },
);
