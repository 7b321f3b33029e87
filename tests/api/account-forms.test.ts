import { describe, expect, test, vi } from 'vitest';
import { findAccountByEmail, findSession } from '#lib/domain/accounts/reads/accounts.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { cookieNames } from '#lib/platform/operations/cookie-names.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { codeFor, getAccount, makeAccount, PASSWORD, person } from '#tests/support/accounts.ts';
import { auditOf, makeSession, nobody, sessionOf, tokenOf } from '#tests/support/auth-calls.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { broughtBack, postForm, wayOf } from '#tests/support/post-form.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

test('the page that was asked for survives account, code and login, and never leads away', async () => {
  const next = '/pagar/abc.def';
  const wanted = new URLSearchParams({ next }).toString();
  const form = { ...person, acepto: 'true', next };
  const { acepto: _, ...without } = form;
  const refused = await postForm('/register/crear', { form: without });
  expect(broughtBack(refused)?.values.next).toBe(next);
  const created = wayOf(await postForm('/register/crear', { form }));
  expect(created).toContain(wanted);
  const { email } = person;
  const wrong = await postForm('/verificar/confirmar', {
    form: { email, code: 'zzzzzz', next },
  });
  expect(broughtBack(wrong)?.values.next).toBe(next);
  world.advance(61_000);
  const resent = wayOf(await postForm('/verificar/reenviar', { form: { email, next } }));
  expect(resent).toContain(wanted);
  const code = await codeFor(email);
  const verified = wayOf(await postForm('/verificar/confirmar', { form: { email, code, next } }));
  expect(verified).toMatch(/^\/login\?/);
  expect(verified).toContain(wanted);
  for (const away of ['//malo.cl', 'https://malo.cl']) {
    const way = wayOf(
      await postForm('/verificar/confirmar', { form: { email, code, next: away } }),
    );
    expect(way).not.toContain('malo.cl');
  }
});

describe('the door of registration', () => {
  const form = { ...person, acepto: 'true' };
  const register = (fields: Record<string, string>) =>
    postForm('/register/crear', { form: fields });

  test('creates the account and goes on to the code', async () => {
    const way = wayOf(await register({ ...form, razonSocial: 'De antes SpA' }));
    expect(way).toBe(`/verificar?email=ana%40constructora.cl&desde=${world.now()}`);
    expect(await getAccount(person.email)).toMatchObject({ role: 'natural', razonSocial: null });
  });

  test('asks for consent, and brings back everything but the password', async () => {
    const { acepto: _, ...without } = form;
    const response = await register({ ...without, role: 'juridica' });
    expect(wayOf(response)).toBe('/register?error=validation_failed');
    const flash = broughtBack(response);
    expect(Object.keys(flash?.fields ?? {}).sort()).toEqual(['acepto', 'razonSocial', 'rut']);
    expect(flash?.values).toMatchObject({ email: person.email, rut: person.rut });
    expect(response.headers.getSetCookie().join()).not.toContain(PASSWORD);
    expect(JSON.stringify(flash)).not.toContain(PASSWORD);
    expect(await findAccountByEmail(person.email)).toBeNull();
  });

  test('takes neither a role nor a verification that are not given out there', async () => {
    expect(wayOf(await register({ ...form, role: 'admin' }))).toMatch(/^\/register\?error=/);
    await register({ ...form, emailVerified: 'true', emailVerifiedAt: '1' });
    expect(await getAccount(person.email)).toMatchObject({ emailVerifiedAt: null });
  });
});

describe('the browser that registered', () => {
  const { email } = person;
  const create = async () =>
    cookiesOf(await postForm('/register/crear', { form: { ...person, acepto: 'true' } }));
  const verify = async (cookies: Record<string, string>, next = '') =>
    postForm('/verificar/confirmar', {
      form: { email, code: await codeFor(email), next },
      cookies,
    });

  const resend = async (cookies: Record<string, string>) => {
    world.advance(61_000);
    return cookiesOf(await postForm('/verificar/reenviar', { form: { email }, cookies }));
  };

  test('is signed in with the right code and goes on, and its cookie is spent with it', async () => {
    const cookies = await create();
    const wrong = await postForm('/verificar/confirmar', {
      form: { email, code: 'zzzzzz' },
      cookies,
    });
    expect(cookiesOf(wrong).service_session).toBeUndefined();
    const response = await verify(cookies, '/pagar/abc.def');
    expect(wayOf(response)).toBe('/pagar/abc.def');
    const { service_session: token = '', segundo_paso: spent } = cookiesOf(response);
    expect(spent).toBe('');
    expect(await findSession(token, world.now())).toMatchObject({ email });
    const { id } = await getAccount(email);
    expect((await auditOf(id)).slice(-2)).toEqual(['email.verified', 'session.opened']);
    const again = await postForm('/verificar/confirmar', {
      form: { email, code: 'zzzzzz' },
      cookies,
    });
    expect(wayOf(again)).toMatch(/^\/login\?aviso=verificado/);
    expect(cookiesOf(again).service_session).toBeUndefined();
  });

  test('is known also after another code that it asked for', async () => {
    const cookies = await create();
    const kept = await resend(cookies);
    expect(kept.segundo_paso).not.toBe(cookies.segundo_paso);
    expect(wayOf(await verify(kept))).toBe('/panel');
  });

  test('is no other that asked for the code in its place', async () => {
    const cookies = await create();
    const other = await resend({});
    expect(other).not.toHaveProperty('segundo_paso');
    for (const held of [other, cookies]) expect(wayOf(await verify(held))).toMatch(/^\/login\?/);
  });

  test.each([
    ['no cookie', () => ({})],
    ['the cookie of a registration that was replaced', (old: Record<string, string>) => old],
  ])('of %s it is not, which goes to the login', async (_, of) => {
    const old = await create();
    await create();
    const response = await verify(of(old));
    expect(wayOf(response)).toMatch(/^\/login\?aviso=verificado/);
    expect(cookiesOf(response).service_session).toBeUndefined();
  });
});

describe('the doors of the code', () => {
  test('take it however it is pasted, in any case', async () => {
    await postForm('/register/crear', { form: { ...person, acepto: 'true' } });
    const typed = [...(await codeFor(person.email)).toLowerCase()].join(' ');
    const form = { email: person.email, code: ` ${typed} ` };
    const response = await postForm('/verificar/confirmar', { form });
    expect(wayOf(response)).toBe('/login?aviso=verificado&email=ana%40constructora.cl');
    expect((await getAccount(person.email)).emailVerifiedAt).toBe(world.now());
  });

  test('say how long to wait, by the clock of the server', async () => {
    await postForm('/register/crear', { form: { ...person, acepto: 'true' } });
    world.advance(18_000);
    const form = { email: person.email, desde: '1' };
    const early = await postForm('/verificar/reenviar', { form });
    expect(wayOf(early)).toBe('/verificar?error=rate_limited');
    expect(broughtBack(early)?.message).toContain('42 segundos');
    world.advance(42_000);
    const way = wayOf(await postForm('/verificar/reenviar', { form }));
    expect(way).toBe(`/verificar?email=ana%40constructora.cl&desde=${world.now()}&aviso=reenviado`);
  });
});

describe('the doors in and out', () => {
  const credentials = { email: person.email, password: PASSWORD, profile: '' };
  const enter = (more: object) => postForm('/login/entrar', { form: { ...credentials, ...more } });

  test('open a session and go on, within this site only', async () => {
    await makeAccount();
    const response = await enter({ next: '/panel/perfil' });
    expect(wayOf(response)).toBe('/panel/perfil');
    expect(await sessionOf(tokenOf(response))).toMatchObject({ email: person.email });
    for (const next of ['', '//malo.cl', 'https://malo.cl', '/\\malo.cl']) {
      expect(wayOf(await enter({ next }))).toBe('/panel');
    }
  });

  test('say one thing for a wrong address and a wrong password', async () => {
    await makeAccount();
    const answers = [];
    for (const more of [{ password: 'otra cosa' }, { email: 'nadie@constructora.cl' }]) {
      const response = await enter(more);
      const flash = broughtBack(response);
      answers.push([wayOf(response), flash?.message, flash?.fields]);
      expect(tokenOf(response)).toBe('');
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  test('bring nothing back any more once they went through', async () => {
    await makeAccount();
    const jar = cookiesOf(await enter({ password: 'otra cosa' }));
    expect(jar.formulario).toMatch(/./);
    const ended = (await enter({})).headers
      .getSetCookie()
      .filter((one) => one.startsWith('formulario='));
    expect(ended).toEqual([expect.stringMatching(/^formulario=; Max-Age=0; Path=\/login;/)]);
  });

  test('end the session of the cookie', async () => {
    await makeAccount();
    const token = await makeSession();
    const cookies = { [cookieNames.session]: token };
    const response = await postForm('/panel/salir', { form: {}, cookies });
    expect(wayOf(response)).toBe('/login?aviso=salida');
    expect(response.headers.get('clear-site-data')).toBe('"storage"');
    expect(await sessionOf(token)).toEqual(nobody);
  });

  test('forget the session in the browser also while the database takes no write', async () => {
    await makeAccount();
    const cookies = { [cookieNames.session]: await makeSession() };
    vi.spyOn(getDb(), 'write').mockRejectedValue(new AppError('unavailable'));
    const response = await postForm('/panel/salir', { form: {}, cookies });
    expect(wayOf(response)).toContain('error=unavailable');
    expect(cookiesOf(response)[cookieNames.session]).toBe('');
    expect(response.headers.get('clear-site-data')).toBe('"storage"');
  });

  test.each(['/login/entrar', '/panel/salir'])('are closed to other sites: %s', async (path) => {
    await makeAccount();
    const token = await makeSession();
    const response = await postForm(path, {
      form: credentials,
      cookies: { [cookieNames.session]: token },
      headers: { 'sec-fetch-site': 'cross-site', origin: 'https://malo.cl' },
    });
    expect(wayOf(response)).toMatch(/\?error=csrf_invalid$/);
    expect(await sessionOf(token)).toMatchObject({ authenticated: true });
    expect(tokenOf(response)).toBe('');
  });
});
