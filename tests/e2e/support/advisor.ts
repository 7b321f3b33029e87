import type { Page } from '@playwright/test';
import { randomToken } from '#lib/platform/security/ids.ts';
import type { App } from '#tests/e2e/support/app.ts';
import { press, ready } from '#tests/e2e/support/journey.ts';
import { leadIn } from '#tests/e2e/support/mails.ts';
import { insertAccount, insertFactors, openDatabaseOf } from '#tests/support/app-session.ts';

/** An advisor with password and recovery codes. */
export type Advisor = { email: string; password: string; recoveryCodes: string[] };

export async function advisorOf(app: App, email = 'asesora@resguardo.cl'): Promise<Advisor> {
  const password = 'siete tazas de té';
  const { recoveryCodes } = await insertAdvisor(app, { email, password });
  return { email, password, recoveryCodes };
}

/** Inserts an advisor with a session and a second factor whose recovery codes are known. */
async function insertAdvisor(app: App, advisor: { email: string; password?: string }) {
  const token = randomToken();
  const db = openDatabaseOf(app);
  await insertAccount(db, { ...advisor, role: 'admin' }, token);
  const recoveryCodes = await insertFactors(db, advisor.email);
  db.close();
  return { token, recoveryCodes };
}

const sessions = new WeakMap<App, Promise<{ token: string }>>();

/** Returns the files of a request as the team gets them: by session, from the lead of its mail. */
export async function filesFor(app: App, mail: { text?: string | undefined }): Promise<Buffer[]> {
  const session = sessions.get(app) ?? insertAdvisor(app, { email: `${Date.now()}@resguardo.cl` });
  sessions.set(app, session);
  const files: Buffer[] = [];
  for (const kind of ['contrato', 'adicional']) {
    const url = `${app.url}/api${leadIn(mail)}/files/${kind}`;
    const response = await fetch(url, {
      headers: { cookie: `service_session=${(await session).token}` },
    });
    if (response.ok) files.push(Buffer.from(await response.arrayBuffer()));
    else if (response.status !== 404) throw new Error(`${url}: ${response.status}`);
  }
  return files;
}

/** Opens a page of the team without the login. */
export async function enterAs(page: Page, app: App, email: string, path: string): Promise<void> {
  const { token } = await insertAdvisor(app, { email });
  await page.context().addCookies([{ name: 'service_session', value: token, url: app.url }]);
  await page.goto(path);
  await ready(page);
}

/** Logs in on the open login page and follows it to the page that it was opened for. */
export async function logInAs(
  page: Page,
  { email, password, recoveryCodes }: Advisor,
): Promise<void> {
  await page.getByLabel('Correo').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await press(page, page.getByRole('button', { name: 'Ingresar', exact: true }));
  await page.getByLabel('Código de tu app').fill(recoveryCodes.shift() ?? '');
  await press(page, page.getByRole('button', { name: 'Ingresar', exact: true }));
}
