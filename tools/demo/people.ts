import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Secret, TOTP } from 'otpauth';
import { registerLiveAccount } from '#tests/support/account-over-http.ts';
import { mailboxFilesIn } from '#tests/support/mailbox-files.ts';
import { programEnv } from '#tests/support/program-env.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { call, logIn, postPage, request } from '#tools/demo/calls.ts';
import { fillDemoVault } from '#tools/demo/vault.ts';

type App = { url: string; dataDir: string };

/**
 * Adds two advisors, and a company of two people with a full vault and a request. Returns their
 * logins.
 */
export async function addPeople(app: App) {
  const company = await fillDemoVault(app.url, app.dataDir);
  const login = { email: 'asesora@resguardo.localhost', password: company.password };
  const advisor = { ...login, ...(await createAdvisor(app, login)) };
  const elena = { email: 'elena@resguardo.localhost', password: company.password };
  const colleague = { ...elena, ...(await createAdvisor(app, elena)) };
  await call(`${app.url}/api/guarantees/public`, { ...request, email: company.email });
  await addColleague(app, company);
  return { company, advisor, colleague };
}

/** Invites two people to the company. Carla joins. */
async function addColleague({ url, dataDir }: App, company: { email: string; password: string }) {
  const carla = { email: 'carla@constructora.cl', password: company.password, name: 'Carla Rojas' };
  const about = { role: 'natural', rut: '11.111.111-1' };
  const hers = await registerLiveAccount({ url, dataDir }, { ...carla, ...about });
  const owner = await logIn(url, company);
  const invite = (email: string, role: string) =>
    postPage(`${url}/panel/empresa/invitar`, { email, role }, owner);
  await invite(carla.email, 'owner');
  await invite('luis@constructora.cl', 'member');
  const isInvitation = ({ to, text }: { to: string; text: string }) =>
    to === carla.email && text.includes('/invitacion/');
  const { text } = await waitFor(() => mailboxFilesIn(dataDir).find(isInvitation));
  const [page = ''] = /http\S+\/invitacion\/[\w.-]+/.exec(text) ?? [];
  await postPage(`${page}/aceptar`, {}, hers);
}

/**
 * Creates an advisor as an operator does: command line, mailed link, password, authenticator app.
 * Returns the cookies of the session and the secret of the app.
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
  const { text } = await waitFor(() => mailboxFilesIn(dataDir).find(isReset));
  const link = /http\S+\/restablecer\?\S+/.exec(text)?.[0] ?? '';
  const token = new URL(link).searchParams.get('token');
  await call(`${url}/api/auth/reset-password`, { token, password });
  const cookie = await logIn(url, { email, password });
  const { data } = await (await call(`${url}/api/auth/totp`, {}, cookie)).json();
  const code = new TOTP({ secret: Secret.fromBase32(data.secret) }).generate();
  await call(`${url}/api/auth/totp/confirm`, { setup: data.setup, code }, cookie);
  return { cookie, secret: String(data.secret) };
}
