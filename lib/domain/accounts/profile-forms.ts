import { z } from 'zod';
import { postCompleteProfile } from '#lib/domain/accounts/operations.ts';
import { getAccount } from '#lib/domain/accounts/reads.ts';
import { profile } from '#lib/domain/accounts/schema.ts';
import { getSessions } from '#lib/domain/accounts/session-operations.ts';
import { completeProfile } from '#lib/domain/accounts/writes/complete-profile.ts';
import { endSession } from '#lib/domain/accounts/writes/sessions.ts';
import { AppError } from '#lib/platform/errors.ts';
import { BLANK, line, phone } from '#lib/platform/fields.ts';
import { defineOperation } from '#lib/platform/operation.ts';

const goTo = z.object({ location: z.string() });

/** On the page an empty field is one that was emptied; in the API it is as if absent. */
function orEmpty<T extends z.ZodType>(schema: T) {
  const blank = z.string().regex(BLANK);
  return z.union([blank.transform(() => null), schema]).optional();
}

/** Who the account belongs to may be corrected, not left out; a company needs no person's name. */
const identity = {
  rut: 'Ingresa el RUT.',
  name: 'Ingresa tu nombre.',
  razonSocial: 'Ingresa la razón social.',
} as const;

export const profileForm = defineOperation({
  method: 'POST',
  path: '/panel/perfil/guardar',
  auth: 'member',
  limit: postCompleteProfile.limit,
  body: profile
    .extend({
      telefono: orEmpty(phone('Ingresa tu teléfono.')),
      direccion: orEmpty(line('Ingresa la dirección.', 200)),
      region: orEmpty(line('Elige la región.')),
      comuna: orEmpty(line('Elige la comuna.')),
    })
    .refine(({ region, comuna }) => !comuna || Boolean(region), {
      path: ['region'],
      message: 'Elige la región de esa comuna.',
    }),
  reply: goTo,
  summary: 'Set the own profile',
  handler: async (ctx, { body }) => {
    const account = await getAccount(ctx.accountId);
    const isCompany = account.role === 'juridica';
    const emptied = Object.entries(identity).filter(([name]) => {
      const field = name as keyof typeof identity; // entries forget the keys
      return account[field] && body[field] === undefined && !(isCompany && field === 'name');
    });
    if (emptied.length > 0) {
      throw new AppError('validation_failed', { fields: Object.fromEntries(emptied) });
    }
    await completeProfile(ctx, { ...body, name: body.name ?? (isCompany ? null : undefined) });
    return { location: '/panel/perfil?aviso=guardado' };
  },
});

/** One that ended meanwhile is what was asked for. */
export const endSessionForm = defineOperation({
  method: 'POST',
  path: '/panel/perfil/sesiones/cerrar',
  auth: 'member',
  limit: getSessions.limit,
  body: z.object({ id: z.string().max(64) }),
  reply: goTo,
  summary: 'End one of the own sessions',
  handler: async (ctx, { body }) => {
    await endSession(ctx, body.id);
    return { location: '/panel/perfil?aviso=sesion#sesiones' };
  },
});
