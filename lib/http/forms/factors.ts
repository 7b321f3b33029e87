import {
  postCodesKept,
  postRecoveryCodes,
  postRemoveTotp,
  postSecondFactor,
  postTotpConfirm,
} from '#lib/domain/factors/operations.ts';
import { SECURITY_PAGE } from '#lib/domain/factors/rules.ts';
import { totpSetup } from '#lib/domain/factors/schema.ts';
import { showCodes } from '#lib/domain/factors/writes/recovery.ts';
import { confirmTotp } from '#lib/domain/factors/writes/totp.ts';
import { type Form, form } from '#lib/http/form.ts';
import { homeOf, safeNext } from '#lib/http/safe-next.ts';

const toSecurity = () => SECURITY_PAGE;

export const factorForms: Form[] = [
  form(postSecondFactor, {
    path: '/login/segundo-paso/entrar',
    keep: ['next'],
    to: ({ reply, fields }) => safeNext(fields.next, homeOf(reply.data.role)),
  }),
  form(postTotpConfirm, {
    path: '/panel/seguridad/app/confirmar',
    body: totpSetup,
    keep: ['setup'],
    handler: async (ctx, { body }) => showCodes(ctx, await confirmTotp(ctx, body), 'app'),
  }),
  form(postRemoveTotp, { back: toSecurity }),
  form(postRecoveryCodes, { back: toSecurity }),
  form(postCodesKept),
];
