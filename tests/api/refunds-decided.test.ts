import { beforeEach, describe, expect, test } from 'vitest';
import ConfirmRefundPage from '#app/admin/pagos/[buyOrder]/devolver/page.tsx';
import PaymentPage from '#app/admin/pagos/[buyOrder]/page.tsx';
import { listUnclearRefunds } from '#lib/domain/payments/reads/payments.ts';
import { sweepPayments } from '#lib/domain/payments/sweep.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { sessions } from '#lib/platform/db/schema/accounts.ts';
import { auditEvents } from '#lib/platform/db/schema/audit.ts';
import { paymentRefunds } from '#lib/platform/db/schema/payments.ts';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';
import { signIn } from '#tests/support/accounts.ts';
import { type Advisor, advisorForTest, makeAdvisor } from '#tests/support/advisors.ts';
import { captureLog } from '#tests/support/captured-log.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { markSessionsProved } from '#tests/support/factors.ts';
import { expireLeases } from '#tests/support/leases.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { refundPayment } from '#tests/support/payment-links.ts';
import {
  type Cookies,
  finishPayment,
  operatorAlarms,
  paymentMails,
  paymentOf,
  paymentTrail,
  type StartedPayment,
  startPayment,
  sweepFor,
} from '#tests/support/payments.ts';
import { paymentsForTest } from '#tests/support/payments-for-test.ts';
import { postForm } from '#tests/support/post-form.ts';

const { webpay, world, cookies } = await paymentsForTest({ REFUND_SECOND_ADMIN_CLP: '10000' });
let paid: StartedPayment;
const other = advisorForTest('otra@resguardo.cl');
beforeEach(async () => {
  paid = await startPayment(cookies.payer);
  await finishPayment(webpay, paid, 'approve');
});

const rows = () => getDb().read.select().from(paymentRefunds);
const input = () => webpay.find(paid.buyOrder)?.refunded ?? 0;
/** Sends the form of an open refund: `aprobar` or `aclarar`. */
async function decide(mode: string, as: Cookies, hecha: string, id?: number) {
  world.advance(1);
  const form = { devolucion: `${id ?? (await rows())[0]?.id}`, hecha };
  const posted = await postForm(`/admin/pagos/${paid.buyOrder}/${mode}`, { form, cookies: as });
  return posted.headers.get('location')?.split('?')[1];
}

describe('a refund above the limit of a single admin', () => {
  const ask = async (amount: number, key = 'una') => {
    world.advance(1);
    return (await refundPayment(cookies.admin, paid.buyOrder, amount, key)).status;
  };
  const approve = (as: Cookies, hecha = 'si') => decide('aprobar', as, hecha);

  test('is sent when a second admin approves it, and never by the admin who asked for it', async () => {
    expect(await ask(10_001)).toBe(202);
    expect(await ask(10_001)).toBe(202);
    expect(await rows()).toMatchObject([{ state: 'proposed', approvedBy: null }]);
    expect((await paymentOf(paid.buyOrder)).nextCheckAt).toBe(null);
    const elsewhere = paid;
    paid = await startPayment(cookies.payer);
    expect(await approve(other.cookies)).toBe('error=not_found');
    paid = elsewhere;
    expect(await ask(500, 'otra')).toBe(409);
    expect(await approve(cookies.admin)).toBe('error=forbidden');
    expect(input()).toBe(0);
    // Only one of two simultaneous presses is sent.
    const third = await makeAdvisor('tercera@resguardo.cl');
    const both = await Promise.all([approve(other.cookies), approve(third.cookies)]);
    expect(both.sort()).toEqual(['aviso=devuelto', 'error=conflict']);
    expect(input()).toBe(10_001);
    expect((await paymentOf(paid.buyOrder)).refundedAmount).toBe(10_001);
    const trail = await paymentTrail(paid.buyOrder);
    expect(trail).toEqual(expect.arrayContaining(['refund-proposed', 'refund-approved']));
  });

  test('includes what was refunded before', async () => {
    expect(await ask(10_000, 'primera')).toBe(200);
    expect(await ask(500, 'segunda')).toBe(202);
    expect(input()).toBe(10_000);
  });

  test('can be withdrawn, after which another refund can be asked for', async () => {
    expect(await ask(12_500)).toBe(202);
    expect(await approve(cookies.admin, 'no')).toBe('aviso=retirada');
    expect(await approve(other.cookies)).toBe('error=conflict');
    expect(await rows()).toMatchObject([{ state: 'withdrawn' }]);
    expect(await ask(500, 'otra')).toBe(200);
    expect(input()).toBe(500);
  });

  test('needs a new proof for its approval', async () => {
    expect(await ask(12_500)).toBe(202);
    await getDb().write((tx) => tx.update(sessions).set({ provedAt: 1 }));
    expect(await approve(other.cookies)).toMatch(/^next=/);
    expect(input()).toBe(0);
  });

  test('is settled by the sweeper when the answer to its approval is lost', async () => {
    expect(await ask(10_001)).toBe(202);
    webpay.fail('refund', 'cut-after');
    expect(await approve(other.cookies)).toBe('error=upstream_failed');
    await sweepFor(world, 1);
    expect(await rows()).toMatchObject([{ state: 'done' }]);
    expect((await paymentOf(paid.buyOrder)).refundedAmount).toBe(10_001);
  });

  test('counts its time from the approval, also when its answer is lost at once', async () => {
    expect(await ask(10_001)).toBe(202);
    world.advance(2 * HOUR);
    await markSessionsProved();
    webpay.fail('refund', 'cut');
    expect(await approve(other.cookies)).toBe('error=upstream_failed');
    const approvedAt = world.now();
    expect(await rows()).toMatchObject([{ state: 'asked', requestedAt: approvedAt }]);
    await sweepFor(world, 4);
    expect(await rows()).toMatchObject([{ state: 'asked' }]);
    browseAs(cookies.admin);
    const page = textOf(await renderPage(PaymentPage, { buyOrder: paid.buyOrder }));
    expect(page).toContain(`${formatDateTime(approvedAt)} $ 10.001`);
    await sweepFor(world, 6);
    expect(await rows()).toMatchObject([{ state: 'refused' }]);
  });

  test('is announced by the page that confirms a refund', async () => {
    browseAs(cookies.admin);
    const says = async (amount: string) =>
      (await renderPage(ConfirmRefundPage, { buyOrder: paid.buyOrder }, { amount })).includes(
        'La aprueba otra persona del equipo',
      );
    expect([await says('10.000'), await says('10.001')]).toEqual([false, true]);
  });
});

describe('a refund about which Webpay no longer answers', () => {
  let admin: Advisor;
  const refund = async (amount: number) => {
    world.advance(1);
    await markSessionsProved();
    return refundPayment(admin.cookies, paid.buyOrder, amount);
  };
  const settle = (hecha: string, { as = admin.cookies, id }: { as?: Cookies; id?: number } = {}) =>
    decide('aclarar', as, hecha, id);
  /** Loses the provider's answer. Later calls get silence, or an unknown token. */
  async function loseRefund(days: number, fault: 404 | 500 = 404): Promise<void> {
    world.advance(days * DAY);
    admin = await makeAdvisor();
    webpay.fail('refund', 'cut');
    expect((await refund(2_500)).status).toBe(502);
    webpay.fail('status', fault, 1000);
    await sweepFor(world, 5);
  }

  test('alarms once, blocks other refunds, and is listed until an admin settles it', async () => {
    const log = captureLog();
    await loseRefund(8);
    expect(operatorAlarms(log)).toMatchObject([{ buyOrder: paid.buyOrder }]);
    expect(await listUnclearRefunds()).toMatchObject([{ amount: 2_500, buyOrder: paid.buyOrder }]);
    world.advance(DAY);
    await expireLeases(DAY);
    await sweepPayments(world.now());
    const daily = log.lines().filter(({ msg }) => msg === 'payments compared with webpay');
    const differences = [`${paid.buyOrder} refund-unclear`];
    expect(daily.at(-1)).toMatchObject({ level: 50, differences });
    const blocked = await refund(1_000);
    expect(blocked.status).toBe(409);
    expect((await blocked.json()).message).toContain('aclara primero');
    expect(await settle('no')).toBe('aviso=no-hecha');
    expect(await listUnclearRefunds()).toEqual([]);
    expect(await paymentOf(paid.buyOrder)).toMatchObject({ refundedAmount: 0, nextCheckAt: null });
    expect((await refund(1_000)).status).toBe(200);
  });

  test('counts, is mailed to the payer and names the admin when it is settled as made', async () => {
    await loseRefund(8);
    expect(await settle('si')).toBe('aviso=hecha');
    expect(await settle('no')).toContain('error=conflict');
    const counted = { state: 'authorized', refundedAmount: 2_500 };
    expect(await paymentOf(paid.buyOrder)).toMatchObject(counted);
    const trail = await getDb().read.select().from(auditEvents);
    expect(trail.find(({ action }) => action === 'payment.refund-confirmed')).toMatchObject({
      actor: admin.id,
      subject: paid.buyOrder,
    });
    await deliverDue();
    const subjects = paymentMails(world).map(({ subject }) => subject);
    expect(subjects).toContainEqual(expect.stringContaining('$ 2.500'));
  });

  test('is settled by admins alone, and only on its own payment', async () => {
    await loseRefund(8);
    const id = (await rows())[0]?.id ?? 0;
    expect(await settle('si', { as: await signIn() })).toContain('error=forbidden');
    expect(await settle('si', { id: id + 1 })).toContain('error=not_found');
    expect(await settle('tal vez')).toContain('error=validation_failed');
    paid = await startPayment(admin.cookies);
    expect(await settle('si', { id })).toContain('error=not_found');
    expect(await listUnclearRefunds()).toHaveLength(1);
  });

  test('is not listed as unclear within the 7 days in which Webpay may answer', async () => {
    await loseRefund(1);
    expect(await listUnclearRefunds()).toEqual([]);
    expect(await settle('si')).toBe('error=conflict');
    webpay.recover();
    await sweepFor(world, 200);
    expect((await refund(1_000)).status).toBe(200);
  });

  test('is listed as unclear only after Webpay failed for more than a day', async () => {
    await loseRefund(8, 500);
    expect(await listUnclearRefunds()).toEqual([]);
    world.advance(DAY);
    await sweepPayments(world.now());
    expect(await listUnclearRefunds()).toHaveLength(1);
  });
});
