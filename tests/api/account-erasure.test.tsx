import { beforeEach, expect, test } from 'vitest';
import EraseAccountPage from '#app/admin/cuentas/[id]/borrar/page.tsx';
import AccountPage from '#app/admin/cuentas/[id]/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { getAccount, type Member, makeUser } from '#tests/support/accounts.ts';
import { type Advisor, makeAdvisor } from '#tests/support/advisors.ts';
import { auditTrailOf, logIn } from '#tests/support/auth-calls.ts';
import { api } from '#tests/support/call.ts';
import { andesCompany, joinCompany } from '#tests/support/companies.ts';
import { insertLead, leadOf } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { finishPayment, logInPayer, paymentOf, startPayment } from '#tests/support/payments.ts';
import { postForm } from '#tests/support/post-form.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { addDocument } from '#tests/support/shares.ts';
import { worldForTest } from '#tests/support/world.ts';

const webpay = await startWebpay();
const world = worldForTest({ ...webpay.variables, RATE_LIMITS: 'off' });

let advisor: Advisor;
beforeEach(async () => {
  advisor = await makeAdvisor();
});

async function erase(id: string, form: Record<string, string>, cookies = advisor.cookies) {
  const response = await postForm(`/admin/cuentas/${id}/borrar/confirmar`, { form, cookies });
  return response.headers.get('location') ?? `${response.status}`;
}

const ana = 'ana@constructora.cl';
const idOf = async (email: string) => (await getAccount(email))?.id ?? '';

async function rows(table: string, condition: string): Promise<number> {
  const found = await getDb().client.execute(`select 1 from ${table} where ${condition}`);
  return found.rows.length;
}

test('erasing an account removes its documents and messages and keeps its payments without their description', async () => {
  const cookies = await logInPayer(webpay);
  const id = await idOf(ana);
  await addDocument(id);
  const lead = await insertLead({ email: ana });
  const { token, ...paid } = await startPayment(cookies);
  await finishPayment(webpay, { token, ...paid }, 'approve');
  browseAs(advisor.cookies);
  expect(await renderPage(AccountPage, { id })).toContain(`href="/admin/cuentas/${id}/borrar"`);
  const page = textOf(await renderPage(EraseAccountPage, { id }));
  expect(page).toContain(`Para confirmar, escribe: ${ana}`);
  expect(page).toMatch(/Se borra [^·]+ · documento de su carpeta, subido el 20-11-2026/);
  expect(page).toMatch(/Se borra también, si lo marcas abajo Mensaje N.º \d+ · Por atender/);
  expect(page).toMatch(/Queda Pago RG-[\w-]+ · \$ 12\.500, Pagado, del 20-11-2026/);
  expect(page).toContain('Borrar también lo que envió: 1 mensaje');

  expect(await erase(id, { confirmation: 'otra@constructora.cl' })).toContain('error=');
  expect(await erase(id, { confirmation: ana }, cookies)).toMatch(/403|error=/);
  expect(await getAccount(ana)).toBeTruthy();

  expect(await erase(id, { confirmation: ' ANA@constructora.cl ', sent: 'erase' })).toBe(
    '/admin/cuentas?aviso=eliminada',
  );
  expect((await logIn()).status).toBe(401);
  expect(await rows('accounts', `id = '${id}'`)).toBe(0);
  expect(await rows('documents', `account_id = '${id}' and state in ('kept', 'waiting')`)).toBe(0);
  expect((await leadOf(lead)).erasedAt).not.toBeNull();
  const { amount, description } = await paymentOf(paid.buyOrder);
  expect({ amount, description }).toEqual({ amount: 12_500, description: null });
  expect(await auditTrailOf(id)).toContain('account.deleted-by-team');
  expect(
    await rows('audit_events', `action = 'account.deleted-by-team' and actor = '${advisor.id}'`),
  ).toBe(1);
});

test('erasing an account keeps its messages unless they are included, and needs a recent login', async () => {
  const member = await makeUser();
  const lead = await insertLead({ email: ana });
  world.advance(20 * MINUTE);
  expect(await erase(member.id, { confirmation: ana })).toContain('/confirmar?next=');
  advisor = await makeAdvisor('otra@resguardo.cl');
  expect(await erase(member.id, { confirmation: ana })).toContain('aviso=eliminada');
  expect((await leadOf(lead)).erasedAt).toBeNull();
});

test('a company is erased by typing its name, its only owner only afterwards, and an admin never', async () => {
  const owner: Member & { personId: string } = await makeUser({
    email: 'ana@andes.cl',
    ...andesCompany,
  });
  await joinCompany(owner, 'beto@andes.cl');
  expect(await erase(owner.personId, { confirmation: owner.email })).toContain('error=conflict');
  browseAs(advisor.cookies);
  expect(textOf(await renderPage(EraseAccountPage, { id: owner.personId }))).toContain(
    'Todavía no se puede borrar',
  );
  const other = await makeAdvisor('otra@resguardo.cl');
  expect(await erase(other.id, { confirmation: 'otra@resguardo.cl' })).toContain('error=conflict');
  expect(await erase(owner.id, { confirmation: andesCompany.razonSocial })).toContain(
    'aviso=eliminada',
  );
  expect(await getAccount('beto@andes.cl')).toBeTruthy();
  expect(await erase(owner.personId, { confirmation: owner.email })).toContain('aviso=eliminada');
});

test('the team’s search finds accounts and payments, and other accounts are refused it', async () => {
  const cookies = await logInPayer(webpay);
  const { buyOrder } = await startPayment(cookies, { description: 'Boleta 77' });
  const found = async (path: string, by = advisor.cookies) => {
    const response = await api(path, { cookies: by });
    return { status: response.status, data: (await response.json()).data };
  };
  expect((await found(`/api/admin/payments?q=${buyOrder}`)).data).toMatchObject([
    { buyOrder, amount: 12_500, email: ana, description: 'Boleta 77', status: 'pending' },
  ]);
  expect((await found('/api/admin/payments?q=boleta')).data).toHaveLength(1);
  expect((await found('/api/admin/payments?q=nada')).data).toEqual([]);
  expect((await found('/api/admin/accounts?q=ana')).data).toHaveLength(1);
  expect((await found('/api/admin/payments?q=boleta', cookies)).status).toBe(403);
});
