import type { ResendableLinkKind } from '#lib/domain/links/copy.ts';
import { findLink } from '#lib/domain/links/reads.ts';
import { isEnded } from '#lib/domain/links/rules.ts';
import { mailNewLink } from '#lib/domain/links/writes.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { tokenParams } from '#lib/platform/operations/fields.ts';
import { defineOperation, redirectAddress } from '#lib/platform/operations/operation.ts';
import { tryConsume } from '#lib/platform/security/rate-limits.ts';

export const postResendReceiptLink = resendLinkOperation('receipt', '/comprobante');
export const postResendLeadReceiptLink = resendLinkOperation('lead-receipt', '/recibido');
export const postResendGuaranteeLink = resendLinkOperation('issued', '/garantia');

/** Used on the page of an ended link, without an account. The reply reveals no outcome. */
function resendLinkOperation(kind: ResendableLinkKind, place: `/${string}`) {
  return defineOperation({
    method: 'POST',
    path: `${place}/{token}/pedir`,
    auth: 'guest',
    limit: { name: 'links', points: 20, seconds: 600, per: 'address' },
    params: tokenParams,
    reply: redirectAddress,
    summary: 'Mail a new link to the address that the subject was sent with',
    handler: async (ctx, { params: { token } }) => {
      const link = await findLink(kind, token);
      if (!link) throw new AppError('invalid_token');
      // A link that still works is not renewed.
      if (!isEnded(link, ctx.now)) return `${place}/${encodeURIComponent(token)}`;
      await tryConsume(mailNewLink(ctx, kind, link.subject));
      return '?aviso=enviado';
    },
  });
}
