import { setTimeout as sleep } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';
import { passwordCost } from '#lib/platform/security/passwords.ts';
import { registerLiveAccount } from '#tests/support/account-over-http.ts';
import { type AppProcess, startApp } from '#tests/support/app-process.ts';
import { account } from '#tools/bench/load-operations.ts';
import { answerP99, measure } from '#tools/bench/measure.ts';
import { median, type Row, rounded } from '#tools/bench/table.ts';

const ROUNDS = 3;
const SECONDS = 4;
const PARALLEL = 8;

/**
 * Measures logins, compared with the cost of their password hash alone, and how they slow down
 * other requests.
 */
export async function benchAccounts(): Promise<Row[]> {
  const app = await startApp({ variables: { LOG_LEVEL: 'info' } });
  try {
    await registerLiveAccount(app, account);
    const rates: { ours: number[]; raw: number[] } = { ours: [], raw: [] };
    const p99: { idle: number[]; busy: number[] } = { idle: [], busy: [] };
    await logInFor(app, 1);
    const askHealth = (seconds: number) => answerP99(`${app.url}/api/health`, seconds, 5);
    await askHealth(1);
    for (let round = 0; round < ROUNDS; round++) {
      rates.raw.push(await hashFor(SECONDS));
      rates.ours.push(await logInFor(app, SECONDS));
      p99.idle.push(await askHealth(SECONDS));
      const [, busy] = await Promise.all([
        logInFor(app, SECONDS + 1),
        sleep(500).then(() => askHealth(SECONDS)),
      ]);
      p99.busy.push(busy);
    }
    const share = median(rates.ours) / median(rates.raw);
    const slower = median(p99.busy) / median(p99.idle);
    return [
      ['logins/s', rounded(median(rates.ours)), `${PARALLEL} in parallel`],
      ['  argon2 alone', rounded(median(rates.raw)), `ratio ${rounded(share)} (aim ≥ 0.6)`],
      ['/api/health p99 while they run, ms', rounded(median(p99.busy)), ''],
      ['  idle', rounded(median(p99.idle)), `ratio ${rounded(slower)} (aim ≤ 3)`],
      ...(await timings(app)),
    ];
  } finally {
    await app.close();
  }
}

/** Compares the response times for an existing and a missing account, which must be alike. */
async function timings(app: AppProcess): Promise<Row[]> {
  const samples = 200;
  const compare = async (path: string, first: object, other: object) => {
    const times: [number[], number[]] = [[], []];
    for (let i = 0; i < samples; i++) {
      times[0].push(await timeOf(app, path, first));
      times[1].push(await timeOf(app, path, other));
    }
    return [median(times[0]), median(times[1])] as const;
  };
  const password = 'otra clave larga';
  const nobody = 'nadie@constructora.cl';
  const [wrong, unknown] = await compare(
    '/api/auth/login',
    { email: account.email, password },
    { email: nobody, password },
  );
  const [known, absent] = await compare(
    '/api/auth/forgot-password',
    { email: account.email },
    { email: nobody },
  );
  const difference = (a: number, b: number) => `${rounded(((a - b) / b) * 100)} % apart`;
  return [
    ['login, wrong password, ms', rounded(wrong), `${samples} samples each, medians`],
    ['  unknown e-mail', rounded(unknown), difference(unknown, wrong)],
    ['forgot-password, known e-mail, ms', rounded(known), ''],
    ['  unknown', rounded(absent), difference(absent, known)],
  ];
}

async function timeOf(app: AppProcess, path: string, body: object): Promise<number> {
  const started = performance.now();
  await (await post(app, path, body)).arrayBuffer();
  return performance.now() - started;
}

/** Returns logins per second. */
async function logInFor(app: AppProcess, seconds: number): Promise<number> {
  const { email, password } = account;
  const { rate } = await measure(
    {
      url: `${app.url}/api/auth/login`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    },
    { pid: app.pid() },
    seconds,
    PARALLEL,
  );
  return rate;
}

/** Returns password verifications per second, without an app around them. */
async function hashFor(seconds: number): Promise<number> {
  const encoded = await hash(account.password, { algorithm: 2, ...passwordCost });
  const end = performance.now() + seconds * 1000;
  let done = 0;
  const first = async () => {
    while (performance.now() < end) {
      await verify(encoded, account.password);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, first));
  return done / seconds;
}

function post(app: AppProcess, path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(app.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
}
