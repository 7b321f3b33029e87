import { eq } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import { passkeys } from '#lib/platform/db/schema/factors.ts';
import { randomId } from '#lib/platform/ids.ts';
import { PASSWORD } from '#tests/support/accounts.ts';
import { logIn } from '#tests/support/auth-calls.ts';
import { createAuthenticator } from '#tests/support/authenticator.ts';
import { addFactors, beginTotp, cookiesOf, RECOVERY, totpOf } from '#tests/support/factors.ts';
import { addPasskey, challengeOf, creationOf } from '#tests/support/passkeys.ts';
import type { Door } from '#tools/fuzz/doors.ts';
import { newPerson } from '#tools/fuzz/people.ts';
import type { Recipe } from '#tools/fuzz/recipes.ts';

/** Of a person whose second step is due. */
async function halfIn(): Promise<Record<string, string>> {
  const { id, email } = await newPerson();
  await addFactors(id);
  return cookiesOf(await logIn({ email }));
}

/** A person with an app that waits for its first code. */
async function settingUp() {
  const { cookies } = await newPerson();
  const { data } = await (await beginTotp(cookies)).json();
  return { cookies, body: { setup: String(data.setup), code: totpOf(data.secret) } };
}

/** A person with factors that may be changed. */
async function withFactors() {
  const { id, cookies } = await newPerson();
  await addFactors(id);
  return { cookies };
}

async function withPasskey() {
  const { id: owner, cookies } = await newPerson();
  const device = createAuthenticator();
  await addPasskey(device, cookies);
  const [row] = await getDb().read.select().from(passkeys).where(eq(passkeys.accountId, owner));
  return { cookies, device, id: row?.id ?? '' };
}

async function newPasskey() {
  const { challenge, cookies } = await creationOf((await newPerson()).cookies);
  return { cookies, body: { credential: createAuthenticator().create(challenge) } };
}

export const factorRecipes: Record<string, Recipe> = {
  'POST /api/auth/second-factor': async () => ({
    cookies: await halfIn(),
    body: { code: RECOVERY, credential: undefined },
  }),
  'POST /api/auth/passkey': async () => {
    const { challenge, cookies } = await challengeOf();
    return { cookies, body: { credential: (await withPasskey()).device.show(challenge) } };
  },
  'POST /api/auth/passkeys/options': async () => ({ cookies: (await newPerson()).cookies }),
  'POST /api/auth/passkeys': newPasskey,
  'POST /api/auth/proof': () => ({
    body: { password: PASSWORD, code: undefined, credential: undefined, mailCode: undefined },
  }),
  'POST /api/auth/proof/mail': async () => {
    const { cookies } = await newPerson('natural', { passwordHash: null, googleSub: randomId() });
    return { cookies };
  },
  'POST /api/auth/totp': async () => ({ cookies: (await newPerson()).cookies }),
  'POST /api/auth/totp/confirm': settingUp,
};

const own = (fill: Door['fill'], keeps?: string[]): Door => ({
  who: 'owner',
  fill,
  ...(keeps && { keeps }),
});

export const factorDoors: Record<string, Door> = {
  '/login/segundo-paso/entrar': {
    who: 'guest',
    fill: async () => ({ form: { code: RECOVERY, next: '/panel' }, cookies: await halfIn() }),
    keeps: ['next'],
  },
  '/login/llave': {
    who: 'guest',
    fill: async () => {
      const { device } = await withPasskey();
      const { challenge, cookies } = await challengeOf();
      const credential = JSON.stringify(device.show(challenge));
      return { form: { credential, next: '/panel' }, cookies };
    },
    keeps: ['next'],
  },
  '/confirmar/seguir': own(() => ({ form: { password: PASSWORD, next: '/panel' } }), ['next']),
  '/confirmar/codigo': own(
    async () => ({
      form: { next: '/panel' },
      cookies: (await newPerson('natural', { passwordHash: null })).cookies,
    }),
    ['next'],
  ),
  '/panel/seguridad/llaves/agregar': own(async () => {
    const { cookies, body } = await newPasskey();
    return { form: { credential: JSON.stringify(body.credential) }, cookies };
  }),
  '/panel/seguridad/llaves/nombrar': own(async () => {
    const { cookies, id } = await withPasskey();
    return { form: { id, name: 'Mi Mac' }, cookies };
  }),
  '/panel/seguridad/llaves/quitar': own(async () => {
    const { cookies, id } = await withPasskey();
    return { form: { id }, cookies };
  }),
  '/admin/cuentas/{id}/segundo-paso': {
    who: 'admin',
    fill: async () => {
      const { id } = await newPerson();
      await addFactors(id);
      return { form: { step: 'ask' }, params: { id } };
    },
  },
  '/panel/seguridad/app/confirmar': own(async () => {
    const { cookies, body } = await settingUp();
    return { form: body, cookies };
  }, ['setup']),
  '/panel/seguridad/app/quitar': own(async () => ({ form: {}, ...(await withFactors()) })),
  '/panel/seguridad/codigos/crear': own(async () => ({ form: {}, ...(await withFactors()) })),
  '/panel/seguridad/codigos/guardados': own(() => ({ form: {} })),
};
