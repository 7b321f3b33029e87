import { test } from 'vitest';
import { mailsToken, unsubscribePath } from '#lib/domain/alerts/unsubscribe.ts';
import { DAY, HOUR, MINUTE } from '#lib/platform/process/durations.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { logIn } from '#tests/support/auth-calls.ts';
import { createAuthenticator } from '#tests/support/authenticator.ts';
import { createStoryBrowser } from '#tests/support/browser-pages.ts';
import { invitationPathOf } from '#tests/support/companies.ts';
import { companyForTest, olderCompany } from '#tests/support/company-for-test.ts';
import { addFactors, markSessionsProved, RECOVERY_CODE, totpCode } from '#tests/support/factors.ts';
import { recordOwnIssued, reportEvent } from '#tests/support/issued.ts';
import { collectPages } from '#tests/support/page-outlines.ts';
import { addPasskey } from '#tests/support/passkeys.ts';
import { addDocument } from '#tests/support/shares.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });
const people = companyForTest(world);
const tick = () => world.advance(MINUTE);
const company = '/panel/empresa';
const firefox = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko Firefox/140.0' };

test('the pages of a company’s people and their activity have the approved outline', async () => {
  const story = collectPages('company-people');
  const olga = createStoryBrowser(story, people.olga.cookies);
  const eva = createStoryBrowser(story, people.eva.cookies);
  const rita = createStoryBrowser(story, people.rita.cookies);
  const zoila = createStoryBrowser(story, people.zoila.cookies);
  const all = async (step: string) => {
    await olga.see(step, company);
    await eva.see(step, company, 'editor-empresa');
    await rita.see(step, company, 'reader-empresa');
    await olga.see(step, '/panel/actividad');
  };
  await all('three people');
  await markSessionsProved();
  await olga.press('refused', `${company}/invitar`, { email: 'nueva', role: 'member' });
  tick();
  await olga.press('invited', `${company}/invitar`, { email: 'nueva@andes.cl', role: 'reader' });
  tick();
  await olga.press('another', `${company}/invitar`, { email: 'eva@andes.cl', role: 'member' });
  await olga.press('an owner', `${company}/invitar`, { email: 'socia@andes.cl', role: 'owner' });
  const [reader, owner] = await Promise.all(
    ['nueva', 'socia'].map((n) => invitationPathOf(`${n}@andes.cl`)),
  );
  const guest = createStoryBrowser(story);
  await guest.see('for a guest', `${reader}`, 'invitacion');
  await guest.see('for an owner', `${owner}`, 'invitacion');
  await eva.see('of another address', `${reader}`, 'invitacion');
  await guest.see('invited', `/register?next=${reader}&email=nueva@andes.cl`, 'register');
  const nueva = await makeUser({
    email: 'nueva@andes.cl',
    name: 'Nora Nueva',
    rut: '11.111.111-1',
  });
  const nora = createStoryBrowser(story, nueva.cookies);
  await nora.see('of this address', `${reader}`, 'invitacion');
  tick();
  await nora.press('entered', `${reader}/aceptar`, {}, 'nora-panel');
  await nora.see('used', `${reader}`, 'invitacion');
  await addDocument(people.olga.id, { category: 'balance_general' });
  tick();
  const { id } = await recordOwnIssued(eva.jar, { issuerNumber: 'N-1' });
  tick();
  await reportEvent(eva.jar, `${id}`, { kind: 'entregada', on: '2026-11-21' });
  tick();
  const data = { razonSocial: 'Andes Dos SpA', rut: '76.123.456-0', direccion: 'Los Boldos 12' };
  await olga.press('refused', `${company}/guardar`, { ...data, rut: '1-1' });
  await olga.press('saved', `${company}/guardar`, { ...data, telefono: '+56 9 1234 5678' });
  tick();
  await olga.press('a reader writes', `${company}/rol`, {
    person: people.rita.personId,
    role: 'member',
  });
  await all('changed');
  tick();
  await olga.press('removed', `${company}/quitar`, { person: nueva.personId });
  await olga.press('last owner', `${company}/rol`, {
    person: people.olga.personId,
    role: 'member',
  });
  await olga.see('of Eva', `/panel/actividad?persona=${people.eva.personId}`);
  await olga.see('searched', '/panel/actividad?q=garant');
  await olga.see('of nobody', '/panel/actividad?q=nada');
  await zoila.see('of another company', company, 'zoila-empresa');
  await zoila.see('of another company', '/panel/actividad', 'zoila-actividad');
  await markSessionsProved();
  await olga.see('the company', '/panel/eliminar-cuenta');
  await eva.see('an editor', '/panel/eliminar-cuenta', 'editor-eliminar-cuenta');
  await olga.see('first', '/panel/titular');
  await olga.press('refused', '/panel/titular/guardar', { role: 'juridica', razonSocial: 'Otra' });
  const twin = { role: 'juridica', razonSocial: 'Vieja Dos Ltda.', rut: olderCompany.rut };
  await eva.press('a twin', '/panel/titular/guardar', twin, 'editor-perfil');
  await eva.see('a twin', company, 'editor-empresa');
  await eva.see('of a company', `/panel/cambiar?de=${people.olga.id}&next=/panel/garantias`);
  await eva.see('of nobody', '/panel/cambiar?de=x');
  await eva.press('back', '/panel/cambiar/actuar', { company: people.olga.id }, 'editor-panel');
  await eva.press('left', `${company}/salir`, {}, 'editor-panel');
  await olga.press('for herself', '/panel/cambiar/actuar', { company: '' });
  await olga.see('the only owner', '/panel/eliminar-cuenta');
  await story.addMails();
  await story.expectApproved();
});

test('the pages of profile, sessions, second factors and alerts have the approved outline', async () => {
  const story = collectPages('company-profile');
  const olga = createStoryBrowser(story, people.olga.cookies);
  const rita = createStoryBrowser(story, people.rita.cookies);
  await addFactors(people.zoila.personId);
  const both = async (step: string) => {
    await olga.see(step, '/panel/perfil');
    await olga.see(step, '/panel/seguridad');
  };
  await both('first');
  await rita.see('first', '/panel/perfil', 'reader-perfil');
  await olga.press('refused', '/panel/perfil/guardar', { name: 'Olga', rut: '1-1' });
  await olga.press('saved', '/panel/perfil/guardar', { name: 'Olga Díaz', rut: '12.345.678-5' });
  tick();
  await logIn({ email: 'olga@andes.cl', password: 'otra clave' }, { headers: firefox });
  world.advance(HOUR);
  await logIn({ email: 'olga@andes.cl' }, { headers: firefox, ip: '198.51.100.9' });
  await logIn({ email: 'zoila@vieja.cl' }, { headers: firefox });
  await olga.see('three', '/panel/ingresos');
  await rita.see('one', '/panel/ingresos', 'reader-ingresos');
  await markSessionsProved();
  const page = await olga.see('first', '/panel/seguridad/app');
  const secret = /(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}/.exec(page)?.[0].replaceAll(' ', '');
  await olga.press('wrong code', '/panel/seguridad/app/confirmar', { code: '000000' });
  await olga.press('connected', '/panel/seguridad/app/confirmar', { code: totpCode(secret) });
  await olga.press('saved', '/panel/seguridad/codigos/guardados');
  tick();
  await both('an app');
  tick();
  await addPasskey(createAuthenticator(), olga.jar);
  tick();
  await addPasskey(createAuthenticator(), olga.jar);
  await both('two keys');
  await markSessionsProved();
  await olga.press('new codes', '/panel/seguridad/codigos/crear');
  await olga.press('saved', '/panel/seguridad/codigos/guardados');
  const other = createStoryBrowser(story);
  await other.press('asked', '/login/entrar', {
    email: 'olga@andes.cl',
    password: 'un paraguas amarillo',
  });
  await other.press('used code', '/login/segundo-paso/entrar', { code: RECOVERY_CODE });
  await olga.press('demanded', `${company}/seguridad`, { demand: 'yes' });
  await rita.see('demanded', '/panel', 'reader-panel');
  await rita.see('demanded', '/panel/seguridad', 'reader-seguridad');
  await rita.see('demanded', '/panel/cambiar', 'reader-cambiar');
  world.advance(DAY);
  await olga.press('others closed', '/panel/perfil/sesiones/cerrar-otras');

  const alerts = '/panel/documentos/avisos';
  await olga.see('on', alerts);
  await olga.press('off', `${alerts}/correo`, { activar: 'no' });
  await olga.press('on again', `${alerts}/correo`, { activar: 'si' });
  await olga.press('a calendar', `${alerts}/calendario`);
  await olga.press('no calendar', `${alerts}/calendario/terminar`);
  const reader = { accountId: people.olga.personId, companyId: people.olga.id };
  const path = unsubscribePath(mailsToken(reader));
  const guest = createStoryBrowser(story);
  await guest.see('first', path, 'avisos');
  await guest.press('left', `${path}/dejar`, {}, 'avisos');
  await guest.see('unknown', '/avisos/x', 'avisos');
  await olga.see('left by mail', alerts);
  await story.addMails();
  await story.expectApproved();
});
