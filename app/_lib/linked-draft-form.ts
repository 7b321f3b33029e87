import type { WizardPage } from '#lib/domain/drafts/rules.ts';
import { wizardPath } from '#lib/domain/drafts/view.ts';
import { draftLimit } from '#lib/domain/drafts/writes/begin-draft.ts';
import type { ResendableLinkKind } from '#lib/domain/links/copy.ts';
import { findLink } from '#lib/domain/links/reads.ts';
import { isEnded, type Link } from '#lib/domain/links/rules.ts';
import { linkPath } from '#lib/domain/links/view.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { tokenParams } from '#lib/platform/operations/fields.ts';
import type { GuestCtx } from '#lib/platform/operations/operation.ts';

/**
 * Returns the form that begins a draft with the answers of a request that a link shows. It needs no
 * session, because the page of the link already shows these answers.
 */
export const linkedDraftForm = <B>(
  kind: ResendableLinkKind,
  begin: (ctx: GuestCtx, link: Link, body: B) => Promise<WizardPage>,
) =>
  ({
    auth: 'guest',
    limit: draftLimit,
    params: tokenParams,
    handler: async (
      ctx: GuestCtx,
      { params: { token }, body }: { params: { token: string }; body: B },
    ) => {
      const link = await findLink(kind, token);
      if (!link) throw new AppError('invalid_token');
      // The page of an ended link offers to mail a new one to its original recipient.
      if (isEnded(link, ctx.now)) return linkPath(kind, link.id);
      return wizardPath(await begin(ctx, link, body));
    },
  }) as const;
