import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import NotMePage from '#app/(cuenta)/no-fui-yo/page.tsx';
import SignInsPage from '#app/panel/ingresos/page.tsx';
import { jobs } from '#lib/background/sweeper.ts';
import { BROWSER_DAYS } from '#lib/domain/accounts/rules.ts';
import { notMeToken } from '#lib/domain/accounts/view.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts, knownBrowsers } from '#lib/platform/db/schema/accounts.ts';
import { passkeys } from '#lib/platform/db/schema/factors.ts';
import { cookieNames } from '#lib/platform/operations/cookie-names.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { getAccount, makeAccount } from '#tests/support/accounts.ts';
import {
  anonymousSession,
  auditTrailOf,
  logIn,
  logOut,
  queuedMails,
  readSession,
  refusalBodyOf,
  refusalWith,
  requestPasswordReset,
  resetPassword,
  resetTokenFor,
  tokenOf,
} from '#tests/support/auth-calls.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { deliverMails, lastMail } from '#tests/support/sent-mails.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/130.0';
const sentMails = async () =>
  (await queuedMails()).filter(({ kind }) => kind === 'account.new-browser-mail');
const browsers = () => getDb().read.select().from(knownBrowsers);
const from = (browser: string | undefined, agent = FIREFOX) =>
  logIn(
    {},
    {
      headers: { 'user-agent': agent },
      ...(browser && { cookies: { [cookieNames.knownBrowser]: browser } }),
    },
  );

let own: string;
let id: string;
beforeEach(async () => {
  ({ id } = await makeAccount());
  own = cookiesOf(await from(undefined))[cookieNames.knownBrowser] ?? '';
});

/** Makes a login elsewhere and returns the token in the mail about it. */
async function strange() {
  const response = await from(undefined);
  const [mail] = await sentMails();
  return { session: tokenOf(response), token: notMeToken(String(mail?.payload.browserId)) };
}

describe('a browser that logs in', () => {
  test('as the first of an account, or with its cookie, causes no mail, and the cookie is not stored', async () => {
    expect(own).toMatch(/^[\w-]{43}$/);
    await from(own);
    await from(own, 'another program by the same cookie');
    expect(await sentMails()).toEqual([]);
    expect(await browsers()).toHaveLength(1);
    expect(JSON.stringify(await browsers())).not.toContain(own);
  });

  test('with the cookie of another account counts as the first of this account and causes no mail', async () => {
    const email = 'luis@empresa.cl';
    const luis = await makeAccount({ email });
    await logIn({ email }, { cookies: { [cookieNames.knownBrowser]: own } });
    expect(await sentMails()).toEqual([]);
    expect((await browsers()).map(({ accountId }) => accountId)).toEqual([id, luis.id]);
  });

  test('stays known after a logout, which ends its other cookies', async () => {
    const others = { [cookieNames.knownBrowser]: own, [cookieNames.draft]: 'x', 'a(b': 'x' };
    const response = await logOut(tokenOf(await from(own)), others);
    expect(response.headers.get('clear-site-data')).toBe('"storage"');
    const ended = response.headers.getSetCookie().filter((line) => line.includes('Max-Age=0'));
    expect(ended.map((line) => line.split(';')[0])).toEqual([
      `${cookieNames.session}=`,
      `${cookieNames.draft}=`,
    ]);
    await from(own);
    expect(await sentMails()).toEqual([]);
  });

  test('for the first time to a known account causes a mail with device, time in Chile and shortened IP', async () => {
    const response = await from(undefined);
    expect(response.headers.getSetCookie().join()).toMatch(
      new RegExp(
        `${cookieNames.knownBrowser}=[\\w-]{43}; Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax`,
      ),
    );
    await deliverDue();
    const mail = await lastMail();
    expect(mail?.subject).toBe('Ingreso desde un navegador nuevo en Resguardo');
    expect(mail?.text).toMatch(/Firefox en Windows/);
    expect(mail?.text).toMatch(/12:00.*hora de Chile/);
    expect(mail?.text).toMatch(/203\.0\.113\.0\/24/);
    expect(mail?.text).toMatch(/\/no-fui-yo\?token=/);
    expect(mail?.text).not.toMatch(/203\.0\.113\.7|ciudad/);
  });

  test('with a malformed cookie gets a new one', async () => {
    const response = await from('x"; drop');
    expect(cookiesOf(response)[cookieNames.knownBrowser]).toMatch(/^[\w-]{43}$/);
  });

  test('is one of the twenty last used of an account, and is forgotten after a long absence', async () => {
    const used: string[] = [];
    for (let n = 0; n < 25; n++) {
      world.advance(1000);
      used.push(cookiesOf(await from(undefined))[cookieNames.knownBrowser] ?? '');
    }
    expect(await browsers()).toHaveLength(20);
    // The one that was used longest ago is forgotten, not a newer one.
    const mails = (await sentMails()).length;
    for (const browser of used.slice(-20)) await from(browser);
    expect(await sentMails()).toHaveLength(mails);
    world.advance(BROWSER_DAYS * DAY + 1000);
    await jobs.accounts(world.now());
    expect(await browsers()).toEqual([]);
  });
});

describe('“No fui yo” in the mail about a new browser', () => {
  test('changes nothing when opened; its button ends all access, works once, and leaves the reset by mail', async () => {
    const { session, token } = await strange();
    await requestPasswordReset('ana@constructora.cl');
    const reset = await resetTokenFor('ana@constructora.cl');
    const page = await renderPage(NotMePage, {}, { token });
    expect(page).toContain('Cerrar todo el acceso');
    expect(await readSession(session)).toMatchObject({ authenticated: true });

    const pressed = await postForm('/no-fui-yo/cerrar', { form: { token } });
    expect(pressed.headers.get('location')).toBe('/no-fui-yo?hecho=1');
    expect(await readSession(session)).toEqual(anonymousSession);
    expect((await getAccount('ana@constructora.cl')).passwordHash).toBeNull();
    expect(await refusalBodyOf(await logIn())).toEqual(refusalWith(401, 'wrong_credentials'));
    expect((await resetPassword(reset, 'otra clave bien larga')).status).toBe(400);
    expect(await auditTrailOf(id)).toContain('access.ended');
    expect(await renderPage(NotMePage, {}, { hecho: '1' })).toContain('href="/recuperar"');

    const again = await postForm('/no-fui-yo/cerrar', { form: { token } });
    expect(again.headers.get('location')).toMatch(/^\/no-fui-yo\?error=/);
    expect(await renderPage(NotMePage, {}, { token })).toContain('Este enlace ya no sirve');
    // The owner gets the account back by the mailbox.
    await requestPasswordReset('ana@constructora.cl');
    const fresh = await resetTokenFor('ana@constructora.cl');
    expect((await resetPassword(fresh, 'otra clave bien larga')).status).toBe(200);
    expect((await logIn({ password: 'otra clave bien larga' })).status).toBe(200);
  });

  test.each([
    ['natural' as const, ['mía']],
    ['admin' as const, ['ajena', 'mía']],
  ])(
    'for the role %s leaves, of one passkey from before that login and one from after it, %j',
    async (role, left) => {
      const key = (name: string) => ({
        id: name,
        credentialId: name,
        publicKey: '',
        counter: 0,
        name,
      });
      const put = (name: string) =>
        getDb().write((tx) =>
          tx.insert(passkeys).values({ ...key(name), accountId: id, createdAt: world.now() }),
        );
      world.advance(1000);
      const { token } = await strange();
      world.advance(-1);
      await put('mía');
      world.advance(1000);
      await put('ajena');
      await getDb().write((tx) => tx.update(accounts).set({ role }).where(eq(accounts.id, id)));
      await postForm('/no-fui-yo/cerrar', { form: { token } });
      const storedRows = await getDb().read.select({ name: passkeys.name }).from(passkeys);
      expect(storedRows.map(({ name }) => name).sort()).toEqual(left);
    },
  );

  test('refuses a made-up token, and any token after the password was reset by mail', async () => {
    const { token } = await strange();
    await requestPasswordReset('ana@constructora.cl');
    await resetPassword(await resetTokenFor('ana@constructora.cl'), 'otra clave bien larga');
    for (const wrong of [token, `${token}x`, notMeToken(id), 'x', '']) {
      const { headers } = await postForm('/no-fui-yo/cerrar', { form: { token: wrong } });
      expect(headers.get('location')).toMatch(/error=/);
    }
    const mails = await deliverMails();
    expect(mails.map(({ subject }) => subject).join()).not.toContain('navegador nuevo');
  });
});

test('the page of own logins lists device, network and method, also of failed ones, 25 a page', async () => {
  await logIn({ password: 'no es esta' }, { headers: { 'user-agent': FIREFOX } });
  const cookies = cookiesOf(await from(own));
  for (let n = 0; n < 30; n++) await logIn({ password: 'no es esta' });
  browseAs({ [cookieNames.session]: cookies[cookieNames.session] ?? '' });
  const first = await renderPage(SignInsPage, {});
  expect(first.match(/<li class="border-b/g)).toHaveLength(25);
  const next = /\/panel\/ingresos\?antes=(\d+)/.exec(first)?.[1] ?? '';
  const second = await renderPage(SignInsPage, {}, { antes: next });
  expect(second).toContain('Intento fallido, Firefox en Windows');
  expect(second).toContain('Con contraseña, Firefox en Windows');
  expect(second).toContain('203.0.113.0/24');
});
