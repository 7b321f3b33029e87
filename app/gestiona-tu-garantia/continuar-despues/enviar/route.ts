import { z } from 'zod';
import { wizardAccess } from '#app/gestiona-tu-garantia/_lib/wizard-form.ts';
import { findDraftKey } from '#lib/domain/drafts/browser.ts';
import { WIZARD } from '#lib/domain/drafts/view.ts';
import { mailResumeLink } from '#lib/domain/drafts/writes/resume-draft.ts';
import { form } from '#lib/http/forms/form-route.ts';
import { email } from '#lib/platform/operations/fields.ts';

/** Mails a link that opens the draft on another device. */
export const { GET, POST } = form({
  ...wizardAccess,
  captcha: 'resume',
  limit: [
    { name: 'drafts/resume', points: 5, seconds: 3600, per: 'ip' },
    { name: 'drafts/resume', points: 5, seconds: 3600, per: 'email+ip' },
    { name: 'drafts/resume', points: 50, seconds: 3600, per: 'email' },
  ],
  body: z.object({ email: email('Ingresa tu correo.') }),
  handler: async (ctx, { query, body }) => {
    const key = await findDraftKey(ctx, query.borrador);
    return key && (await mailResumeLink(key, body.email, ctx.now)) ? '?enviado=1' : WIZARD;
  },
});
