import { z } from 'zod';
import { afterSaving, wizardAccess } from '#app/gestiona-tu-garantia/_lib/wizard-form.ts';
import { idOfKey } from '#lib/domain/drafts/reads.ts';
import { draftOrViewParams } from '#lib/domain/drafts/schema.ts';
import { foldIds, stepIds } from '#lib/domain/drafts/steps.ts';
import { laterPath } from '#lib/domain/drafts/view.ts';
import { savePage } from '#lib/domain/drafts/writes/save-page.ts';
import { form } from '#lib/http/forms/form-route.ts';
import { pathWithQuery } from '#lib/platform/web/path-with-query.ts';

export const { GET, POST } = form({
  ...wizardAccess,
  query: draftOrViewParams,
  params: z.object({ paso: z.enum([...stepIds, ...foldIds]).exclude(['documentos', 'revisar']) }),
  body: z.record(z.string(), z.string()),
  handler: async (ctx, { params, query, body }) => {
    const saved = await savePage(ctx, { stepOrFold: params.paso, ...query }, body);
    const path = await afterSaving(ctx, saved);
    if (!('next' in saved)) return path;
    const id = idOfKey(saved.key);
    // The search of tenders has a form of its own for the id, and shows its error.
    if ('desde' in body && saved.wasRefused) {
      return pathWithQuery('/licitaciones', { borrador: id, id: body.idLicitacion ?? '' });
    }
    return 'despues' in body ? laterPath(id) : path;
  },
});
