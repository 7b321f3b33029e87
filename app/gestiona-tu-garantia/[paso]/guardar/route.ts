import { z } from 'zod';
import { afterSaving, ofWizard } from '#app/gestiona-tu-garantia/_lib/wizard-form.ts';
import { idOfKey } from '#lib/domain/drafts/reads.ts';
import { ofDraftOrView } from '#lib/domain/drafts/schema.ts';
import { foldIds, stepIds } from '#lib/domain/drafts/steps.ts';
import { laterPath } from '#lib/domain/drafts/view.ts';
import { savePage } from '#lib/domain/drafts/writes/save-page.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute({
  ...ofWizard,
  path: '/gestiona-tu-garantia/{paso}/guardar',
  query: ofDraftOrView,
  params: z.object({ paso: z.enum([...stepIds, ...foldIds]).exclude(['documentos', 'revisar']) }),
  body: z.record(z.string(), z.string()),
  handler: async (ctx, { params, query, body }) => {
    const saved = await savePage(ctx, { page: params.paso, ...query }, body);
    const path = await afterSaving(ctx, saved);
    return 'despues' in body && 'next' in saved ? laterPath(idOfKey(saved.key)) : path;
  },
});
