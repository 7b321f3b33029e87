import { z } from 'zod';
import { findSignedInCtx } from '#lib/domain/accounts/signed-in.ts';
import { payLinkParams, receiptEmail } from '#lib/domain/payments/schema.ts';
import { payPath } from '#lib/domain/payments/view.ts';
import { payByLink } from '#lib/domain/payments/writes/pay-by-link.ts';
import { form } from '#lib/http/forms/form-route.ts';
import { warnedEmail, warnOfTypo } from '#lib/platform/mail/email-warning.ts';

/**
 * Creates a payment from a signed link. It belongs to the account of the session, if there is one.
 */
export const { GET, POST } = form({
  auth: 'guest',
  limit: { name: 'payments/link', points: 20, seconds: 600, per: 'ip' },
  params: payLinkParams,
  body: warnOfTypo(z.object({ correo: receiptEmail, visto: warnedEmail })),
  handler: async (ctx, { params, body }) =>
    payPath(await payByLink((await findSignedInCtx(ctx)) ?? ctx, params.token, body.correo)),
});
