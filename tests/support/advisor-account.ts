import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Secret, TOTP } from 'otpauth';
import { programEnv } from '#tests/support/program-env.ts';

const root = join(import.meta.dirname, '../..');

type Options = {
  url: string;
  dataDir: string;
  email: string;
  password: string;
  /** The text of the newest mail to this address that holds a reset link, once there is one. */
  resetMail: () => Promise<string>;
};

/**
 * An admin in a running app, the way an operator makes one: command line, mailed link, password, an app
 * of codes. Returns the cookies of the session and the app's secret.
 */
export async function createAdvisor({ url, dataDir, email, password, resetMail }: Options) {
  const env = { NODE_ENV: 'production', ...programEnv(), DATA_DIR: dataDir } as const;
  await promisify(execFile)(process.execPath, ['scripts/admin.ts', 'create', email], {
    cwd: root,
    env,
  });
  await post(`${url}/api/auth/forgot-password`, { email });
  const link = /http\S+\/restablecer\?\S+/.exec(await resetMail())?.[0] ?? '';
  const token = new URL(link).searchParams.get('token');
  await post(`${url}/api/auth/reset-password`, { token, password });
  const login = await post(`${url}/api/auth/login`, { email, password });
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  const { data } = await (await post(`${url}/api/auth/totp`, {}, cookie)).json();
  const code = new TOTP({ secret: Secret.fromBase32(data.secret) }).generate();
  await post(`${url}/api/auth/totp/confirm`, { setup: data.setup, code }, cookie);
  return { cookie, secret: String(data.secret) };
}

async function post(url: string, body: object, cookie = ''): Promise<Response> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response;
}
