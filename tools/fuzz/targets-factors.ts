import { PASSWORD } from '#tests/support/accounts.ts';
import { RECOVERY_CODE } from '#tests/support/factors.ts';
import { startPasskeyLogin } from '#tests/support/passkeys.ts';
import { newPerson } from '#tools/fuzz/people.ts';
import {
  halfIn,
  newPasskey,
  settingUp,
  withFactors,
  withPasskey,
} from '#tools/fuzz/recipes-factors.ts';
import type { Target } from '#tools/fuzz/target.ts';

const ofFactors = async () => ({ form: {}, cookies: (await withFactors()).cookies });

export const factorTargets: Record<string, Target> = {
  '/login/segundo-paso/entrar': async () => ({
    form: { code: RECOVERY_CODE, next: '/panel' },
    cookies: await halfIn(),
  }),
  '/login/llave': async () => {
    const { device } = await withPasskey();
    const { challenge, cookies } = await startPasskeyLogin();
    const credential = JSON.stringify(device.show(challenge));
    return { form: { credential, next: '/panel' }, cookies };
  },
  '/confirmar/seguir': { form: { password: PASSWORD, next: '/panel' } },
  '/confirmar/codigo': async () => ({
    form: { next: '/panel' },
    cookies: (await newPerson('natural', { passwordHash: null })).cookies,
  }),
  '/panel/seguridad/llaves/agregar': async () => {
    const { cookies, body } = await newPasskey();
    return { form: { credential: JSON.stringify(body.credential) }, cookies };
  },
  '/panel/seguridad/llaves/nombrar': async () => {
    const { cookies, id } = await withPasskey();
    return { form: { id, name: 'Mi Mac' }, cookies };
  },
  '/panel/seguridad/llaves/quitar': async () => {
    const { cookies, id } = await withPasskey();
    return { form: { id }, cookies };
  },
  '/admin/cuentas/{id}/segundo-paso': async () => ({
    form: { step: 'ask' },
    params: { id: (await withFactors()).id },
  }),
  '/panel/seguridad/app/confirmar': async () => {
    const { cookies, body } = await settingUp();
    return { form: body, cookies };
  },
  '/panel/seguridad/app/quitar': ofFactors,
  '/panel/seguridad/codigos/crear': ofFactors,
};
