import { z } from 'zod';
import { afterSaving, wizardAccess } from '#app/gestiona-tu-garantia/_lib/wizard-form.ts';
import { findDraftKey } from '#lib/domain/drafts/browser.ts';
import { WIZARD } from '#lib/domain/drafts/view.ts';
import { acceptSuggestion } from '#lib/domain/drafts/writes/guarantees.ts';
import { form } from '#lib/http/forms/form-route.ts';

/** Adds a guarantee that the tender's page requires to a draft. */
export const { GET, POST } = form({
  ...wizardAccess,
  body: z.object({ sugerencia: z.string().max(20) }),
  back: () => `${WIZARD}/garantia-tipo`,
  handler: async (ctx, { query, body }) => {
    const key = await findDraftKey(ctx, query.borrador);
    return key ? afterSaving(ctx, await acceptSuggestion(key, body.sugerencia, ctx.now)) : WIZARD;
  },
});
