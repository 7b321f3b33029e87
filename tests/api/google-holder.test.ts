import { describe, expect, test } from 'vitest';
import HolderPage from '#app/panel/titular/page.tsx';
import { getAccount, getCompany, makeUser } from '#tests/support/accounts.ts';
import { readSession, tokenOf } from '#tests/support/auth-calls.ts';
import { api, cookiesOf } from '#tests/support/call.ts';
import { googleForTest, logInWithGoogle } from '#tests/support/google-login.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { postForm, redirectOf, valuesKeptAfterRefusal } from '#tests/support/post-form.ts';
import { uploadToVault } from '#tests/support/vault.ts';

const email = 'ana@constructora.cl';
await googleForTest({ sub: 'sub-of-ana', email, hd: 'constructora.cl' });

const company = { role: 'juridica', rut: '76.123.456-0', razonSocial: 'Constructora Ana SpA' };
const choose = (cookies: Record<string, string>, form: Record<string, string>) =>
  postForm('/panel/titular/guardar', { cookies, form });

describe('an account created by Google', () => {
  test('is asked once who its holder is, and acts for the chosen company from then on', async () => {
    const first = await logInWithGoogle('/api/auth/google?next=/panel/documentos');
    expect(redirectOf(first)).toBe('/panel/titular?next=%2Fpanel%2Fdocumentos');
    const chosen = await choose(cookiesOf(first), { ...company, next: '/panel/documentos' });
    expect(redirectOf(chosen)).toBe('/panel/documentos');
    expect(await readSession(tokenOf(first))).toEqual({
      authenticated: true,
      email,
      role: 'juridica',
    });
    const { role, rut, razonSocial, name } = await getCompany(email);
    expect({ role, rut, razonSocial, name }).toEqual({
      ...{ role: 'juridica', rut: '76123456-0', razonSocial: company.razonSocial },
      name: expect.stringMatching(/^Ana /),
    });
    expect(redirectOf(await logInWithGoogle())).toBe('/panel');
  });

  test('stays a person’s when the question is left unanswered, and is not asked again', async () => {
    expect(redirectOf(await logInWithGoogle())).toBe('/panel/titular?next=%2Fpanel');
    expect(redirectOf(await logInWithGoogle())).toBe('/panel');
    expect(await getAccount(email)).toMatchObject({ role: 'natural', rut: null });
  });

  test('is not asked for its holder when it comes to join a company that invited it', async () => {
    const invitation = '/invitacion/QUnT88Y0pEAM0ZlxD2vP2Q.dQNe4us-HU9lHoq';
    expect(redirectOf(await logInWithGoogle(`/api/auth/google?next=${invitation}`))).toBe(
      invitation,
    );
  });

  test('is told what a company lacks, and gets back what was typed', async () => {
    const first = await logInWithGoogle();
    const refused = await choose(cookiesOf(first), { role: 'juridica', rut: '76.123.456-1' });
    expect(valuesKeptAfterRefusal(refused)).toMatchObject({
      fields: { rut: expect.any(String), razonSocial: 'Ingresa la razón social.' },
      values: { role: 'juridica', rut: '76.123.456-1' },
    });
    expect(await getAccount(email)).toMatchObject({ role: 'natural', rut: null });
  });
});

describe('a company with the RUT of a person', () => {
  const personal = { ...company, rut: '12.345.678-5' };
  const refusal = { fields: { rut: expect.stringContaining('es de una persona') } };

  test('must be confirmed on the holder page by sending the same RUT again', async () => {
    const { email, cookies } = await makeUser();
    const response = await choose(cookies, personal);
    expect(valuesKeptAfterRefusal(response)).toMatchObject(refusal);
    expect(await getAccount(email)).toMatchObject({ role: 'natural' });
    browseAs({ ...cookies, ...cookiesOf(response) });
    const page = await renderPage(HolderPage, {}, { error: 'validation_failed' });
    expect(page).toContain('name="rutVisto" value="12.345.678-5"');
    // Another RUT needs another confirmation.
    const other = { ...personal, rut: '11.111.111-1', rutVisto: personal.rut };
    expect(valuesKeptAfterRefusal(await choose(cookies, other))).toMatchObject(refusal);
    const again = await choose(cookies, { ...personal, rutVisto: personal.rut });
    expect(redirectOf(again)).toBe('/panel/perfil?aviso=titular');
    expect(await getCompany(email)).toMatchObject({ role: 'juridica', rut: '12345678-5' });
  });

  test('is not questioned when the RUT is refused for its check digit', async () => {
    const form = { role: 'juridica', rut: '12.345.678-9', email: 'ana@constructora.cl' };
    const refused = valuesKeptAfterRefusal(await postForm('/register/crear', { form }));
    expect(refused).toMatchObject({
      code: 'validation_failed',
      fields: { rut: 'Revisa el RUT: el dígito verificador no coincide.' },
    });
  });

  test('must be confirmed on the company’s page when the RUT changes, and not when it stays', async () => {
    const { email, cookies } = await makeUser({ ...company, role: 'juridica' });
    const save = (form: Record<string, string>) =>
      postForm('/panel/empresa/guardar', { cookies, form: { ...company, ...form } });
    expect(valuesKeptAfterRefusal(await save({ rut: personal.rut }))).toMatchObject(refusal);
    expect(await getCompany(email)).toMatchObject({ rut: '76123456-0' });
    await save({ rut: personal.rut, rutVisto: personal.rut });
    expect(await getCompany(email)).toMatchObject({ rut: '12345678-5' });
    // An unchanged RUT needs no confirmation.
    expect(redirectOf(await save({ rut: personal.rut }))).toContain('aviso=guardado');
  });

  test('must be confirmed at registration', async () => {
    const form = { email: 'nueva@example.cl', password: 'un paraguas azul', acepto: 'true' };
    const register = (more: Record<string, string>) =>
      postForm('/register/crear', { form: { ...form, ...personal, ...more } });
    expect(valuesKeptAfterRefusal(await register({}))).toMatchObject(refusal);
    expect(redirectOf(await register({ rutVisto: personal.rut }))).toContain('/verificar?');
  });
});

describe('a person', () => {
  test('can add companies, and each keeps documents apart from the person’s', async () => {
    const { cookies } = await makeUser();
    await uploadToVault(cookies, 'contrato');
    const listed = async () =>
      Object.keys(await (await api('/api/documents/profile?type=guarantees', { cookies })).json());
    expect(redirectOf(await choose(cookies, company))).toBe('/panel/perfil?aviso=titular');
    expect(await listed()).toEqual([]);
    expect(redirectOf(await choose(cookies, { role: 'natural', rut: '' }))).toMatch(/titular/);
    expect(await listed()).toEqual(['contrato']);
    await choose(cookies, { ...company, razonSocial: 'Otra SpA', rut: '77.123.456-9' });
    expect(await listed()).toEqual([]);
  });
});
