import { getLinkedGuarantee } from '#lib/domain/issued-guarantees/reads/linked.ts';
import { getLink } from '#lib/domain/links/reads.ts';
import { mailNewLink } from '#lib/domain/links/writes.ts';
import { form } from '#lib/http/forms/form-route.ts';
import { tokenParams } from '#lib/platform/operations/fields.ts';
import { tryConsume } from '#lib/platform/security/rate-limits.ts';

/**
 * Mails a link to the request of a guarantee. The page of the guarantee may be forwarded, so it
 * never shows that link.
 */
export const { GET, POST } = form({
  auth: 'guest',
  limit: { name: 'links', points: 20, seconds: 600, per: 'ip' },
  params: tokenParams,
  handler: async (ctx, { params: { token } }) => {
    const link = await getLink('issued', token, ctx.now, 'invalid_token');
    const { submissionId } = await getLinkedGuarantee(link);
    if (submissionId !== null) await tryConsume(mailNewLink(ctx, 'receipt', String(submissionId)));
    return '?aviso=enviado#solicitud';
  },
});
