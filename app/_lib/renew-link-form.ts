import type { ResendableLinkKind } from '#lib/domain/links/copy.ts';
import { findLink } from '#lib/domain/links/reads.ts';
import { isEnded } from '#lib/domain/links/rules.ts';
import { linkPathPrefixes } from '#lib/domain/links/view.ts';
import { mailNewLink } from '#lib/domain/links/writes.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { tokenParams } from '#lib/platform/operations/fields.ts';
import type { GuestCtx } from '#lib/platform/operations/operation.ts';
import { tryConsume } from '#lib/platform/security/rate-limits.ts';

/**
 * Returns the form on the page of an ended link, which mails a new one. It needs no account and
 * does not reveal whether a mail was sent.
 */
export const renewLinkForm = (kind: ResendableLinkKind) =>
  ({
    auth: 'guest',
    limit: { name: 'links', points: 20, seconds: 600, per: 'ip' },
    params: tokenParams,
    handler: async (ctx: GuestCtx, { params: { token } }: { params: { token: string } }) => {
      const link = await findLink(kind, token);
      if (!link) throw new AppError('invalid_token');
      // A link that still works is not renewed.
      if (!isEnded(link, ctx.now)) return `${linkPathPrefixes[kind]}/${encodeURIComponent(token)}`;
      await tryConsume(mailNewLink(ctx, kind, link.subject));
      return '?aviso=enviado';
    },
  }) as const;
