import { notMeToken } from '#lib/domain/accounts/view.ts';
import { packGoogleJoin } from '#lib/http/accounts/google-cookie.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { knownBrowsers } from '#lib/platform/db/schema/accounts.ts';
import { cookieNames } from '#lib/platform/operations/cookie-names.ts';
import { now } from '#lib/platform/process/clock.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import { PASSWORD, personBody } from '#tests/support/accounts.ts';
import { contactBody } from '#tests/support/contact.ts';
import { newPerson } from '#tools/fuzz/people.ts';
import type { FuzzWorld } from '#tools/fuzz/place.ts';
import { liveOf, type Target } from '#tools/fuzz/target.ts';

const { acepta_politicas: _, ...texts } = contactBody;
const contact = { form: { ...texts, acepta_politicas: 'true' } };

let joiners = 0;

/** Returns the cookie of a person who returned from Google and already has an account. */
async function joining(): Promise<Record<string, string>> {
  const { email } = await newPerson();
  const join = { sub: `joiner-${++joiners}`, email, next: '' };
  return { [cookieNames.googleJoin]: packGoogleJoin(join, now()) };
}

/** Returns a token "No fui yo" for a browser that a person did not recognise. */
async function newToken(): Promise<string> {
  const { id: accountId } = await newPerson();
  const id = randomId();
  const row = { id, accountId, tokenHash: id, createdAt: now(), seenAt: now() };
  await getDb().write((tx) => tx.insert(knownBrowsers).values(row));
  return notMeToken(id);
}

const bodyOf = async (operation: string, place: FuzzWorld) => ({
  form: (await liveOf(operation, place)).body,
});

export const accountTargets: Record<string, Target> = {
  '/login/entrar': ({ owner: { email } }) => ({
    form: { email, password: PASSWORD, next: '/panel' },
  }),
  '/login/google/codigo': async () => ({ form: {}, cookies: await joining() }),
  '/login/google/entrar': async () => ({
    form: { password: PASSWORD },
    cookies: await joining(),
  }),
  '/no-fui-yo/cerrar': async () => ({ form: { token: await newToken() } }),
  '/recuperar/enviar': ({ owner: { email } }) => ({ form: { email } }),
  '/register/crear': async (place) => {
    const { email = '' } = (await liveOf('POST /api/auth/register', place)).body;
    return { form: { ...personBody, email, acepto: 'true' } };
  },
  '/register/unirse': async (place) => {
    const { email = '' } = (await liveOf('POST /api/auth/register', place)).body;
    return { form: { ...personBody, email, acepto: 'true' } };
  },
  '/restablecer/guardar': async (place) => {
    const { token = '' } = (await liveOf('POST /api/auth/reset-password', place)).body;
    return {
      form: { password: 'un paraguas azul' },
      cookies: { [cookieNames.passwordReset]: token },
    };
  },
  '/verificar/confirmar': (place) => bodyOf('POST /api/auth/verify', place),
  '/verificar/reenviar': (place) => bodyOf('POST /api/auth/resend', place),
  '/asesor/enviar': contact,
  '/contacto/enviar': contact,
};
