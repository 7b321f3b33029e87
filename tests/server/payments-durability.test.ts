import type { Client } from '@libsql/client';
import { expect, test } from 'vitest';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { type AppProcess, startApp } from '#tests/support/app-process.ts';
import { insertSession, openDatabaseOf, sessionCookie } from '#tests/support/app-session.ts';
import { startWebpay, type WebpayStandIn } from '#tests/support/providers/webpay.ts';
import { waitFor } from '#tests/support/wait-for.ts';

/** Number of kills (`KILLS=25` for many). Each meets payments before and after the charge. */
const KILLS = Number(process.env.KILLS ?? 2);
/** Number of payments that the sweeper settles at a time. */
const MAX_PER_ROUND = 20;

test('after kill -9 before and after a charge, payments and Webpay agree in the end, and each is charged once', async () => {
  const webpay = await startWebpay();
  const app = await startApp({ variables: webpay.variables });
  const db = openDatabaseOf(app);
  try {
    await insertSession(db);
    for (let n = 0; n < KILLS; n++) await interrupt(app, webpay, { comesBack: n % 2 === 0 });

    // 20 minutes pass, for the leases of the killed as well. Every start is a round of the sweeper.
    await app.stop();
    await db.execute('update leases set until = 0');
    await db.execute(`update payments set created_at = created_at - ${20 * MINUTE},
      commit_requested_at = commit_requested_at - ${20 * MINUTE},
      next_check_at = next_check_at - ${20 * MINUTE} where next_check_at is not null`);
    const open = "select count(*) as n from payments where state in ('created', 'pending')";
    for (let left = await numberOf(db, open); left > 0; left -= MAX_PER_ROUND) {
      await app.restart();
      await waitFor(async () => (await numberOf(db, open)) <= Math.max(0, left - MAX_PER_ROUND));
    }
    await expectAgreement(db, webpay);
  } finally {
    db.close();
    await app.close();
    await webpay.close();
  }
});

/**
 * Makes a payment before the charge and one after it, then kills. With `comesBack` the person
 * returns to the next process.
 */
async function interrupt(app: AppProcess, webpay: WebpayStandIn, { comesBack = true }) {
  const onTheirWay = await create(app);
  const charged = await create(app);
  webpay.pay(charged, 'approve');
  webpay.fail('create', 'hang-after');
  webpay.fail('commit', 'hang-after');
  const known = webpay.transactions.size;
  const answers = Promise.allSettled([
    create(app),
    fetch(returnOf(app, charged), { redirect: 'manual' }),
  ]);
  const isCharged = () => webpay.transactions.get(charged)?.charges === 1;
  await waitFor(() => webpay.transactions.size > known && isCharged());
  await app.kill9();
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await app.restart();
  webpay.pay(onTheirWay, 'approve');
  if (!comesBack) return;
  const response = await fetch(returnOf(app, onTheirWay), { redirect: 'manual' });
  expect(response.headers.get('location')).toMatch(/^\/panel\/pagos\/RG-/);
}

async function expectAgreement(db: Client, webpay: WebpayStandIn): Promise<void> {
  const { rows } = await db.execute('select buy_order, state from payments');
  const ours = new Map(rows.map((row) => [String(row.buy_order), String(row.state)]));
  const theirs = [...webpay.transactions.values()];
  expect(theirs.length).toBe(3 * KILLS);
  const expected: Record<string, string> = { AUTHORIZED: 'authorized', INITIALIZED: 'expired' };
  for (const { buy_order, status, charges } of theirs) {
    expect([buy_order, ours.get(buy_order)]).toEqual([buy_order, expected[status]]);
    expect(charges).toBe(status === 'AUTHORIZED' ? 1 : 0);
  }
  const paid = theirs.filter(({ charges }) => charges === 1).length;
  expect(paid).toBe(KILLS + Math.ceil(KILLS / 2));
  expect(ours.size).toBe(theirs.length);
  const notices = "select count(*) as n from audit_events where action = 'payment.authorized'";
  expect(await numberOf(db, notices)).toBe(paid);
  const receipts = "select count(*) as n from deliveries where kind = 'payment.receipt-mail'";
  expect(await numberOf(db, receipts)).toBe(paid);
}

async function create(app: AppProcess): Promise<string> {
  const response = await fetch(`${app.url}/api/payments/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: sessionCookie },
    body: JSON.stringify({ amount: 500 }),
  });
  return (await response.json()).data.token;
}

function returnOf(app: AppProcess, token: string): string {
  return `${app.url}/api/payments/return?token_ws=${token}`;
}

async function numberOf(db: Client, sql: string): Promise<number> {
  return Number((await db.execute(sql)).rows[0]?.n);
}
