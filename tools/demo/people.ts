import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Secret, TOTP } from 'otpauth';
import { filesIn } from '#tests/support/mailbox-files.ts';
import { programEnv } from '#tests/support/program-env.ts';
import { until } from '#tests/support/until.ts';
import { call, logIn, request } from '#tools/demo/calls.ts';
import { fillDemoVault } from '#tools/demo/vault.ts';

type App = { url: string; dataDir: string };

/** Adds an advisor, and a company with a full vault and a request. Returns how to log in. */
export async function addPeople(app: App) {
  const company = await fillDemoVault(app.url, app.dataDir);
  const login = { email: 'asesora@resguardo.localhost', password: company.password };
  const advisor = { ...login, ...(await createAdvisor(app, login)) };
  await call(`${app.url}/api/guarantees/public`, { ...request, email: company.email });
  return { company, advisor };
}

/**
 * Makes an advisor as an operator does: command line, mailed link, password, an app of codes.
 * Returns the cookies of the session and the app's secret.
 */
async function createAdvisor(
  { url, dataDir }: App,
  { email, password }: { email: string; password: string },
) {
  const env = { NODE_ENV: 'production', ...programEnv(), DATA_DIR: dataDir } as const;
  await promisify(execFile)(process.execPath, ['scripts/admin.ts', 'create', email], {
    cwd: join(import.meta.dirname, '../..'),
    env,
  });
  await call(`${url}/api/auth/forgot-password`, { email });
  const isReset = ({ to, text }: { to: string; text: string }) =>
    to === email && /restablecer/.test(text);
  const { text } = await until(() => filesIn(dataDir).find(isReset));
  const link = /http\S+\/restablecer\?\S+/.exec(text)?.[0] ?? '';
  const token = new URL(link).searchParams.get('token');
  await call(`${url}/api/auth/reset-password`, { token, password });
  const cookie = await logIn(url, { email, password });
  const { data } = await (await call(`${url}/api/auth/totp`, {}, cookie)).json();
  const code = new TOTP({ secret: Secret.fromBase32(data.secret) }).generate();
  await call(`${url}/api/auth/totp/confirm`, { setup: data.setup, code }, cookie);
  return { cookie, secret: String(data.secret) };
}
