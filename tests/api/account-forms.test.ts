import { describe, expect, test, vi } from 'vitest';
import { findAccountByEmail, findSession } from '#lib/domain/accounts/reads/accounts.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { cookieNames } from '#lib/platform/operations/cookie-names.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { codeFor, getAccount, makeAccount, PASSWORD, personBody } from '#tests/support/accounts.ts';
import {
  anonymousSession,
  auditTrailOf,
  makeSession,
  readSession,
  tokenOf,
} from '#tests/support/auth-calls.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { postForm, redirectOf, valuesKeptAfterRefusal } from '#tests/support/post-form.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

test('the page that a visitor wanted survives registration, code and login, and never leads to another site', async () => {
  const next = '/pagar/abc.def';
  const wanted = new URLSearchParams({ next }).toString();
  const form = { ...personBody, acepto: 'true', next };
  const { acepto: _, ...without } = form;
  const refused = await postForm('/register/crear', { form: without });
  expect(valuesKeptAfterRefusal(refused)?.values.next).toBe(next);
  const created = redirectOf(await postForm('/register/crear', { form }));
  expect(created).toContain(wanted);
  const { email } = personBody;
  const wrong = await postForm('/verificar/confirmar', {
    form: { email, code: 'zzzzzz', next },
  });
  expect(valuesKeptAfterRefusal(wrong)?.values.next).toBe(next);
  world.advance(61_000);
  const resent = redirectOf(await postForm('/verificar/reenviar', { form: { email, next } }));
  expect(resent).toContain(wanted);
  const code = await codeFor(email);
  const verified = redirectOf(
    await postForm('/verificar/confirmar', { form: { email, code, next } }),
  );
  expect(verified).toMatch(/^\/login\?/);
  expect(verified).toContain(wanted);
  for (const away of ['//malo.cl', 'https://malo.cl']) {
    const way = redirectOf(
      await postForm('/verificar/confirmar', { form: { email, code, next: away } }),
    );
    expect(way).not.toContain('malo.cl');
  }
});

describe('the registration form', () => {
  const form = { ...personBody, acepto: 'true' };
  const register = (fields: Record<string, string>) =>
    postForm('/register/crear', { form: fields });

  test('creates the account and leads to the page that asks for the code', async () => {
    const way = redirectOf(await register({ ...form, razonSocial: 'De antes SpA' }));
    expect(way).toBe(`/verificar?email=ana%40constructora.cl&desde=${world.now()}`);
    expect(await getAccount(personBody.email)).toMatchObject({
      role: 'natural',
      razonSocial: null,
    });
  });

  test('requires consent, and a refused form comes back without the password', async () => {
    const { acepto: _, ...without } = form;
    const response = await register({ ...without, role: 'juridica' });
    expect(redirectOf(response)).toBe('/register?error=validation_failed');
    const flash = valuesKeptAfterRefusal(response);
    expect(Object.keys(flash?.fields ?? {}).sort()).toEqual(['acepto', 'razonSocial', 'rut']);
    expect(flash?.values).toMatchObject({ email: personBody.email, rut: personBody.rut });
    expect(response.headers.getSetCookie().join()).not.toContain(PASSWORD);
    expect(JSON.stringify(flash)).not.toContain(PASSWORD);
    expect(await findAccountByEmail(personBody.email)).toBeNull();
  });

  test('accepts neither the role of an admin nor a field that says the e-mail is verified', async () => {
    expect(redirectOf(await register({ ...form, role: 'admin' }))).toMatch(/^\/register\?error=/);
    await register({ ...form, emailVerified: 'true', emailVerifiedAt: '1' });
    expect(await getAccount(personBody.email)).toMatchObject({ emailVerifiedAt: null });
  });
});

describe('the browser in which somebody registered', () => {
  const { email } = personBody;
  const create = async () =>
    cookiesOf(await postForm('/register/crear', { form: { ...personBody, acepto: 'true' } }));
  const verify = async (cookies: Record<string, string>, next = '') =>
    postForm('/verificar/confirmar', {
      form: { email, code: await codeFor(email), next },
      cookies,
    });

  const resend = async (cookies: Record<string, string>) => {
    world.advance(61_000);
    return cookiesOf(await postForm('/verificar/reenviar', { form: { email }, cookies }));
  };

  test('is logged in by the right code and led on; its cookie works once', async () => {
    const cookies = await create();
    const wrong = await postForm('/verificar/confirmar', {
      form: { email, code: 'zzzzzz' },
      cookies,
    });
    expect(cookiesOf(wrong).service_session).toBeUndefined();
    const response = await verify(cookies, '/pagar/abc.def');
    expect(redirectOf(response)).toBe('/pagar/abc.def');
    const { service_session: token = '', segundo_paso: spent } = cookiesOf(response);
    expect(spent).toBe('');
    expect(await findSession(token, world.now())).toMatchObject({ email });
    const { id } = await getAccount(email);
    expect((await auditTrailOf(id)).slice(-2)).toEqual(['email.verified', 'session.opened']);
    const again = await postForm('/verificar/confirmar', {
      form: { email, code: 'zzzzzz' },
      cookies,
    });
    expect(redirectOf(again)).toMatch(/^\/login\?aviso=verificado/);
    expect(cookiesOf(again).service_session).toBeUndefined();
  });

  test('is still logged in when it verifies with a second code that it requested', async () => {
    const cookies = await create();
    const storedRows = await resend(cookies);
    expect(storedRows.segundo_paso).not.toBe(cookies.segundo_paso);
    expect(redirectOf(await verify(storedRows))).toBe('/panel');
  });

  test('is not logged in by a code that another browser requested, and neither is that browser', async () => {
    const cookies = await create();
    const other = await resend({});
    expect(other).not.toHaveProperty('segundo_paso');
    for (const held of [other, cookies])
      expect(redirectOf(await verify(held))).toMatch(/^\/login\?/);
  });

  test.each([
    ['no cookie', () => ({})],
    ['the cookie of a registration that was replaced', (old: Record<string, string>) => old],
  ])(
    'a browser with %s is not logged in by the right code and is led to the login',
    async (_, of) => {
      const old = await create();
      await create();
      const response = await verify(of(old));
      expect(redirectOf(response)).toMatch(/^\/login\?aviso=verificado/);
      expect(cookiesOf(response).service_session).toBeUndefined();
    },
  );
});

describe('the forms of the verification code', () => {
  test('accept the code in small letters with blanks in it', async () => {
    await postForm('/register/crear', { form: { ...personBody, acepto: 'true' } });
    const typed = [...(await codeFor(personBody.email)).toLowerCase()].join(' ');
    const form = { email: personBody.email, code: ` ${typed} ` };
    const response = await postForm('/verificar/confirmar', { form });
    expect(redirectOf(response)).toBe('/login?aviso=verificado&email=ana%40constructora.cl');
    expect((await getAccount(personBody.email)).emailVerifiedAt).toBe(world.now());
  });

  test('say by the server’s clock how long to wait for another code', async () => {
    await postForm('/register/crear', { form: { ...personBody, acepto: 'true' } });
    world.advance(18_000);
    const form = { email: personBody.email, desde: '1' };
    const early = await postForm('/verificar/reenviar', { form });
    expect(redirectOf(early)).toBe('/verificar?error=rate_limited');
    expect(valuesKeptAfterRefusal(early)?.message).toContain('42 segundos');
    world.advance(42_000);
    const way = redirectOf(await postForm('/verificar/reenviar', { form }));
    expect(way).toBe(`/verificar?email=ana%40constructora.cl&desde=${world.now()}&aviso=reenviado`);
  });
});

describe('the forms to log in and out', () => {
  const credentials = { email: personBody.email, password: PASSWORD, profile: '' };
  const enter = (more: object) => postForm('/login/entrar', { form: { ...credentials, ...more } });

  test('the login opens a session and leads only to pages of this site', async () => {
    await makeAccount();
    const response = await enter({ next: '/panel/perfil' });
    expect(redirectOf(response)).toBe('/panel/perfil');
    expect(await readSession(tokenOf(response))).toMatchObject({ email: personBody.email });
    for (const next of ['', '//malo.cl', 'https://malo.cl', '/\\malo.cl']) {
      expect(redirectOf(await enter({ next }))).toBe('/panel');
    }
  });

  test('the login answers the same for an unknown e-mail and a wrong password', async () => {
    await makeAccount();
    const answers = [];
    for (const more of [{ password: 'otra cosa' }, { email: 'nadie@constructora.cl' }]) {
      const response = await enter(more);
      const flash = valuesKeptAfterRefusal(response);
      answers.push([redirectOf(response), flash?.message, flash?.fields]);
      expect(tokenOf(response)).toBe('');
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  test('a successful login deletes the cookie that brings a refused form back', async () => {
    await makeAccount();
    const jar = cookiesOf(await enter({ password: 'otra cosa' }));
    expect(jar.formulario).toMatch(/./);
    const ended = (await enter({})).headers
      .getSetCookie()
      .filter((item) => item.startsWith('formulario='));
    expect(ended).toEqual([expect.stringMatching(/^formulario=; Max-Age=0; Path=\/login;/)]);
  });

  test('the logout ends the session of the cookie', async () => {
    await makeAccount();
    const token = await makeSession();
    const cookies = { [cookieNames.session]: token };
    const response = await postForm('/panel/salir', { form: {}, cookies });
    expect(redirectOf(response)).toBe('/login?aviso=salida');
    expect(response.headers.get('clear-site-data')).toBe('"storage"');
    expect(await readSession(token)).toEqual(anonymousSession);
  });

  test('the logout removes the cookie even when the database cannot be written', async () => {
    await makeAccount();
    const cookies = { [cookieNames.session]: await makeSession() };
    vi.spyOn(getDb(), 'write').mockRejectedValue(new AppError('unavailable'));
    const response = await postForm('/panel/salir', { form: {}, cookies });
    expect(redirectOf(response)).toContain('error=unavailable');
    expect(cookiesOf(response)[cookieNames.session]).toBe('');
    expect(response.headers.get('clear-site-data')).toBe('"storage"');
  });

  test.each(['/login/entrar', '/panel/salir'])(
    '%s refuses a form that was sent from another site',
    async (path) => {
      await makeAccount();
      const token = await makeSession();
      const response = await postForm(path, {
        form: credentials,
        cookies: { [cookieNames.session]: token },
        headers: { 'sec-fetch-site': 'cross-site', origin: 'https://malo.cl' },
      });
      expect(redirectOf(response)).toMatch(/\?error=csrf_invalid$/);
      expect(await readSession(token)).toMatchObject({ authenticated: true });
      expect(tokenOf(response)).toBe('');
    },
  );
});
