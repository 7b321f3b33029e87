import { test } from 'vitest';
import { sendCode } from '#lib/domain/accounts/writes/codes.ts';
import { deliveryPayloads } from '#lib/domain/deliveries/schema.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { register, requestPasswordReset } from '#tests/support/auth-calls.ts';
import { api } from '#tests/support/call.ts';
import {
  andesCompany,
  inviteMember,
  joinCompany,
  postCompanyForm,
  switchCompany,
} from '#tests/support/companies.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { requestEmailChange } from '#tests/support/email-change.ts';
import { enqueueMail } from '#tests/support/enqueue.ts';
import { markSessionsProved } from '#tests/support/factors.ts';
import { collectPages } from '#tests/support/page-outlines.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off', MAIL_INTERNAL_TO: 'equipo@resguardo.cl' });

/** Sends what is due, so that the mails that follow have a later time. */
async function deliver(): Promise<void> {
  await deliverDue();
  world.advance(MINUTE);
}

test('the mails about an account have the approved text', async () => {
  const story = collectPages('mails-account');
  await register({ email: 'registro@correo.cl' });
  await deliver();
  const { personId: accountId, email, cookies } = await makeUser();
  for (const purpose of ['proof', 'google'] as const) {
    await getDb().write((tx) => sendCode(tx, { accountId, purpose, now: world.now() }));
    await deliver();
  }
  await makeUser({ email: 'luis@empresa.cl' });
  for (const other of ['ana@nueva.cl', 'luis@empresa.cl']) {
    await markSessionsProved();
    await requestEmailChange(cookies, other);
    await deliver();
  }
  await requestPasswordReset(email);
  await deliver();
  const account = () => ({ accountId, at: world.now() });
  for (const links of [0, 1, 3]) {
    await enqueueMail({
      kind: 'account.password-changed-mail',
      payload: { ...account(), links },
    });
    await deliver();
  }
  for (const action of deliveryPayloads['account.factors-mail'].shape.action.options) {
    await enqueueMail({ kind: 'account.factors-mail', payload: { ...account(), action } });
    await deliver();
  }
  for (const ended of [false, true]) {
    await enqueueMail({ kind: 'account.google-linked-mail', payload: { ...account(), ended } });
    await deliver();
  }
  for (const change of deliveryPayloads['account.access-mail'].shape.change.options) {
    await enqueueMail({ kind: 'account.access-mail', payload: { accountId, change } });
    await deliver();
  }
  await story.addMails();
  await story.expectApproved();
});

test('the mails about a company and its people have the approved text', async () => {
  const story = collectPages('mails-company');
  const ana = await makeUser({ ...andesCompany, email: 'ana@andes.cl', name: 'Ana Soto' });
  for (const role of ['reader', 'member', 'owner'] as const)
    await inviteMember(ana.cookies, `${role}@andes.cl`, role);
  await deliver();
  // A name that could be an address is left out.
  const shop = { role: 'juridica', rut: '96.000.001-3', razonSocial: 'Visita pagos.cl' };
  const luis = await makeUser({ ...shop, email: 'luis@tienda.cl', name: 'Gana en premios.cl' });
  await inviteMember(luis.cookies, 'invitada@tienda.cl');
  await deliver();
  const beto = await joinCompany(ana, 'beto@andes.cl');
  const eva = await joinCompany(ana, 'eva@andes.cl');
  await deliver();
  await postCompanyForm(ana.cookies, 'rol', { person: beto.personId, role: 'owner' });
  await deliver();
  await postCompanyForm(eva.cookies, 'salir', { company: ana.id });
  await deliver();
  const pia = await makeUser({ ...andesCompany, email: 'pia@otra.cl' });
  await postCompanyForm(pia.cookies, 'pedir-entrada');
  await deliver();
  await postCompanyForm(beto.cookies, 'quitar', { person: ana.personId });
  await deliver();
  await joinCompany(luis, 'nora@tienda.cl');
  await deliver();
  await markSessionsProved();
  await switchCompany(luis.cookies, luis.id);
  await api('/api/account/delete', { json: {}, cookies: luis.cookies });
  await deliver();
  const { cookies } = await makeAdvisor();
  const json = { change: 'sessions', reason: 'Lo pidió.' };
  await api(`/api/admin/accounts/${beto.personId}/access`, { json, cookies });
  await story.addMails();
  await story.expectApproved();
});
