import { wizardPath } from '#lib/domain/drafts/view.ts';
import { draftLimit } from '#lib/domain/drafts/writes/begin-draft.ts';
import { beginExtensionDraft } from '#lib/domain/issued-guarantees/extension-drafts.ts';
import { extensionForm } from '#lib/domain/issued-guarantees/form-schema.ts';
import { issuedParams } from '#lib/domain/issued-guarantees/schema.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  auth: 'signedIn',
  limit: draftLimit,
  params: issuedParams,
  body: extensionForm,
  keep: ['hasta'],
  handler: async (ctx, { params, body }) =>
    wizardPath(await beginExtensionDraft(ctx, params.id, body.hasta)),
});
