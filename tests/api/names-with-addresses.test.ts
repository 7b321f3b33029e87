import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import TrailPage from '#app/admin/auditoria/page.tsx';
import PaymentPage from '#app/admin/pagos/[buyOrder]/page.tsx';
import PaymentsPage from '#app/admin/pagos/page.tsx';
import { logInWithGoogle } from '#lib/domain/accounts/writes/google.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { contextOf } from '#lib/http/api/run-operation.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { payments } from '#lib/platform/db/schema/payments.ts';
import { getAccount, makeUser, personBody } from '#tests/support/accounts.ts';
import { advisorForTest } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { andesCompany } from '#tests/support/companies.ts';
import { postOwn } from '#tests/support/issued.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm, valuesKeptAfterRefusal } from '#tests/support/post-form.ts';
import { privateBody, publicBody } from '#tests/support/request-bodies.ts';
import { submitRequest } from '#tests/support/submissions.ts';
import { START, worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });

const CARLA = 'carla@constructora.cl';
const refusal = 'Aquí va un nombre: lo que escribiste tiene un correo.';
const advisor = advisorForTest();
let ana: Awaited<ReturnType<typeof makeUser>>;
beforeEach(async () => {
  ana = await makeUser({ ...andesCompany, email: 'ana@andes.cl', name: 'Ana' });
});

const fieldsOf = async (response: Response) => {
  expect(response.status).toBe(400);
  return (await response.json()).fields as Record<string, string>;
};
const rename = (razonSocial: string) =>
  api('/api/auth/complete-profile', { json: { razonSocial }, cookies: ana.cookies });

describe('an e-mail address typed as a name', () => {
  test.each([
    CARLA,
    'Carla <carla@constructora.cl>',
    'carla@\u200bconstructora.cl SpA',
    'carla＠constructora．cl',
    'carla﹫constructora.cl',
  ])('is refused as the name of a company: %j', async (typed) => {
    expect(await fieldsOf(await rename(typed))).toEqual({ razonSocial: refusal });
    const json = { ...personBody, ...andesCompany, email: 'nueva@andes.cl', razonSocial: typed };
    expect(await fieldsOf(await api('/api/auth/register', { json }))).toEqual({
      razonSocial: refusal,
    });
  });

  test('is refused as the name of a person, and of a company on its page', async () => {
    const json = { ...personBody, email: 'nueva@andes.cl', name: CARLA };
    expect(await fieldsOf(await api('/api/auth/register', { json }))).toEqual({ name: refusal });
    const form = { razonSocial: CARLA, rut: andesCompany.rut };
    const sent = await postForm('/panel/empresa/guardar', { form, cookies: ana.cookies });
    expect(valuesKeptAfterRefusal(sent)?.fields.razonSocial).toBe(refusal);
  });

  test('is refused in the names of a request and of a recorded guarantee', async () => {
    const names = { nombreSolicitante: CARLA, institucion: CARLA, nombreEmpresaOferente: CARLA };
    expect(Object.keys(await fieldsOf(await submitRequest({ ...publicBody, ...names })))).toEqual(
      expect.arrayContaining(Object.keys(names)),
    );
    const principal = { ...privateBody, razonSocialMandante: CARLA };
    expect(await fieldsOf(await submitRequest(principal))).toEqual({
      razonSocialMandante: refusal,
    });
    const record = await postOwn(ana.cookies, { holderName: CARLA, beneficiaryName: CARLA });
    expect(await fieldsOf(record)).toEqual({ holderName: refusal, beneficiaryName: refusal });
  });

  test('is not stored as the name of an account when Google gives it', async () => {
    const identity = { sub: 'sub-eva', email: 'eva@gmail.com', name: CARLA, isAuthoritative: true };
    await logInWithGoogle(contextOf(new Request('http://google.test')), identity as never);
    expect((await getAccount('eva@gmail.com')).name).toBeNull();
  });

  test('differs from an honest name with an @, which is accepted', async () => {
    expect((await rename('C@fé Andes S.A.')).status).toBe(200);
    expect((await rename('Estudio @andes SpA')).status).toBe(200);
  });
});

describe('a company on the pages and in the files of the team', () => {
  const csvOf = async (path: string) =>
    (await api(`/api/admin/${path}.csv`, { cookies: advisor.cookies })).text();
  const nameIt = (razonSocial: string) =>
    getDb().write((tx) => tx.update(accounts).set({ razonSocial }).where(eq(accounts.id, ana.id)));

  test('is shown as payer by its name and RUT, and without a name if that is an e-mail address', async () => {
    const row = { buyOrder: 'RG-1', sessionId: 's', accountId: ana.id, description: 'Comisión' };
    await getDb().write((tx) =>
      tx.insert(payments).values({
        ...{ ...row, amount: 1000, state: 'authorized' },
        ...{ createdAt: START, updatedAt: START },
      }),
    );
    browseAs(advisor.cookies);
    const shown = async () => [
      await csvOf('payments'),
      textOf(await renderPage(PaymentsPage, {}, { q: 'RG-1' })),
      textOf(await renderPage(PaymentPage, { buyOrder: 'RG-1' })),
    ];
    const names = /Andes SpA(, RUT |";")76\.123\.456-0/;
    for (const text of await shown()) expect(text).toMatch(names);
    for (const q of ['Andes SPA', '76123456-0', 'ana@andes.cl'])
      expect(textOf(await renderPage(PaymentsPage, {}, { q })), q).toContain('Comisión');
    await nameIt(CARLA);
    for (const text of await shown()) {
      expect(text).not.toContain(CARLA);
      expect(text).toMatch(/Empresa(, RUT |";")76\.123\.456-0/);
    }
  });

  test('is named in the audit trail where an older event has it as the actor', async () => {
    const event = { accountId: ana.id, actor: ana.id, action: 'payment.pending', subject: 'RG-1' };
    await getDb().write((tx) => audit(tx, { requestId: 'r', ip: '', now: START }, event as never));
    browseAs(advisor.cookies);
    const text = textOf(await renderPage(TrailPage, {}, { action: 'payment.pending' }));
    expect(text).toContain('Andes SpA, RUT 76.123.456-0');
    expect(text).not.toContain('ya no existe');
  });

  test('is in the audit trail by name, RUT and id, and by its id alone if its name is an e-mail address', async () => {
    const query = `?action=profile.updated&person=${ana.id}`;
    await rename('Otra SpA');
    const trail = async () =>
      (await (await api(`/api/admin/audit${query}`, { cookies: advisor.cookies })).json()).data[0];
    expect(await trail()).toMatchObject({ accountId: ana.id, accountEmail: null });
    const csv = async () => (await csvOf('audit')).split('\r\n');
    const [head, line] = await csv().then((all) => [
      all[0],
      all.find((text) => text.includes('profile.updated')),
    ]);
    expect(head).toMatch(/"Quién";"Id de quién";.*"Cuenta";"Id de la cuenta"/);
    expect(line).toContain(`"ana@andes.cl";"${ana.personId}"`);
    expect(line).toContain(`"Otra SpA, RUT 76.123.456-0";"${ana.id}"`);
    await nameIt(CARLA);
    const renamed = (await csv()).find((text) => text.includes('profile.updated'));
    expect(renamed).not.toContain(CARLA);
    expect(renamed).toContain(`"${ana.id}"`);
    browseAs(advisor.cookies);
    expect(await renderPage(TrailPage, {}, { person: ana.id })).not.toContain(CARLA);
  });
});
