import { z } from 'zod';
import { afterSaving, wizardAccess } from '#app/gestiona-tu-garantia/_lib/wizard-form.ts';
import { findDraftKey } from '#lib/domain/drafts/browser.ts';
import { WIZARD } from '#lib/domain/drafts/view.ts';
import { sendDraft } from '#lib/domain/drafts/writes/send-draft.ts';
import { submissionLimit } from '#lib/domain/requests/submissions/operations.ts';
import { form } from '#lib/http/forms/form-route.ts';

/** Sends the request with the limit, captcha and write of `POST /api/guarantees/public`. */
export const { GET, POST } = form({
  ...wizardAccess,
  captcha: 'submission',
  limit: submissionLimit,
  body: z.record(z.string(), z.string()),
  back: () => `${WIZARD}/revisar`,
  handler: async (ctx, { query, body }) =>
    afterSaving(ctx, await sendDraft(ctx, await findDraftKey(ctx, query.borrador), body)),
});
