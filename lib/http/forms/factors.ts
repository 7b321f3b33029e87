import { showCodes } from '#lib/domain/factors/codes-cookie.ts';
import {
  postPasskey,
  postPasskeyLogin,
  postProof,
  postProofMail,
  postSecondFactor,
  postTotpConfirm,
} from '#lib/domain/factors/operations.ts';
import {
  postCodesKept,
  postRecoveryCodes,
  postRemovePasskey,
  postRemoveTotp,
  postRenamePasskey,
  postResetFactors,
} from '#lib/domain/factors/page-operations.ts';
import { SECURITY_PAGE } from '#lib/domain/factors/rules.ts';
import { totpSetup, typedFactor, typedPasskey, typedProof } from '#lib/domain/factors/schema.ts';
import { addPasskey } from '#lib/domain/factors/writes/passkeys.ts';
import { confirmTotp } from '#lib/domain/factors/writes/totp.ts';
import { type Form, form } from '#lib/http/forms/form.ts';
import { homeOf, safeNext } from '#lib/http/forms/safe-next.ts';

const toSecurity = () => SECURITY_PAGE;

export const factorForms: Form[] = [
  form(postSecondFactor, {
    path: '/login/segundo-paso/entrar',
    body: typedFactor,
    keep: ['next'],
    to: ({ reply, fields }) => safeNext(fields.next, homeOf(reply.data.role)),
  }),
  form(postPasskeyLogin, {
    path: '/login/llave',
    body: typedPasskey,
    keep: ['next'],
    to: ({ reply, fields }) => safeNext(fields.next, homeOf(reply.data.role)),
  }),
  form(postProof, {
    path: '/confirmar/seguir',
    body: typedProof,
    keep: ['next'],
    to: ({ fields }) => safeNext(fields.next),
  }),
  form(postProofMail, { path: '/confirmar/codigo', keep: ['next'], to: '?aviso=codigo' }),
  form(postPasskey, {
    path: '/panel/seguridad/llaves/agregar',
    back: toSecurity,
    body: typedPasskey,
    handler: async (ctx, { body }) =>
      showCodes(ctx, await addPasskey(ctx, body.credential), 'llave'),
  }),
  form(postRenamePasskey, { back: toSecurity, keep: ['id', 'name'] }),
  form(postRemovePasskey, { back: toSecurity }),
  form(postResetFactors),
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
