import { RESET_COOKIE } from '#lib/domain/accounts/reads.ts';
import { notMeToken } from '#lib/domain/accounts/view.ts';
import { JOIN_COOKIE, packGoogleJoin } from '#lib/http/google-cookie.ts';
import { now } from '#lib/platform/clock.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { knownBrowsers } from '#lib/platform/db/schema/accounts.ts';
import { randomId } from '#lib/platform/ids.ts';
import { PASSWORD, person } from '#tests/support/accounts.ts';
import { contactBody } from '#tests/support/contact.ts';
import type { Door } from '#tools/fuzz/doors.ts';
import { newPerson } from '#tools/fuzz/people.ts';
import type { Place } from '#tools/fuzz/place.ts';
import { accountRecipes } from '#tools/fuzz/recipes-accounts.ts';

type Form = Record<string, string>;

/** The body that the operation of the API takes, as a form. */
async function bodyOf(operation: string, place: Place): Promise<Form> {
  const live = await accountRecipes[operation]?.(place);
  return Object.fromEntries(Object.entries(live?.body ?? {}).map(([k, v]) => [k, String(v)]));
}

const { acepta_politicas: _, ...texts } = contactBody;
const contact: Door = {
  who: 'guest',
  fill: () => ({ form: { ...texts, acepta_politicas: 'true' } }),
  keeps: Object.keys(contactBody),
};

let joiners = 0;

/** Of a person with an account who came back from Google. */
async function joining(): Promise<Form> {
  const { email } = await newPerson();
  const join = { sub: `joiner-${++joiners}`, email, next: '' };
  return { [JOIN_COOKIE]: packGoogleJoin(join, now()) };
}

/** Of a browser that a person did not know. */
async function newToken(): Promise<string> {
  const { id: accountId } = await newPerson();
  const id = randomId();
  const row = { id, accountId, tokenHash: id, createdAt: now(), seenAt: now() };
  await getDb().write((tx) => tx.insert(knownBrowsers).values(row));
  return notMeToken(id);
}

export const accountDoors: Record<string, Door> = {
  '/login/entrar': {
    who: 'guest',
    fill: ({ owner: { email } }) => ({ form: { email, password: PASSWORD, next: '/panel' } }),
    keeps: ['email', 'profile', 'next'],
  },
  '/login/google/codigo': {
    who: 'guest',
    fill: async () => ({ form: {}, cookies: await joining() }),
  },
  '/login/google/entrar': {
    who: 'guest',
    fill: async () => ({ form: { password: PASSWORD }, cookies: await joining() }),
  },
  '/no-fui-yo/cerrar': { who: 'guest', fill: async () => ({ form: { token: await newToken() } }) },
  '/recuperar/enviar': {
    who: 'guest',
    fill: ({ owner: { email } }) => ({ form: { email } }),
    keeps: ['email'],
  },
  '/register/crear': {
    who: 'guest',
    fill: async (place) => {
      const { email = '' } = await bodyOf('POST /api/auth/register', place);
      return { form: { ...person, email, acepto: 'true' } };
    },
    keeps: ['role', 'razonSocial', 'rut', 'name', 'email', 'acepto'],
  },
  '/restablecer/guardar': {
    who: 'guest',
    fill: async (place) => {
      const { token = '' } = await bodyOf('POST /api/auth/reset-password', place);
      return { form: { password: 'un paraguas azul' }, cookies: { [RESET_COOKIE]: token } };
    },
  },
  '/verificar/confirmar': {
    who: 'guest',
    fill: async (place) => ({ form: await bodyOf('POST /api/auth/verify', place) }),
    keeps: ['email', 'desde'],
  },
  '/verificar/reenviar': {
    who: 'guest',
    fill: async (place) => ({ form: await bodyOf('POST /api/auth/resend', place) }),
    keeps: ['email', 'desde'],
  },
  '/asesor/enviar': contact,
  '/contacto/enviar': contact,
  '/experto/enviar': contact,
};
