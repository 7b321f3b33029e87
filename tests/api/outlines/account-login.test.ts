import { beforeEach, test } from 'vitest';
import { GET as openReset } from '#app/(cuenta)/restablecer/abrir/route.ts';
import { undoEmailToken } from '#lib/domain/accounts/view.ts';
import { DAY, HOUR, MINUTE } from '#lib/platform/process/durations.ts';
import { codeFor, makeUser, PASSWORD, personBody } from '#tests/support/accounts.ts';
import {
  companyBody,
  requestPasswordReset,
  resetTokenFor,
  wrongCodeFor,
} from '#tests/support/auth-calls.ts';
import { createAuthenticator } from '#tests/support/authenticator.ts';
import { createStoryBrowser } from '#tests/support/browser-pages.ts';
import { call } from '#tests/support/call.ts';
import {
  changeEmail,
  emailChangeCode,
  NEW_EMAIL,
  requestEmailChange,
  undoTokenTo,
} from '#tests/support/email-change.ts';
import { addFactors, markSessionsProved, RECOVERY_CODE, totpCode } from '#tests/support/factors.ts';
import { collectPages } from '#tests/support/page-outlines.ts';
import { addPasskey } from '#tests/support/passkeys.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });

/** An older account with every factor, which no page of the others may show. */
let luis: Awaited<ReturnType<typeof makeUser>>;
beforeEach(async () => {
  luis = await makeUser({ ...companyBody, name: 'Luis Rojas' });
  await addFactors(luis.personId);
  world.advance(DAY);
});

const { email } = personBody;
const registration = { ...personBody, acepto: 'true' };
const TYPO = 'ana@gmial.com';

test('the pages of registration, login and second step have the approved outline', async () => {
  const story = collectPages('account-login');
  const ana = createStoryBrowser(story);
  await ana.see('first', '/register');
  await ana.see('on the way to a page', '/register?next=/panel/documentos&email=ana@banco.cl');
  await ana.press('refused', '/register/crear', { email: 'ana', rut: '1-1', role: 'juridica' });
  await ana.press('taken', '/register/crear', { ...registration, email: luis.email });
  await ana.press('first of a typing mistake', '/register/crear', { ...registration, email: TYPO });
  await ana.press('first', '/register/crear', registration);
  const code = await codeFor(email);
  await ana.press('wrong code', '/verificar/confirmar', { code: wrongCodeFor(code) });
  await ana.press('not verified', '/login/entrar', { email, password: PASSWORD });
  world.advance(MINUTE);
  await ana.see('from the login', `/verificar?email=${email}&next=/panel/documentos`);
  const again = { email, next: '/panel/documentos' };
  await ana.press('another code', '/verificar/reenviar', again);
  await ana.press('no account', '/verificar/confirmar', { email: 'x@y.cl', code });
  const newest = { email, code: await codeFor(email), next: '/panel/perfil' };
  const stranger = createStoryBrowser(story);
  await stranger.press('verified elsewhere', '/verificar/confirmar', newest);
  await stranger.press('wrong password', '/login/entrar', { email, password: 'otra clave' });
  await stranger.press('nothing typed', '/login/entrar', { next: '/pagar' });
  await stranger.see('to a payment', '/login?next=/pagar');
  await stranger.press('logged in', '/login/entrar', { email, password: PASSWORD });
  await stranger.see('logged in', '/login');
  await stranger.see('logged in', '/register');
  await stranger.press('left', '/panel/salir');
  await stranger.see('nobody', '/login/segundo-paso');

  const own = createStoryBrowser(story);
  const step = '/login/segundo-paso/entrar';
  await own.press('with an app', '/login/entrar', { email: luis.email, password: PASSWORD });
  await own.press('wrong code', step, { code: '000000' });
  await own.press('right code', step, { code: totpCode() });
  await addPasskey(createAuthenticator(), own.jar);
  await own.press('left with two', '/panel/salir');
  world.advance(HOUR);
  await own.press('with an app and a key', '/login/entrar', {
    ...{ email: luis.email, password: PASSWORD, next: '/panel/seguridad' },
  });
  await own.press('code of recovery', step, { code: RECOVERY_CODE });
  await story.addMails();
  await story.expectApproved();
});

test('the pages that recover a password, confirm identity and undo a change have the approved outline', async () => {
  const story = collectPages('account-recovery');
  const user = await makeUser();
  const ana = createStoryBrowser(story, user.cookies);
  const guest = createStoryBrowser(story);
  await guest.see('first', '/recuperar');
  await guest.press('refused', '/recuperar/enviar', { email: 'ana' });
  await guest.press('sent', '/recuperar/enviar', { email });
  await guest.see('without a link', '/restablecer');
  const reset = async () => {
    const token = encodeURIComponent(await resetTokenFor(email));
    guest.keep(await call(openReset, `/restablecer/abrir?token=${token}`));
  };
  await reset();
  await guest.see('first', '/restablecer');
  await guest.press('refused', '/restablecer/guardar', { password: 'corta' });
  await guest.press('changed', '/restablecer/guardar', { password: 'una tetera azul' });
  await guest.see('used', '/restablecer');
  world.advance(HOUR);
  await requestPasswordReset(email);
  world.advance(2 * HOUR);
  await reset();
  await guest.see('expired', '/restablecer');
  await ana.see('its session ended', '/panel');

  const next = '/panel/eliminar-cuenta';
  await guest.press('again', '/login/entrar', { email, password: 'una tetera azul', next });
  world.advance(3 * HOUR);
  await guest.see('asks for a proof', next);
  await guest.see('first', `/confirmar?next=${next}`);
  await guest.press('refused', '/confirmar/seguir', { password: PASSWORD, next });
  await guest.press('proved', '/confirmar/seguir', { password: 'una tetera azul', next });
  const other = createStoryBrowser(story, luis.cookies);
  await other.see('with factors', '/confirmar?next=/admin');

  await guest.see('first', '/panel/perfil/correo');
  await guest.press('refused', '/panel/perfil/correo/pedir', { email });
  await requestEmailChange(guest.jar, 'otra@nueva.cl');
  world.advance(MINUTE);
  await guest.press('asked', '/panel/perfil/correo/pedir', { email: NEW_EMAIL });
  const code = await emailChangeCode();
  const confirm = '/panel/perfil/correo/confirmar';
  await guest.press('wrong code', confirm, { code: wrongCodeFor(code) });
  await guest.press('changed address', confirm, { code });
  world.advance(HOUR);
  await markSessionsProved();
  await changeEmail(guest.jar, 'ana@tercera.cl');
  const [first, second] = [await undoTokenTo(email), await undoTokenTo(NEW_EMAIL)];
  await ana.see('first change', `/no-fui-yo?token=${first}`);
  await ana.see('second change', `/no-fui-yo?token=${second}`);
  await ana.see('unknown', `/no-fui-yo?token=${undoEmailToken(99)}`);
  await ana.press('undone', '/no-fui-yo/cerrar', { token: second });
  await ana.press('again', '/no-fui-yo/cerrar', { token: second });
  await ana.see('first change after the second', `/no-fui-yo?token=${first}`);
  await story.addMails();
  await story.expectApproved();
});
