import type { Locator, Page } from '@playwright/test';
import { randomToken } from '#lib/platform/security/ids.ts';
import type { App } from '#tests/e2e/support/app.ts';
import { press, ready } from '#tests/e2e/support/journey.ts';
import { linkIn } from '#tests/e2e/support/mails.ts';
import { insertAccount, openDatabaseOf } from '#tests/support/app-session.ts';

// Functions that register, log in and recover an account like a person.

export type Person = { email: string; password: string; fields: Record<string, string> };

const password = 'cuatro gatos en el tejado';

export function company(email: string): Person {
  return {
    email,
    password,
    fields: {
      role: 'juridica',
      razonSocial: 'Constructora Andes SpA',
      rut: '76.123.456-0',
      name: 'Ana Muñoz',
    },
  };
}

export function natural(email: string): Person {
  return {
    email,
    password,
    fields: { role: 'natural', rut: '12.345.678-5', name: 'Pedro Soto' },
  };
}

/** Goes from /register to /verificar. */
export async function register(page: Page, person: Person): Promise<void> {
  await page.goto('/register');
  await fillInRegistration(page, person);
  await press(page, page.getByRole('button', { name: 'Crear cuenta', exact: true }));
}

export async function fillInRegistration(page: Page, person: Person): Promise<void> {
  const { role, ...texts } = person.fields;
  await page.locator(`[name="role"][value="${role}"]`).check();
  for (const [name, value] of Object.entries(texts)) {
    await page.locator(`[name="${name}"]`).fill(value);
  }
  await page.getByLabel('Correo').fill(person.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(person.password);
  await page.getByRole('checkbox').check();
}

/** Removes the cookie by which the app recognises the browser that registered. */
export async function asAnotherBrowser(page: Page): Promise<void> {
  await page.context().clearCookies({ name: 'segundo_paso' });
}

/** Goes from /verificar to /panel, or to /login in a browser that did not register. */
export async function verify(page: Page, code: string): Promise<void> {
  await page.getByLabel('Código', { exact: true }).fill(code);
  await press(page, page.getByRole('button', { name: 'Verificar' }));
}

/** Goes from /login to the page that follows. `secret` replaces the person's first password. */
export async function logIn(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
  secret = password,
) {
  await page.getByLabel('Correo').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(secret);
  await press(page, page.getByRole('button', { name: 'Ingresar', exact: true }));
}

/** Opens /panel with a new session, for tests that begin after the registration. */
export async function signUp(page: Page, app: App, person: Person): Promise<void> {
  await signIn(page, app, person);
  await page.goto('/panel');
  await ready(page);
}

/** Creates a person's account and session in the browser of `page`, without opening a page. */
export async function signIn(
  page: Page,
  app: App,
  { email, password, fields }: Person,
): Promise<void> {
  const { role, ...about } = fields;
  await startSession(page, app, {
    ...{ email, password, ...about },
    role: role === 'juridica' ? role : 'natural',
  });
}

/** Makes a new account, signed in on the device of this page. */
export async function startSession(
  page: Page,
  app: App,
  account: Parameters<typeof insertAccount>[1],
): Promise<void> {
  const token = randomToken();
  const db = openDatabaseOf(app);
  await insertAccount(db, account, token);
  db.close();
  await page.context().addCookies([{ name: 'service_session', value: token, url: app.url }]);
}

/** Sets the last proof of identity of the account's sessions to a time long ago. */
export async function forgetProofs(app: App, email: string): Promise<void> {
  const db = openDatabaseOf(app);
  await db.execute({
    sql: 'update sessions set proved_at = 1 where account_id = (select id from accounts where email = ?)',
    args: [email],
  });
  db.close();
}

/** Requests a reset link and opens it. */
export async function recover(page: Page, app: App, email: string): Promise<void> {
  await page.goto('/recuperar');
  await page.getByLabel('El correo de tu cuenta').fill(email);
  await press(page, page.getByRole('button', { name: 'Enviarme el enlace' }));
  await page.goto(await resetLinkFor(app, email));
  await ready(page);
}

/** Finds the refusal of a form. Next's own announcer of routes is an alert as well. */
export function refusal(page: Page): Locator {
  return page.locator('main').getByRole('alert');
}

/** Waits for the `nth` mail with a code to this address and returns its code. */
export async function codeFor(app: App, email: string, nth = 1): Promise<string> {
  const mails = await mailsTo(app, email, / es tu código /, nth);
  return mails[nth - 1]?.subject.slice(0, 6) ?? '';
}

/** Returns path and query of the reset link of the latest mail with one. */
export async function resetLinkFor(app: App, email: string): Promise<string> {
  const [mail] = await mailsTo(app, email, /^Cambia tu contraseña/, 1);
  return mail ? linkIn(mail, 'restablecer\\?').slice(app.url.length) : '';
}

async function mailsTo(app: App, email: string, subject: RegExp, count: number) {
  const found = () =>
    app.mailbox().filter((mail) => [mail.to].flat().includes(email) && subject.test(mail.subject));
  await app.waitForMail(() => found().length >= count);
  return found();
}

/** Logs out by the menu, which a phone opens first. */
export async function logOut(page: Page): Promise<void> {
  await page.getByText('Menú').click();
  await press(page, page.getByRole('button', { name: 'Cerrar sesión' }));
}
