import { ofWizard } from '#app/gestiona-tu-garantia/_lib/wizard-form.ts';
import { draftKeyOf, openHere } from '#lib/domain/drafts/browser.ts';
import { readDraft } from '#lib/domain/drafts/reads.ts';
import { nextPlace } from '#lib/domain/drafts/rules.ts';
import { ofDraft } from '#lib/domain/drafts/schema.ts';
import { placePath, WIZARD } from '#lib/domain/drafts/view.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';
import { getDb } from '#lib/platform/db/client.ts';

/** Goes on with one of the drafts of this browser. */
export const { GET, POST } = formRoute({
  ...ofWizard,
  path: '/gestiona-tu-garantia/continuar',
  body: ofDraft,
  handler: async (ctx, { body }) => {
    const key = draftKeyOf(ctx, body.borrador);
    const draft = key && (await readDraft(getDb().read, key, ctx.now));
    if (!draft) return WIZARD;
    openHere(ctx, key);
    return placePath({ ...nextPlace(draft.answers), draft: draft.id });
  },
});
