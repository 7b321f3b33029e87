import { beforeEach, describe, expect, test } from 'vitest';
import AccountPage from '#app/admin/cuentas/[id]/page.tsx';
import AccountsPage from '#app/admin/cuentas/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { type Advisor, makeAdvisor } from '#tests/support/advisors.ts';
import { auditTrailOf, logIn, queuedMails, register } from '#tests/support/auth-calls.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { statusesOfCalls } from '#tests/support/repeated-calls.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

let advisor: Advisor;
let ana: Member;
beforeEach(async () => {
  advisor = await makeAdvisor();
  ana = await makeUser();
});

const wrong = { password: 'otra clave larga' };
const chrome = { headers: { 'user-agent': 'Mozilla (Windows) Chrome/1' } };

async function entryPage(id = ana.id): Promise<string> {
  browseAs(advisor.cookies);
  return (await renderPage(AccountPage, { id })).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
}

async function postLoginHelp(act: string, { id = ana.id, cookies = advisor.cookies } = {}) {
  const response = await postForm(`/admin/cuentas/${id}/ayudar`, { form: { help: act }, cookies });
  return response.headers.get('location') ?? `${response.status}`;
}

async function setAccount(assignments: string, id = ana.id): Promise<void> {
  await getDb().client.execute(`update accounts set ${assignments} where id = '${id}'`);
}

describe('help for an account that cannot log in', () => {
  test('shows until when wrong passwords lock it, and the team can lift the lock', async () => {
    expect(await entryPage()).toContain('Nada se lo impide');
    await statusesOfCalls(11, () => logIn(wrong, chrome));
    expect((await logIn()).status).toBe(429);
    const page = await entryPage();
    expect(page).toContain('No puede ingresar');
    expect(page).toMatch(/Bloqueada hasta el \d/);
    expect(page).toContain('Quitar bloqueo');
    browseAs(advisor.cookies);
    const list = textOf(await renderPage(AccountsPage, {}));
    expect(list.match(/Bloqueada hasta \d\d:\d\d/g)).toHaveLength(1);
    expect(textOf(await renderPage(AccountsPage, {}, { q: ana.email }))).toContain(
      'Bloqueada hasta',
    );
    expect(page).toContain('Contraseña o código equivocado , Chrome en Windows');

    expect(await postLoginHelp('unlock')).toBe(`/admin/cuentas/${ana.id}?aviso=unlock`);
    expect(await entryPage()).toContain('Sin bloqueo');
    expect((await logIn()).status).toBe(200);
    expect(await auditTrailOf(ana.id)).toContain('login.unlocked-by-team');
  });

  test('shows a lock that was caused from one IPv6 network, and no lock once its time is over', async () => {
    const from = (i: number) => ({ ip: `2001:db8:0:1::${(i + 1).toString(16)}` });
    await statusesOfCalls(11, (i) => logIn(wrong, from(i)));
    expect(await entryPage()).toContain('Bloqueada hasta');
    await postLoginHelp('unlock');
    expect((await logIn({}, from(1))).status).toBe(200);
    await statusesOfCalls(11, (i) => logIn(wrong, from(i)));
    world.advance(15 * MINUTE);
    expect(await entryPage()).toContain('Sin bloqueo');
  });

  test('shows the reason of each refused login', async () => {
    await logIn(wrong, chrome);
    await logIn({ profile: 'juridica' }, chrome);
    await setAccount('email_verified_at = null');
    await logIn({}, chrome);
    await setAccount('email_verified_at = 1, suspended_at = 1');
    await logIn({}, chrome);
    const page = await entryPage();
    const reasons = ['Cuenta suspendida', 'Correo sin verificar', 'Eligió un perfil que no tiene'];
    const positions = [...reasons, 'Contraseña o código equivocado'].map((text) =>
      page.indexOf(`: ${text} , Chrome en Windows`),
    );
    expect(positions).not.toContain(-1);
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
  });

  test('sends another code to an unverified address, and refuses to for a verified one', async () => {
    await register({ email: 'nueva@constructora.cl' });
    const { rows } = await getDb().client.execute(
      "select id from accounts where email = 'nueva@constructora.cl'",
    );
    const id = String(rows[0]?.id);
    expect(await entryPage(id)).toContain('Sin verificar');
    world.advance(2 * MINUTE);
    const before = await queuedMails();
    await postLoginHelp('code', { id });
    expect((await queuedMails()).slice(before.length)).toMatchObject([
      { kind: 'account.code-mail', payload: { accountId: id, purpose: 'verify' } },
    ]);
    expect(await auditTrailOf(id)).toContain('code.sent-by-team');
    expect(await postLoginHelp('code')).toContain('error=conflict');
    expect(await entryPage()).not.toContain('Enviar otro código');
  });

  test('sends a link for a new password, and refuses to while the account is suspended', async () => {
    expect(await postLoginHelp('password')).toContain('aviso=password');
    expect((await queuedMails()).at(-1)).toMatchObject({
      kind: 'account.reset-mail',
      payload: { accountId: ana.id },
    });
    expect(await auditTrailOf(ana.id)).toContain('password.reset-sent-by-team');
    await setAccount("suspended_at = 1, suspended_reason = 'Documentos falsos'");
    expect(await entryPage()).not.toContain('Enviar enlace');
    expect(await postLoginHelp('password')).toContain('error=conflict');
  });

  test('can be used by advisors only, after a recent login, and not for their own account', async () => {
    expect(await postLoginHelp('unlock', { cookies: ana.cookies })).toMatch(/403|error=/);
    expect(await postLoginHelp('unlock', { id: advisor.id })).toContain('error=conflict');
    world.advance(20 * MINUTE);
    expect(await postLoginHelp('unlock')).toContain('/confirmar?next=');
    expect(await auditTrailOf(ana.id)).not.toContain('login.unlocked-by-team');
  });
});
