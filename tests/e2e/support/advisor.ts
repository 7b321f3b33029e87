import type { Page } from '@playwright/test';
import { randomToken } from '#lib/platform/ids.ts';
import type { App } from '#tests/e2e/support/app.ts';
import { press } from '#tests/e2e/support/journey.ts';
import { insertAccount, openDatabaseOf } from '#tests/support/app-session.ts';

/** An advisor. Nothing here asserts: it also serves the screenshots. */
export type Advisor = { email: string; password: string };

export async function advisorOf(app: App, email = 'asesora@resguardo.cl'): Promise<Advisor> {
  const password = 'siete tazas de té';
  await insertAdvisor(app, { email, password });
  return { email, password };
}

/** Returns the token of a session. */
async function insertAdvisor(
  app: App,
  advisor: Partial<Advisor> & { email: string },
): Promise<string> {
  const token = randomToken();
  const db = openDatabaseOf(app);
  await insertAccount(db, { ...advisor, role: 'admin' }, token);
  db.close();
  return token;
}

const sessions = new WeakMap<App, Promise<string>>();

/** The files of a request as the team gets them: by session, from the lead that its mail leads to. */
export async function filesFor(app: App, mail: { text?: string | undefined }): Promise<Buffer[]> {
  const [, lead] = /\/admin\/leads\/(\d+)/.exec(mail.text ?? '') ?? [];
  const session = sessions.get(app) ?? insertAdvisor(app, { email: `${Date.now()}@resguardo.cl` });
  sessions.set(app, session);
  const files: Buffer[] = [];
  for (const kind of ['contrato', 'adicional']) {
    const url = `${app.url}/api/admin/leads/${lead}/files/${kind}`;
    const reply = await fetch(url, { headers: { cookie: `service_session=${await session}` } });
    if (reply.ok) files.push(Buffer.from(await reply.arrayBuffer()));
    else if (reply.status !== 404) throw new Error(`${url}: ${reply.status}`);
  }
  return files;
}

/** From the login, however one came there, to where it leads. */
export async function logInAs(page: Page, { email, password }: Advisor): Promise<void> {
  await page.getByLabel('Correo').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await press(page, page.getByRole('button', { name: 'Ingresar', exact: true }));
}
