import { logIn } from '#tests/support/auth-calls.ts';
import { addFactors, beginTotp, cookiesOf, RECOVERY, totpOf } from '#tests/support/factors.ts';
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

export const factorRecipes: Record<string, Recipe> = {
  'POST /api/auth/second-factor': async () => ({
    cookies: await halfIn(),
    body: { code: RECOVERY },
  }),
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
  '/panel/seguridad/app/confirmar': own(async () => {
    const { cookies, body } = await settingUp();
    return { form: body, cookies };
  }, ['setup']),
  '/panel/seguridad/app/quitar': own(async () => ({ form: {}, ...(await withFactors()) })),
  '/panel/seguridad/codigos/crear': own(async () => ({ form: {}, ...(await withFactors()) })),
  '/panel/seguridad/codigos/guardados': own(() => ({ form: {} })),
};
