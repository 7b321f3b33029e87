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
import { admin, guest, owner, type Target } from '#tools/fuzz/target.ts';

const ofFactors = owner(async () => ({ form: {}, cookies: (await withFactors()).cookies }));

export const factorTargets: Record<string, Target> = {
  '/login/segundo-paso/entrar': guest(
    async () => ({ form: { code: RECOVERY_CODE, next: '/panel' }, cookies: await halfIn() }),
    ['next'],
  ),
  '/login/llave': guest(async () => {
    const { device } = await withPasskey();
    const { challenge, cookies } = await startPasskeyLogin();
    const credential = JSON.stringify(device.show(challenge));
    return { form: { credential, next: '/panel' }, cookies };
  }, ['next']),
  '/confirmar/seguir': owner({ form: { password: PASSWORD, next: '/panel' } }, ['next']),
  '/confirmar/codigo': owner(
    async () => ({
      form: { next: '/panel' },
      cookies: (await newPerson('natural', { passwordHash: null })).cookies,
    }),
    ['next'],
  ),
  '/panel/seguridad/llaves/agregar': owner(async () => {
    const { cookies, body } = await newPasskey();
    return { form: { credential: JSON.stringify(body.credential) }, cookies };
  }),
  '/panel/seguridad/llaves/nombrar': owner(async () => {
    const { cookies, id } = await withPasskey();
    return { form: { id, name: 'Mi Mac' }, cookies };
  }),
  '/panel/seguridad/llaves/quitar': owner(async () => {
    const { cookies, id } = await withPasskey();
    return { form: { id }, cookies };
  }),
  '/admin/cuentas/{id}/segundo-paso': admin(async () => ({
    form: { step: 'ask' },
    params: { id: (await withFactors()).id },
  })),
  '/panel/seguridad/app/confirmar': owner(async () => {
    const { cookies, body } = await settingUp();
    return { form: body, cookies };
  }, ['setup']),
  '/panel/seguridad/app/quitar': ofFactors,
  '/panel/seguridad/codigos/crear': ofFactors,
  '/panel/seguridad/codigos/guardados': owner({ form: {} }),
};
