import { createTransbank } from '#lib/platform/webpay/transbank.ts';
import { type AppProcess, startApp } from '#tests/support/app-process.ts';
import { insertSession, openDatabaseOf, sessionCookie } from '#tests/support/app-session.ts';
import { startWebpay, type WebpayStandIn } from '#tests/support/providers/webpay.ts';
import { median, type Row, rounded } from '#tools/bench/table.ts';

const TIMES = 300;

/**
 * Measures the time that the app adds to a payment. The simulated provider replies almost at once.
 */
export async function benchPayments(): Promise<Row[]> {
  const webpay = await startWebpay();
  const app = await startApp({ variables: webpay.variables });
  try {
    const db = openDatabaseOf(app);
    await insertSession(db);
    db.close();
    for (let i = 0; i < 30; i++) await both(app, webpay);
    const times: Awaited<ReturnType<typeof both>>[] = [];
    for (let i = 0; i < TIMES; i++) times.push(await both(app, webpay));
    const of = (name: keyof (typeof times)[number]) => median(times.map((time) => time[name]));
    const created = of('create') - of('providerCreate');
    const returned = of('return') - of('providerCommit');
    return [
      ['payments/create, ms', rounded(of('create')), `medians of ${TIMES}, one after the other`],
      ['  the provider alone', rounded(of('providerCreate')), `ours ${rounded(created)} (aim ≤ 5)`],
      ['payments/return, ms', rounded(of('return')), ''],
      ['  the provider alone', rounded(of('providerCommit')), `ours ${rounded(returned)}`],
    ];
  } finally {
    await app.close();
    await webpay.close();
  }
}

/** Makes one payment through the app and one directly through the SDK. */
async function both(app: AppProcess, webpay: WebpayStandIn) {
  const direct = createTransbank({ ...keys, baseUrl: webpay.url });
  const [providerCreate, opened] = await timeOf(() =>
    direct.create({
      buyOrder: `directa-${webpay.transactions.size}`,
      sessionId: 's',
      amount: 500,
      returnUrl: `${app.url}/api/payments/return`,
    }),
  );
  const [create, started] = await timeOf(async () => {
    const response = await fetch(`${app.url}/api/payments/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: sessionCookie },
      body: JSON.stringify({ amount: 500, description: 'Medición' }),
    });
    return (await response.json()).data;
  });
  for (const { token } of [opened, started]) webpay.pay(token, 'approve');
  const [providerCommit] = await timeOf(() => direct.commit(opened.token));
  const back = `${app.url}/api/payments/return?token_ws=${started.token}`;
  const [returned] = await timeOf(() => fetch(back, { redirect: 'manual' }));
  return { create, providerCreate, return: returned, providerCommit };
}

const keys = {
  commerceCode: '597055555532',
  apiKey: '579B532A7440BB0C9079DED94D31EA1615BACEB56610332264630D42D0A36B1C',
};

async function timeOf<T>(work: () => Promise<T>): Promise<[number, T]> {
  const started = performance.now();
  const result = await work();
  return [performance.now() - started, result];
}
