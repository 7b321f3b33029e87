import { describe, expect, test } from 'vitest';
import { GET as openLink } from '#app/(cuenta)/restablecer/abrir/route.ts';
import { resetUrl } from '#lib/domain/accounts/view.ts';
import {
  getCompany,
  type Member,
  makeAccount,
  makeUser,
  personBody,
} from '#tests/support/accounts.ts';
import { companyBody, logIn, queuedMails } from '#tests/support/auth-calls.ts';
import { call, cookiesOf } from '#tests/support/call.ts';
import { postForm, redirectOf, valuesKeptAfterRefusal } from '#tests/support/post-form.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();

describe('the forms of password recovery', () => {
  async function linkFor(email: string): Promise<string> {
    await postForm('/recuperar/enviar', { form: { email } });
    const mail = (await queuedMails()).at(-1);
    return new URL(resetUrl(String(mail?.payload.resetId))).search;
  }
  const open = (search: string) => call(openLink, `/restablecer/abrir${search}`);

  test('opening the link moves its token into a cookie, which allows one change of the password', async () => {
    await makeAccount();
    const opened = await open(await linkFor(personBody.email));
    expect(redirectOf(opened)).toBe('/restablecer');
    expect(opened.headers.get('referrer-policy')).toBe('no-referrer');
    expect(opened.headers.get('cache-control')).toBe('no-store');
    const [line = ''] = opened.headers.getSetCookie();
    expect(line).toMatch(/^restablecer=[\w.-]+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/);

    const cookies = cookiesOf(opened);
    const save = (password: string) =>
      postForm('/restablecer/guardar', { form: { password }, cookies });
    expect(redirectOf(await save('corta'))).toBe('/restablecer?error=validation_failed');
    const saved = await save('una tetera azul');
    expect(redirectOf(saved)).toBe('/login?aviso=contrasena');
    expect(cookiesOf(saved).restablecer).toBe('');
    expect(redirectOf(await save('una tetera verde'))).toBe('/restablecer?error=invalid_token');
    expect((await logIn({ password: 'una tetera azul' })).status).toBe(200);
  });

  test.each(['', '?token=', '?token=a%0d%0aSet-Cookie:%20x=y', `?token=${'a'.repeat(500)}`])(
    'an address without a valid token is answered with invalid_token and no error page: %j',
    async (search) => {
      const opened = await open(search);
      expect(redirectOf(opened)).toBe('/restablecer');
      expect(opened.headers.getSetCookie()).toHaveLength(1);
      const response = await postForm('/restablecer/guardar', {
        form: { password: 'una tetera azul' },
        cookies: cookiesOf(opened),
      });
      expect(redirectOf(response)).toBe('/restablecer?error=invalid_token');
    },
  );
});

describe('the form of a profile', () => {
  const save = (form: Record<string, string>, { cookies }: Member, of = 'empresa') =>
    postForm(`/panel/${of}/guardar`, { form, cookies });

  test('saves what was typed and empties what was emptied, but keeps RUT and company name when they are left empty', async () => {
    const luis = await makeUser(companyBody);
    const { rut, razonSocial } = companyBody;
    const first = { rut, razonSocial, name: '', telefono: '+56 9 1234 5678', direccion: 'Calle 1' };
    const way = redirectOf(await save({ ...first, region: '', comuna: '' }, luis));
    expect(way).toBe('/panel/empresa?aviso=guardado#datos');
    await save({ ...first, telefono: '' }, luis);
    expect(await getCompany(companyBody.email)).toMatchObject({
      rut: '76123456-0',
      telefono: null,
      direccion: 'Calle 1',
    });
    const response = await save({ ...first, rut: '', razonSocial: '' }, luis);
    expect(Object.keys(valuesKeptAfterRefusal(response)?.fields ?? {}).sort()).toEqual([
      'razonSocial',
      'rut',
    ]);
    expect(await getCompany(companyBody.email)).toMatchObject({ razonSocial });
  });

  test('refuses a comuna of another region, and a comuna without a region', async () => {
    const ana = await makeUser();
    const comuna = 'Providencia';
    const other = await save(
      { region: 'Región del Biobío', comuna, rut: personBody.rut, name: 'Ana' },
      ana,
      'perfil',
    );
    expect(Object.keys(valuesKeptAfterRefusal(other)?.fields ?? {})).toEqual(['comuna']);
    const none = await save(
      { region: '', comuna, rut: personBody.rut, name: 'Ana' },
      ana,
      'perfil',
    );
    expect(Object.keys(valuesKeptAfterRefusal(none)?.fields ?? {})).toEqual(['region']);
  });
});
