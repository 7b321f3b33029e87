import { z } from 'zod';
import { postAccess } from '#lib/domain/accounts/admin-operations.ts';
import {
  deleteGoogle,
  deleteSession,
  postChangePassword,
  postCompleteProfile,
  postForgotPassword,
  postLogin,
  postRegister,
  postResend,
  postResetPassword,
  postVerify,
  verifyAndLetIn,
} from '#lib/domain/accounts/operations.ts';
import { RESET_COOKIE } from '#lib/domain/accounts/reads.ts';
import {
  correctedProfile,
  credentials,
  passwordReset,
  pastedCode,
  profile,
  registrationForm,
  roles,
  verification,
} from '#lib/domain/accounts/schema.ts';
import { awaitCode, clearSessionCookie } from '#lib/domain/accounts/session-cookies.ts';
import {
  deleteOwnSession,
  postEndOtherSessions,
  postNotMe,
} from '#lib/domain/accounts/session-operations.ts';
import { verifyPath } from '#lib/domain/accounts/view.ts';
import { correctProfile } from '#lib/domain/accounts/writes/complete-profile.ts';
import { registerAccount } from '#lib/domain/accounts/writes/registration.ts';
import { resetPassword } from '#lib/domain/accounts/writes/reset-password.ts';
import { endSession } from '#lib/domain/accounts/writes/sessions.ts';
import { postDeleteAccount } from '#lib/domain/personal-data/operations.ts';
import { joinCodeForm, joinForm } from '#lib/http/accounts/google.ts';
import { type Form, form } from '#lib/http/forms/form.ts';
import { holderForm } from '#lib/http/forms/holder-form.ts';
import { homeOf, safeNext, withNext } from '#lib/http/forms/safe-next.ts';
import { optional } from '#lib/platform/operations/fields.ts';

export const accountForms: Form[] = [
  form(postRegister, {
    path: '/register/crear',
    body: registrationForm,
    keep: ['role', 'razonSocial', 'rut', 'name', 'email', 'acepto', 'next'],
    handler: async (ctx, { body: { next, ...body } }) => {
      awaitCode(ctx, await registerAccount(ctx, body));
      return withNext(verifyPath(body.email, { sentAt: ctx.now }), next);
    },
  }),
  form(postVerify, {
    path: '/verificar/confirmar',
    body: verification.extend({ code: pastedCode, next: z.string().optional() }),
    keep: ['email', 'desde', 'next'],
    handler: async (ctx, { body: { next, ...body } }) => {
      const role = await verifyAndLetIn(ctx, body);
      if (role) return safeNext(next, homeOf(role));
      const query = new URLSearchParams({ aviso: 'verificado', email: body.email });
      return withNext(`/login?${query}`, next);
    },
  }),
  form(postResend, {
    path: '/verificar/reenviar',
    keep: ['email', 'desde', 'next'],
    to: ({ fields: { email = '', next }, ctx }) =>
      withNext(verifyPath(email, { sentAt: ctx.now, aviso: 'reenviado' }), next),
  }),
  form(postLogin, {
    path: '/login/entrar',
    body: credentials.extend({ profile: optional(z.enum(roles, 'Elige un perfil.')) }),
    keep: ['email', 'profile', 'next'],
    to: ({ reply, fields }) => safeNext(fields.next, homeOf(reply.data.role)),
  }),
  form(joinForm),
  form(joinCodeForm),
  form(holderForm, { keep: ['role', 'rut', 'razonSocial', 'next'] }),
  form(postForgotPassword, { path: '/recuperar/enviar', keep: ['email'], to: '?enviado=1' }),
  form(postResetPassword, {
    path: '/restablecer/guardar',
    body: passwordReset.pick({ password: true }),
    handler: async (ctx, { body }) => {
      const token = ctx.cookies.get(RESET_COOKIE) ?? '';
      await resetPassword(ctx, { token, password: body.password });
      ctx.cookies.set(RESET_COOKIE, '', 0);
      return '/login?aviso=contrasena';
    },
  }),
  form(postNotMe),
  form(deleteSession, { path: '/panel/salir', to: '/login?aviso=salida' }),
  form(postCompleteProfile, {
    path: '/panel/perfil/guardar',
    body: correctedProfile,
    keep: Object.keys(profile.shape),
    handler: async (ctx, { body }) => {
      await correctProfile(ctx, body);
      return '?aviso=guardado';
    },
  }),
  form(postChangePassword, { path: '/panel/perfil/contrasena', to: '?aviso=contrasena' }),
  form(deleteGoogle, {
    path: '/panel/perfil/google/desconectar',
    back: () => '/panel/perfil',
    to: '?aviso=google',
  }),
  form(deleteOwnSession, {
    path: '/panel/perfil/sesiones/cerrar',
    back: () => '/panel/perfil',
    // One that ended meanwhile is what was asked for.
    handler: async (ctx, { params }) => {
      if (params.id === ctx.sessionId) clearSessionCookie(ctx);
      await endSession(ctx, params.id);
      return '?aviso=sesion#sesiones';
    },
  }),
  form(postEndOtherSessions, {
    path: '/panel/perfil/sesiones/cerrar-otras',
    back: () => '/panel/perfil',
    to: '?aviso=sesiones#sesiones',
  }),
  form(postAccess, {
    path: '/admin/cuentas/{id}/cambiar',
    keep: ['reason'],
    to: ({ body }) => `?aviso=${body.change}`,
  }),
  form(postDeleteAccount, {
    path: '/panel/eliminar-cuenta/confirmar',
    keep: ['sent'],
    to: '/login?aviso=eliminada',
  }),
];
