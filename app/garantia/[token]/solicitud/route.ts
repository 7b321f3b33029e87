import { recordOf } from '#lib/domain/issued-guarantees/writes/open-issued.ts';
import { findLink } from '#lib/domain/links/reads.ts';
import { isEnded } from '#lib/domain/links/rules.ts';
import { mailNewLink } from '#lib/domain/links/writes.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { tokenParams } from '#lib/platform/operations/fields.ts';
import { tryConsume } from '#lib/platform/security/rate-limits.ts';

/**
 * Mails a link to the request of a guarantee. The page of the guarantee may be forwarded, so it
 * never shows that link.
 */
export const { GET, POST } = formRoute({
  path: '/garantia/{token}/solicitud',
  auth: 'guest',
  limit: { name: 'links', points: 20, seconds: 600, per: 'address' },
  params: tokenParams,
  handler: async (ctx, { params: { token } }) => {
    const link = await findLink('issued', token);
    if (!link) throw new AppError('invalid_token');
    if (isEnded(link, ctx.now)) throw new AppError('share_expired');
    const { submissionId } = await recordOf(link);
    if (submissionId !== null) await tryConsume(mailNewLink(ctx, 'receipt', String(submissionId)));
    return '?aviso=enviado#solicitud';
  },
});
