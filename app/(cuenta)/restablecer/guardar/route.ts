import { postResetPassword } from '#lib/domain/accounts/password-operations.ts';
import { passwordResetBody } from '#lib/domain/accounts/schema.ts';
import { resetPassword } from '#lib/domain/accounts/writes/reset-password.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  auth: 'guest',
  limit: postResetPassword.limit,
  body: passwordResetBody.pick({ password: true }),
  handler: async (ctx, { body }) => {
    const token = ctx.browser.get('passwordReset') ?? '';
    await resetPassword(ctx, { token, password: body.password });
    ctx.browser.delete('passwordReset');
    return '/login?aviso=contrasena';
  },
});
