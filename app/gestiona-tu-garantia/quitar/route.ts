import { z } from 'zod';
import { afterSaving, wizardAccess } from '#app/gestiona-tu-garantia/_lib/wizard-form.ts';
import { findDraftKey } from '#lib/domain/drafts/browser.ts';
import { WIZARD } from '#lib/domain/drafts/view.ts';
import { removeGuarantee } from '#lib/domain/drafts/writes/guarantees.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  ...wizardAccess,
  body: z.object({ g: z.string().max(20) }),
  back: () => `${WIZARD}/garantias`,
  handler: async (ctx, { query, body }) => {
    const key = await findDraftKey(ctx, query.borrador);
    return key ? afterSaving(ctx, await removeGuarantee(key, body.g, ctx.now)) : WIZARD;
  },
});
