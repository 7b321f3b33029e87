import { z } from 'zod';
import type { Renewable } from '#lib/domain/links/copy.ts';
import { findLink } from '#lib/domain/links/reads.ts';
import { renewLink } from '#lib/domain/links/writes.ts';
import { AppError } from '#lib/platform/errors.ts';
import { defineOperation, goTo } from '#lib/platform/operation.ts';

export const postRenewReceipt = renewalOf('receipt', '/comprobante');
export const postRenewLeadReceipt = renewalOf('lead-receipt', '/recibido');

/** Asked for on the page of an ended link, without an account: the answer tells nothing. */
function renewalOf(kind: Renewable, place: `/${string}`) {
  return defineOperation({
    method: 'POST',
    path: `${place}/{token}/pedir`,
    auth: 'guest',
    limit: { name: 'links', points: 20, seconds: 600, per: 'address' },
    params: z.object({ token: z.string().max(200) }),
    reply: goTo,
    summary: 'Mail a new link to the address that the subject was sent with',
    handler: async (ctx, { params: { token } }) => {
      const link = await findLink(kind, token);
      if (!link) throw new AppError('invalid_token');
      await renewLink(kind, link.subject, ctx.now).catch((error) => {
        if (!(error instanceof AppError && error.code === 'rate_limited')) throw error;
      });
      return '?aviso=enviado';
    },
  });
}
