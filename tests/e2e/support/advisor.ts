import type { Page } from '@playwright/test';
import type { App } from '#tests/e2e/support/app.ts';
import { press } from '#tests/e2e/support/journey.ts';
import { createAdvisor } from '#tests/support/advisor-account.ts';

/** Somebody of the team. Nothing here asserts: it also serves the screenshots. */
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

/** From the login, however one came there, to where it leads. */
export async function logInAs(page: Page, { email, password }: Advisor): Promise<void> {
  await page.getByLabel('Correo').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await press(page, page.getByRole('button', { name: 'Ingresar', exact: true }));
}
