import { z } from 'zod';
import { wizardAccess } from '#app/gestiona-tu-garantia/_lib/wizard-form.ts';
import { keepDraft } from '#lib/domain/drafts/browser.ts';
import { isRefused, nextPage } from '#lib/domain/drafts/rules.ts';
import { wizardPath } from '#lib/domain/drafts/view.ts';
import { resumeDraft } from '#lib/domain/drafts/writes/resume-draft.ts';
import { getShownPath } from '#lib/domain/links/reads.ts';
import { form } from '#lib/http/forms/form-route.ts';
import { tokenParams, writeOnly } from '#lib/platform/operations/fields.ts';
import { randomId } from '#lib/platform/security/ids.ts';

/** Opens a draft on this device from a mailed link, and closes it on any other. */
export const { GET, POST } = form({
  ...wizardAccess,
  params: tokenParams,
  // A random id of the page view, so that a form that is sent twice opens the draft once.
  body: z.object({
    equipo: writeOnly(z.string())
      .regex(/^[\w-]{22}$/)
      .catch(randomId),
  }),
  handler: async (ctx, { params, body }) => {
    const draft = await resumeDraft(ctx, params.token, body.equipo);
    const { id, key, answers, attempt, submissionId } = draft;
    keepDraft(ctx, key, { isSent: submissionId !== null });
    if (submissionId) return getShownPath('receipt', submissionId);
    const next = { ...nextPage(answers), draft: id };
    return wizardPath(next, isRefused(attempt, next) ? 'revisa' : undefined);
  },
});
