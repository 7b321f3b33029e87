import { wizardAccess } from '#app/gestiona-tu-garantia/_lib/wizard-form.ts';
import { findDraftKey, forgetDraft } from '#lib/domain/drafts/browser.ts';
import { draftParams } from '#lib/domain/drafts/schema.ts';
import { WIZARD } from '#lib/domain/drafts/view.ts';
import { removeDraft } from '#lib/domain/drafts/writes/remove-draft.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  ...wizardAccess,
  body: draftParams,
  handler: async (ctx, { body }) => {
    const key = await findDraftKey(ctx, body.borrador);
    if (key) {
      await removeDraft(key, ctx.now);
      forgetDraft(ctx, key);
    }
    return `${WIZARD}?aviso=borrado`;
  },
});
