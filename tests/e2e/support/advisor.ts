import type { Page } from '@playwright/test';
import type { App } from '#tests/e2e/support/app.ts';
import { press } from '#tests/e2e/support/journey.ts';
import { createAdvisor } from '#tests/support/advisor-account.ts';

/** An advisor. Nothing here asserts: it also serves the screenshots. */
export type Advisor = { email: string; password: string };

export async function advisorOf(app: App, email = 'asesora@resguardo.cl'): Promise<Advisor> {
  const password = 'siete tazas de té';
  const resetMail = async () => {
    const mail = await app.waitForMail(
      ({ to, text }) => [to].flat().includes(email) && Boolean(text?.includes('/restablecer?')),
    );
    return mail.text ?? '';
  };
  await createAdvisor({ url: app.url, dataDir: app.dataDir, email, password, resetMail });
  return { email, password };
}

const sessions = new WeakMap<App, Promise<string>>();

/** The files of a request as the team gets them: by session, from the lead that its mail leads to. */
export async function filesFor(app: App, mail: { text?: string | undefined }): Promise<Buffer[]> {
  const [, lead] = /\/admin\/leads\/(\d+)/.exec(mail.text ?? '') ?? [];
  const session = sessions.get(app) ?? sessionOf(app);
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

async function sessionOf(app: App): Promise<string> {
  const advisor = await advisorOf(app, `archivos-${Date.now()}@resguardo.cl`);
  const reply = await fetch(`${app.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(advisor),
  });
  return /service_session=([^;]+)/.exec(reply.headers.get('set-cookie') ?? '')?.[1] ?? '';
}

/** From the login, however one came there, to where it leads. */
export async function logInAs(page: Page, { email, password }: Advisor): Promise<void> {
  await page.getByLabel('Correo').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await press(page, page.getByRole('button', { name: 'Ingresar', exact: true }));
}
