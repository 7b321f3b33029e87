import { afterSaving, wizardAccess } from '#app/gestiona-tu-garantia/_lib/wizard-form.ts';
import { WIZARD } from '#lib/domain/drafts/view.ts';
import { draftLimit } from '#lib/domain/drafts/writes/begin-draft.ts';
import { receiveAttachments } from '#lib/domain/drafts/writes/receive-attachments.ts';
import { uploadForm } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = uploadForm({
  ...wizardAccess,
  limit: [draftLimit, { name: 'drafts/attachments', points: 60, seconds: 600, per: 'ip' }],
  handler: async (ctx, { query: { borrador } }, received) => {
    const saved = await receiveAttachments(ctx, borrador, received);
    return saved ? afterSaving(ctx, saved) : WIZARD;
  },
});
