import { describe, expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { getAccount, makeMember } from '#tests/support/accounts.ts';
import { sessionOf, tokenOf } from '#tests/support/auth-calls.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { googleForTest, logInWithGoogle } from '#tests/support/google-login.ts';
import { broughtBack, postForm, wayOf } from '#tests/support/post-form.ts';
import { upload } from '#tests/support/vault.ts';

const email = 'ana@constructora.cl';
await googleForTest({ sub: 'sub-of-ana', email, hd: 'constructora.cl' });

const company = { role: 'juridica', rut: '76.123.456-0', razonSocial: 'Constructora Ana SpA' };
const choose = (cookies: Record<string, string>, form: Record<string, string>) =>
  postForm('/panel/titular/guardar', { cookies, form });

describe('an account that Google made', () => {
  test('is asked once whose it is, and becomes a company in every session', async () => {
    const first = await logInWithGoogle('/api/auth/google?next=/panel/documentos');
    expect(wayOf(first)).toBe('/panel/titular?next=%2Fpanel%2Fdocumentos');
    const chosen = await choose(cookiesOf(first), { ...company, next: '/panel/documentos' });
    expect(wayOf(chosen)).toBe('/panel/documentos');
    expect(await sessionOf(tokenOf(first))).toEqual({
      authenticated: true,
      email,
      role: 'juridica',
    });
    const { role, rut, razonSocial, name } = await getAccount(email);
    expect({ role, rut, razonSocial, name }).toEqual({
      ...{ role: 'juridica', rut: '76123456-0', razonSocial: company.razonSocial },
      name: expect.stringMatching(/^Ana /),
    });
    expect(wayOf(await logInWithGoogle())).toBe('/panel');
  });

  test('stays a person’s when the question is left, without being asked again', async () => {
    expect(wayOf(await logInWithGoogle())).toBe('/panel/titular?next=%2Fpanel');
    expect(wayOf(await logInWithGoogle())).toBe('/panel');
    expect(await getAccount(email)).toMatchObject({ role: 'natural', rut: null });
  });

  test('says what a company lacks, and keeps what was typed', async () => {
    const first = await logInWithGoogle();
    const refused = await choose(cookiesOf(first), { role: 'juridica', rut: '76.123.456-1' });
    expect(broughtBack(refused)).toMatchObject({
      fields: { rut: expect.any(String), razonSocial: 'Ingresa la razón social.' },
      values: { role: 'juridica', rut: '76.123.456-1' },
    });
    expect(await getAccount(email)).toMatchObject({ role: 'natural', rut: null });
  });
});

describe('an account’s holder', () => {
  test('changes to and fro on the profile while nothing depends on it, then no more', async () => {
    const { id, email, cookies } = await makeMember();
    expect(wayOf(await choose(cookies, company))).toBe('/panel/perfil?aviso=titular');
    expect(wayOf(await choose(cookies, { ...company, role: 'natural', rut: '' }))).toMatch(
      /titular/,
    );
    expect(await getAccount(email)).toMatchObject({
      role: 'natural',
      rut: null,
      razonSocial: null,
    });
    await upload(cookies, 'contrato');
    expect(await getDb().read.$count(documents)).toBe(1);
    expect(broughtBack(await choose(cookies, company))).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('ya tiene documentos'),
    });
    expect(
      await getDb().read.select({ id: accounts.id, role: accounts.role }).from(accounts),
    ).toEqual([{ id, role: 'natural' }]);
  });
});
